import { type Stack, Validations } from 'aws-cdk-lib'
import { CfnRole } from 'aws-cdk-lib/aws-iam'

/** The only wildcards that a role may have: AWS offers no name for what they stand for. */
const explained: [pattern: RegExp, reason: string][] = [
  [/^\*$/, 'Traces have no names.'],
  [/\/@connections\/\*$/, 'A socket gets its name when it opens.'],
  [/:bedrock:\*::foundation-model\/[^*]+$/, 'Its inference profile asks the model wherever there is room.'],
  [
    /^<referenceto\w+Recordings\w+Arn>\/kept-\*\/.*$/,
    'Recordings and files are named after calls and exports of the future.',
  ],
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

/**
 * Tells cdk-nag why a role's wildcards are there; one without an explanation stays a finding. What
 * a nested stack is handed has its name there only when the CDK validates.
 */
export const explainWildcards = (stack: Stack): void => {
  for (const role of stack.node.findAll().filter((node) => node instanceof CfnRole))
    role.node.addValidation({ validate: () => explain(role) })
}

/** Never finds a fault: that is for cdk-nag, which looks afterwards. */
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

/**
 * A reference as cdk-nag writes it: `<Table.Arn>`, `<AWS::Region>`,
 * `<referencetoparlancedevTable…Arn>`.
 */
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
