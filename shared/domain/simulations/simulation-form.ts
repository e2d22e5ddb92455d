import * as z from 'zod'
import { integer, list, oneOf, optional, sentences, text, variables } from '../../words/fields.ts'
import { finding, form, merge } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Assistant } from '../assistants/assistant.ts'
import { choiceFields, choiceRule } from '../assistants/assistant-draft.ts'
import { mocks, toolName } from '../tools/mock.ts'
import { type Assertion, endings, runsMax, type Scenario, turnsMax } from './simulation.ts'

const goalLengthMax = 4_000
const lineLengthMax = 1_000
const saidLengthMax = 500
const assertionsMax = 30
const lengthInAllMax = 60_000

const value = () =>
  z.union([z.string().max(saidLengthMax), z.number(), z.boolean()], {
    error: 'The :attribute field must be a plain value.',
  })

const speaker = () => optional(oneOf(['assistant', 'customer']))
const assertion = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('said'), by: speaker(), text: text({ max: saidLengthMax }) }),
    z.object({ type: z.literal('not_said'), by: speaker(), text: text({ max: saidLengthMax }) }),
    z.object({ type: z.literal('tool_called'), tool: toolName(), arguments: optional(variables()) }),
    z.object({ type: z.literal('ended_by'), by: oneOf(endings) }),
    z.object({ type: z.literal('variable'), name: toolName(), equals: optional(value()) }),
  ],
  {
    error: ({ input, path }) => {
      if (input === undefined) return sentences.required
      return path?.at(-1) === 'type' ? sentences.selected : sentences.object
    },
  },
)

export const assertions = () => list(assertion, { max: assertionsMax })

const fields = {
  name: optional(text({ max: 255 })),
  ...choiceFields,
  runs: optional(integer({ min: 1, max: runsMax })),
  turns: optional(integer({ min: 1, max: turnsMax })),
  /** Goal of a customer whom a model plays. */
  goal: optional(text({ max: goalLengthMax })),
  /** Lines that the customer says before hanging up, in place of a goal. */
  lines: optional(list(text({ max: lineLengthMax }), { max: turnsMax })),
  variables: optional(variables()),
  mocks: optional(mocks()),
  assertions: optional(assertions()),
}

export const SimulationDraft = form(
  fields,
  ({ goal, lines }) => {
    if (goal !== undefined && lines !== undefined)
      return finding('lines', 'The :attribute field must be left out when there is a goal.')
    return goal === undefined && !lines?.length
      ? finding('lines', 'The :attribute field is required when there is no goal.')
      : {}
  },
  choiceRule,
  (values) =>
    Buffer.byteLength(JSON.stringify(values)) > lengthInAllMax
      ? finding('mocks', `The :attribute field makes the request longer than ${lengthInAllMax} bytes.`)
      : {},
)

type Drafted = { [K in keyof typeof fields]: z.output<(typeof fields)[K]> }

export const scenarioOf = ({
  goal,
  lines = [],
  turns,
  variables,
  mocks: answers,
  assertions: wanted,
}: Partial<Drafted>): Scenario => ({
  customer: goal === undefined ? { lines } : { goal },
  variables: variables ?? {},
  mocks: answers ?? [],
  assertions: assertionsOf(wanted),
  turnsMax: turns ?? turnsMax,
})

export const assertionsOf = (given: readonly z.output<typeof assertion>[] = []): Assertion[] => given.map(assertionOf)

const assertionOf = (given: z.output<typeof assertion>): Assertion =>
  given.type === 'said' || given.type === 'not_said' ? { ...given, by: given.by ?? 'assistant' } : given

/** Finds assertions and mocks that never match, because their tool or variable does not exist. */
export const foreignNames = (
  { mocks: answers = [], assertions: wanted = [] }: Pick<Partial<Drafted>, 'mocks' | 'assertions'>,
  { post_call_schema }: Pick<Assistant, 'post_call_schema'>,
  toolNames: readonly string[],
): FieldErrors =>
  merge(
    ...answers.map(({ tool }, index) =>
      toolNames.includes(tool) ? {} : finding(`mocks.${index}.tool`, sentences.selected),
    ),
    ...wanted.map((each, index) => {
      if (each.type === 'tool_called' && !toolNames.includes(each.tool))
        return finding(`assertions.${index}.tool`, sentences.selected)
      const isForeign = each.type === 'variable' && !post_call_schema.some(({ name }) => name === each.name)
      return isForeign ? finding(`assertions.${index}.name`, sentences.selected) : {}
    }),
  )
