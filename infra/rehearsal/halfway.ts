import {
  CloudFormationClient,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  SignalResourceCommand,
} from '@aws-sdk/client-cloudformation'
import type { PlainTemplate } from './emulator-differences.ts'
import { eventually } from './steps.ts'

const halt = 'Halfway'
/** Longest time that CloudFormation waits for a signal (ISO 8601). */
const haltsFor = 'PT15M'

/** Resource types that hold code; a nested stack contains functions. */
const holdsCode = ['AWS::Lambda::Function', 'AWS::CloudFormation::Stack']

export interface Halved {
  template: PlainTemplate
  /** Logical ids of resources that are updated before the halt (`early`) and after it (`late`). */
  early: string[]
  late: string[]
}

/**
 * Makes an update halt when half the functions have the new code. `evenFirst` chooses which half is
 * updated first.
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

export const untilHalfway = async (StackName: string): Promise<void> => {
  const client = new CloudFormationClient()
  await eventually('the update comes to its middle', async () => {
    const { StackEvents: [newest] = [] } = await client.send(new DescribeStackEventsCommand({ StackName }))
    return newest?.LogicalResourceId === halt
  })
  client.destroy()
}

/** Ends the halt: the update continues on SUCCESS and fails on FAILURE. */
export const endHalt = async (StackName: string, Status: 'SUCCESS' | 'FAILURE'): Promise<void> => {
  const client = new CloudFormationClient()
  await client.send(new SignalResourceCommand({ StackName, LogicalResourceId: halt, UniqueId: 'rehearsal', Status }))
  client.destroy()
}

export const statusOf = async (StackName: string): Promise<string> => {
  const client = new CloudFormationClient()
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  client.destroy()
  return String(stack?.StackStatus)
}
