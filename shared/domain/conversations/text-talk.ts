import * as z from 'zod'
import { list, object, oneOf, optional, text, variables } from '../../words/fields.ts'
import { finding, form } from '../../words/form.ts'
import { choiceFields, choiceRule } from '../assistants/assistant-draft.ts'
import { mocks, SimulatedToolCallItem } from '../tools/mock.ts'
import { historyMax } from './talk.ts'

/** Characters of one message, and of all. The client sends earlier messages with each turn. */
const lengthMax = 8000
const lengthInAllMax = 20_000

const said = object({ sender: oneOf(['bot', 'human']), text: text({ max: lengthMax, exact: true }) })

export const TextTurn = form(
  {
    messages: optional(list(said, { max: historyMax })),
    variables: optional(variables()),
    ...choiceFields,
    /** With mocks, no tool runs: a mock or an error message answers. */
    mocks: optional(mocks()),
  },
  ({ messages = [] }) =>
    messages.reduce((sum, { text }) => sum + text.length, 0) > lengthInAllMax
      ? finding('messages', `The :attribute field must not be greater than ${lengthInAllMax} characters in all.`)
      : {},
  choiceRule,
)

export const TextTurnAnswer = z.object({
  message: z.string(),
  data: z.object({
    text: z.string(),
    ends_call: z.boolean(),
    model: z.string().nullable(),
    tool_calls: z.array(SimulatedToolCallItem).optional(),
  }),
})
