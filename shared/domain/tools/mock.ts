import * as z from 'zod'
import { integer, list, object, optional, text, variables } from '../../words/fields.ts'
import type { BuiltIn, BuiltInType } from './built-in-tools.ts'
import type { ToolOutcome } from './effect.ts'
import { type ToolCall, ToolCallItem, toolCallView } from './tool-call.ts'
import type { Arguments } from './tool-request.ts'

/**
 * Source of a tool's answer: a mock, a past call's record, a simulated built-in tool, or nothing.
 */
const answerers = ['mock', 'record', 'built_in', 'none'] as const
export type ToolAnsweredBy = (typeof answerers)[number]

export const SimulatedToolCallItem = ToolCallItem.extend({ answered_by: z.enum(answerers) })
export type SimulatedToolCall = z.output<typeof SimulatedToolCallItem>

export const simulatedToolCall = (call: ToolCall, answered_by: ToolAnsweredBy, now: number): SimulatedToolCall => ({
  ...toolCallView(call, now),
  answered_by,
})

export interface Mock {
  tool: string
  arguments?: Record<string, unknown>
  answer: string
  status?: number
}

const mocksMax = 50
const answerLengthMax = 4_000
export const toolName = () => text({ max: 64 })

export const mocks = () =>
  list(
    object({
      tool: toolName(),
      arguments: optional(variables()),
      answer: text({ max: answerLengthMax }),
      status: optional(integer({ min: 100, max: 599 })),
    }),
    { max: mocksMax },
  )

export const mockFor = (mocks: readonly Mock[], name: string, args: Arguments): Mock | undefined => {
  const own = mocks.filter(({ tool }) => tool === name)
  return (
    own.find(({ arguments: wanted }) => wanted && isAmong(wanted, args)) ??
    own.find(({ arguments: wanted }) => wanted === undefined)
  )
}

/** True when the arguments contain the wanted values, apart from case. `5` equals `"5"`. */
export const isAmong = (wanted: Record<string, unknown>, args: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(wanted).every(([name, value]) => Object.hasOwn(args, name) && plain(args[name]) === plain(value))

const plain = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).trim().toLowerCase()

/** Returns a text that describes the effect, because a simulation has no outside effects. */
export const withoutPhone = ({ type }: Pick<BuiltIn, 'type'>): ToolOutcome => ({
  outcome: 'done',
  text: `${noted[type]} This is a test, so it is only noted.`,
  ...(endsTalk.includes(type) && { effect: { type: 'end' } }),
})

const noted: Record<BuiltInType, string> = {
  end_call: 'The call ends.',
  call_transfer: 'The customer is put through.',
  warm_call_transfer: 'The customer is put through.',
  assistant_transfer: 'The customer is handed to the other assistant.',
  dtmf_input: 'The keys were pressed.',
  collect_keypad: 'The customer pressed no key.',
  do_not_call: 'The number is on the do-not-call list; say goodbye, the call ends now.',
  call_back_at: 'The customer will be called back.',
  send_sms: 'The text was sent.',
}

const endsTalk: readonly BuiltInType[] = [
  'end_call',
  'call_transfer',
  'warm_call_transfer',
  'assistant_transfer',
  'do_not_call',
]
