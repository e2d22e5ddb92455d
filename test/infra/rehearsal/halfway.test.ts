import { expect, test } from 'vitest'
import { haltingHalfway } from '../../../infra/rehearsal/halfway.ts'

const code = (DependsOn?: string[]) => ({ Type: 'AWS::Lambda::Function', DependsOn })
const template = {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::GlobalTable' },
    B: code(['BRole']),
    A: code(),
    C: code(),
    Calls: { Type: 'AWS::CloudFormation::Stack' },
    Last: { Type: 'AWS::CloudFormation::Stack', DependsOn: ['A', 'Table'] },
  },
}

test.each([
  [true, ['A', 'C'], ['B', 'Calls', 'Last']],
  [false, ['B', 'Calls'], ['A', 'C', 'Last']],
])('every second function waits in the update (even first: %s)', (evenFirst, early, late) => {
  const halved = haltingHalfway(template, evenFirst)
  expect(halved).toMatchObject({ early, late })
  const { Halfway, ...rest } = halved.template.Resources
  expect(Halfway).toMatchObject({ Type: 'AWS::CloudFormation::WaitCondition', DependsOn: early })
  for (const [id, { DependsOn = [] }] of Object.entries(rest))
    expect(DependsOn.includes('Halfway')).toBe(late.includes(id))
  expect(rest.B?.DependsOn).toContain('BRole')
})
