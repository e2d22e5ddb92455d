import {
  CloudFormationClient,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  SignalResourceCommand,
} from '@aws-sdk/client-cloudformation'
import type { PlainTemplate } from './emulator-differences.ts'
import { eventually } from './steps.ts'

const halt = 'Halfway'
/** Time that CloudFormation waits for a signal at most; the rehearsal sends it long before. */
const haltsFor = 'PT15M'
/** Until every second function is of the new version. */
const halfSeconds = 240

/** Resource types with code: a function, or a nested stack of functions. */
const holdsCode = ['AWS::Lambda::Function', 'AWS::CloudFormation::Stack']

export interface Halved {
  template: PlainTemplate
  /** Logical ids of resources with code that are updated before the middle, or after it. */
  early: string[]
  late: string[]
}

/**
 * A template with a condition in its middle that CloudFormation waits for, so that every second
 * function, by name, has the new version's code and the others have the old one's for as long as
 * the rehearsal likes. `evenFirst` says which half begins; what waits for others is among the later
 * ones.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudformation-waitcondition.html
 */
export const haltingHalfway = ({ Resources, ...template }: PlainTemplate, evenFirst: boolean): Halved => {
  const holders = Object.keys(Resources).filter((id) => holdsCode.includes(Resources[id]?.Type ?? ''))
  const waitsFor = (id: string) => [Resources[id]?.DependsOn ?? []].flat()
  const { early = [], late = [] } = Object.groupBy(holders.toSorted(), (id, place) =>
    (place % 2 === 0) === evenFirst && !waitsFor(id).some((other) => holders.includes(other)) ? 'early' : 'late',
  )
  const resources = Object.entries(Resources).map(([id, resource]) =>
    late.includes(id) ? [id, { ...resource, DependsOn: [...[resource.DependsOn ?? []].flat(), halt] }] : [id, resource],
  )
  const condition = {
    Type: 'AWS::CloudFormation::WaitCondition',
    CreationPolicy: { ResourceSignal: { Count: 1, Timeout: haltsFor } },
    DependsOn: early,
  }
  return { template: { ...template, Resources: { ...Object.fromEntries(resources), [halt]: condition } }, early, late }
}

/** Resolves when the update has come to its middle. */
export const untilHalfway = async (StackName: string): Promise<void> => {
  const client = new CloudFormationClient()
  await eventually(
    'the update comes to its middle',
    async () => {
      const { StackEvents: [newest] = [] } = await client.send(new DescribeStackEventsCommand({ StackName }))
      return newest?.LogicalResourceId === halt
    },
    halfSeconds,
  )
  client.destroy()
}

/** Lets an update that has come to its middle go on, or break there. */
export const endHalt = async (StackName: string, Status: 'SUCCESS' | 'FAILURE'): Promise<void> => {
  const client = new CloudFormationClient()
  await client.send(new SignalResourceCommand({ StackName, LogicalResourceId: halt, UniqueId: 'rehearsal', Status }))
  client.destroy()
}

/** CloudFormation's status of a stack. */
export const statusOf = async (StackName: string): Promise<string> => {
  const client = new CloudFormationClient()
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  client.destroy()
  return String(stack?.StackStatus)
}
