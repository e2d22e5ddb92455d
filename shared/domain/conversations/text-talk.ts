import * as z from 'zod'
import { list, object, oneOf, optional, text, variables } from '../../words/fields.ts'
import { finding, form } from '../../words/form.ts'
import { mocks, SimulatedToolCallItem } from '../tools/mock.ts'
import { historyMax } from './talk.ts'

/**
 * What was said so far is sent along with each turn, and kept nowhere: as much as a model is told
 * of a call, and not without bounds.
 */
const lengthMax = 8000
const lengthInAllMax = 20_000

const said = object({ sender: oneOf(['bot', 'human']), text: text({ max: lengthMax, exact: true }) })

export const TextTurn = form(
  {
    messages: optional(list(said, { max: historyMax })),
    variables: optional(variables()),
    /**
     * With them, all its tools are offered to the model, and none is called: a mock answers, or it
     * is told that there is none.
     */
    mocks: optional(mocks()),
  },
  ({ messages = [] }) =>
    messages.reduce((sum, { text }) => sum + text.length, 0) > lengthInAllMax
      ? finding('messages', `The :attribute field must not be greater than ${lengthInAllMax} characters in all.`)
      : {},
)

export const TextTurnAnswer = z.object({
  message: z.string(),
  data: z.object({
    /** Empty when the assistant waits for the customer to speak first. */
    text: z.string(),
    ends_call: z.boolean(),
    /**
     * Whose words they are; null for words that no model found: a greeting, or an apology for
     * models that failed.
     */
    model: z.string().nullable(),
    /** What it wished for in this turn; only of a request with mocks. */
    tool_calls: z.array(SimulatedToolCallItem).optional(),
  }),
})
