import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api'

export interface Template {
  Resources: Record<string, Resource>
  Parameters?: Record<string, unknown>
  Outputs?: Record<string, { Value: unknown }>
}

interface Resource {
  Type: string
  Properties?: Record<string, unknown>
  Metadata?: Record<string, unknown>
}

/** Returns all templates: the stack's own under the key '', nested ones under their logical ids. */
export const templatesOf = async (artifact: CloudFormationStackArtifact): Promise<Map<string, Template>> => {
  const own: Template = artifact.template
  const nested = Object.entries(own.Resources).filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
  const read = nested.map(async ([id, { Metadata }]): Promise<[string, Template]> => {
    const file = join(artifact.assembly.directory, String(Metadata?.['aws:asset:path']))
    return [id, JSON.parse(await readFile(file, 'utf8'))]
  })
  return new Map([['', own], ...(await Promise.all(read))])
}
