import type { Assistant } from '../assistants/assistant.ts'
import type { VersionSettings } from '../assistants/assistant-version.ts'
import type { Call, CallDetail } from '../calls/call.ts'
import { isAmong, type Mock } from '../tools/mock.ts'
import { isSameValue } from './same-value.ts'

const replayTurnsMax = 60

export interface Said {
  sender: 'bot' | 'human'
  text: string
}

export const saidOf = ({ messages = [] }: Pick<CallDetail, 'messages'>): Said[] =>
  messages.flatMap(({ sender, text }): Said[] =>
    typeof text === 'string' && text.trim() ? [{ sender: sender === 'human' ? 'human' : 'bot', text }] : [],
  )

export const customerLines = (said: readonly Said[]): string[] => {
  const lines: string[] = []
  let before: Said['sender'] | undefined
  for (const { sender, text } of said) {
    if (sender === 'human') lines.push(before === 'human' ? `${lines.pop()} ${text}` : text)
    before = sender
  }
  return lines
}

export const isReplayable = (call: Call, detail: CallDetail | undefined): detail is CallDetail =>
  call.closed_at !== undefined &&
  call.answered_by !== 'machine' &&
  detail !== undefined &&
  saidOf(detail).some(({ sender }) => sender === 'human')

export const playedLines = (detail: CallDetail): string[] => customerLines(saidOf(detail)).slice(0, replayTurnsMax)

/** Omits the variables of the assistant, because the settings under test have their own. */
export const givenVariables = (
  { variables, input_variables }: CallDetail,
  before: Pick<VersionSettings, 'variables'>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input_variables).filter(
      ([name, value]) =>
        Object.hasOwn(variables, name) || JSON.stringify(value) !== JSON.stringify(before.variables[name]),
    ),
  )

export const recordedAnswers = ({ tool_calls = [] }: CallDetail): Mock[] =>
  tool_calls.flatMap(({ name, arguments: args, outcome, http_status, result }): Mock[] =>
    result === null || (outcome !== 'done' && outcome !== 'failed')
      ? []
      : [
          {
            tool: name,
            arguments: args,
            answer: result,
            ...(http_status !== null ? { status: http_status } : outcome === 'failed' && { status: 500 }),
          },
        ],
  )

/**
 * Finds a past tool call with equal arguments, or else with arguments that differ only in free
 * text.
 */
export const recordFor = (
  records: readonly Mock[],
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Mock | undefined => {
  const own = records.filter((record) => record.tool === tool)
  return (
    own.find(({ arguments: wanted = {} }) => isAmong(wanted, args) && isAmong(args, wanted)) ??
    own.find(({ arguments: wanted = {} }) => hasSameValues(wanted, args))
  )
}

export const hasSameValues = (
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSameValue(one[name], other[name]))

export const withSettings = (live: Assistant, settings: VersionSettings): Assistant => ({ ...live, ...settings })
