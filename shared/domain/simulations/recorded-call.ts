import type { Assistant } from '../assistants/assistant.ts'
import type { VersionSettings } from '../assistants/assistant-version.ts'
import type { Call, CallDetail } from '../calls/call.ts'
import { isAmong, type Mock } from '../tools/mock.ts'
import { isSameValue } from './same-value.ts'

/** Turns of a talk: what the customer said after that is left out. */
const replayTurnsMax = 60

/** One thing that was said, of a transcript. */
export interface Said {
  sender: 'bot' | 'human'
  text: string
}

export const saidOf = ({ messages = [] }: Pick<CallDetail, 'messages'>): Said[] =>
  messages.flatMap(({ sender, text }): Said[] =>
    typeof text === 'string' && text.trim() ? [{ sender: sender === 'human' ? 'human' : 'bot', text }] : [],
  )

/** Returns the words of the customer, one line for each of their turns. */
export const customerLines = (said: readonly Said[]): string[] => {
  const lines: string[] = []
  let before: Said['sender'] | undefined
  for (const { sender, text } of said) {
    if (sender === 'human') lines.push(before === 'human' ? `${lines.pop()} ${text}` : text)
    before = sender
  }
  return lines
}

/** True for a call that is over and in which a customer said something that is still kept. */
export const isReplayable = (call: Call, detail: CallDetail | undefined): detail is CallDetail =>
  call.closed_at !== undefined &&
  call.answered_by !== 'machine' &&
  detail !== undefined &&
  saidOf(detail).some(({ sender }) => sender === 'human')

/** Returns the lines of the customer for a replay of the call. */
export const playedLines = (detail: CallDetail): string[] => customerLines(saidOf(detail)).slice(0, replayTurnsMax)

/**
 * The variables that the call was given. Those that it had from its assistant are left out, so that
 * the settings that are played bring their own.
 */
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

/** Returns the answers of tools in the call. A tool call without an answer has no record. */
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
 * The record of a tool call with the same arguments: first to the letter, then with free text in
 * other words, because no model writes a note twice alike.
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

/** True when two tool calls ask for the same, in other words at most. */
export const hasSameValues = (
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSameValue(one[name], other[name]))

/** The assistant with other settings, as a call runs with them. */
export const withSettings = (live: Assistant, settings: VersionSettings): Assistant => ({ ...live, ...settings })
