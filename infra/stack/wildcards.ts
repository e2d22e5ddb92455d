import { type Stack, Validations } from 'aws-cdk-lib'
import { CfnRole } from 'aws-cdk-lib/aws-iam'

/** Wildcards that policies need because AWS gives these resources no fixed name. */
const explained: [pattern: RegExp, reason: string][] = [
  [/^\*$/, 'Traces have no names.'],
  [/\/@connections\/\*$/, 'A socket gets its name when it opens.'],
  [/:bedrock:\*::foundation-model\/[^*]+$/, 'Its inference profile asks the model wherever there is room.'],
  [
    /^<referenceto\w+Recordings\w+Arn>\/kept-\*\/.*$/,
    'Recordings and files are named after calls and exports of the future.',
  ],
  [/^<referenceto\w+Recordings\w+Arn>\/exports\/\*$/, 'Exports are named after users and files that are yet to come.'],
  [/^<referenceto\w+Heads\w+Arn>\/\*$/, 'Heads are named after chains and hashes that are yet to come.'],
  [
    /^<referenceto\w+Recordings\w+Arn>\/knowledge\/uploads\/\*\/leads\/\*\.bin$/,
    'Files of leads are named after users and imports that are yet to come.',
  ],
  [
    /^<referenceto\w+Recordings\w+Arn>\/knowledge\/[\w/]+\/\*$/,
    'Uploads are named after documents that are yet to come.',
  ],
]

/** Explains a role's known wildcards to cdk-nag, which still reports all others. */
export const explainWildcards = (stack: Stack): void => {
  for (const role of stack.node.findAll().filter((node) => node instanceof CfnRole))
    role.node.addValidation({ validate: () => explain(role) })
}

const explain = (role: CfnRole): string[] => {
  for (const resource of resourcesOf(role.stack.resolve(role.policies))) {
    const [, reason] = explained.find(([pattern]) => pattern.test(resource)) ?? []
    if (reason) Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason })
  }
  return []
}

interface Policy {
  policyDocument: { Statement: { Resource: unknown }[] }
}

const resourcesOf = (policies: Policy[] = []): string[] =>
  policies.flatMap(({ policyDocument }) =>
    policyDocument.Statement.flatMap(({ Resource }) => [Resource].flat().map(flat)),
  )

const flat = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('Ref' in value) return `<${value.Ref}>`
  if ('Fn::GetAtt' in value && Array.isArray(value['Fn::GetAtt'])) return `<${value['Fn::GetAtt'].join('.')}>`
  if ('Fn::Join' in value && Array.isArray(value['Fn::Join'])) {
    const [delimiter, parts]: [string, unknown[]] = [value['Fn::Join'][0], value['Fn::Join'][1]]
    return parts.map(flat).join(delimiter)
  }
  return JSON.stringify(value)
}
