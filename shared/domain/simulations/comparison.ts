import type { Micros } from '../../words/money.ts'
import type { Call, CallDetail } from '../calls/call.ts'
import { minutePriceOf } from '../calls/call-cost.ts'
import { endedReasonOf } from '../calls/ended-reason.ts'
import { spokenMs } from '../conversations/speaking-time.ts'
import { asksToBeLeftAlone } from '../opt-outs/opt-out.ts'
import { customerLines, hasSameValues, type Said, saidOf } from './recorded-call.ts'
import { isSameValue } from './same-value.ts'
import type { RunOutcome } from './simulation.ts'

export const aspects = ['outcome', 'variables', 'tools', 'opt_out', 'turns', 'words', 'cost', 'latency'] as const
export type Aspect = (typeof aspects)[number]

type Value = string | number | boolean | null

export interface Side {
  ended_by: 'customer' | 'assistant' | 'limit' | 'failure' | 'unknown'
  variables: Record<string, Value> | null
  tools: { name: string; arguments: Record<string, Value>; outcome: string }[]
  opted_out: boolean
  turns: number
  words: number
  cost: Micros
  /** Median wait for an answer; null when unknown. */
  latency_ms: number | null
}

export interface Comparison {
  recorded: Side
  replayed: Side
  differs: Aspect[]
  losses: string[]
}

/** Knowledge searches are not compared, because the model words them differently each time. */
const searchTool = 'search_knowledge'
const optOutTool = 'do_not_call'

export const recordedSide = (call: Call, detail: CallDetail): Side => {
  const said = saidOf(detail)
  const tools = (detail.tool_calls ?? []).filter(({ name }) => name !== searchTool)
  return {
    ended_by: call.ended_by ?? (endedReasonOf(call) === 'transferred' ? 'assistant' : 'unknown'),
    variables: detail.extracted_variables ? plainValues(detail.extracted_variables) : null,
    tools: tools.map(({ name, arguments: args, outcome }) => ({ name, arguments: args, outcome })),
    opted_out: isOptOut(said, tools, detail.evaluation?.opt_out),
    turns: customerLines(said).length,
    words: wordsSaid(said),
    cost: call.total_cost,
    latency_ms: middleOf((detail.latencies ?? []).filter((latency) => latency !== null)),
  }
}

interface Replayed extends Pick<RunOutcome, 'ended_by' | 'transcript' | 'tool_calls' | 'extracted'> {
  opt_out: boolean | undefined
  waits: readonly number[]
}

export const replayedSide = (
  { ended_by, transcript, tool_calls, extracted, opt_out, waits }: Replayed,
  call: Call,
  detail: CallDetail,
): Side => {
  const tools = tool_calls.filter(({ name }) => name !== searchTool)
  const seconds = call.duration + (spokenIn(transcript) - spokenIn(saidOf(detail))) / 1000
  return {
    ended_by,
    variables: extracted,
    tools: tools.map(({ name, arguments: args, outcome }) => ({ name, arguments: args, outcome })),
    opted_out: isOptOut(transcript, tools, opt_out),
    turns: customerLines(transcript).length,
    words: wordsSaid(transcript),
    cost: call.total_cost === 0 ? 0 : Math.max(1, Math.ceil(seconds / 60)) * minutePriceOf(call),
    latency_ms: middleOf(waits),
  }
}

export const compared = (recorded: Side, replayed: Side): Comparison => ({
  recorded,
  replayed,
  differs: aspects.filter((aspect) => isDifferent[aspect](recorded, replayed)),
  losses: lossesOf(recorded, replayed),
})

/** Tolerated difference of the word counts, as a share. */
const wordsTolerance = 0.2
const latencyToleranceMs = 500

const isDifferent: Record<Aspect, (recorded: Side, replayed: Side) => boolean> = {
  outcome: (recorded, replayed) => endOf(recorded, replayed) !== undefined,
  variables: ({ variables: before }, { variables: after }) =>
    before !== null && after !== null && !hasSameValues(before, after),
  tools: (recorded, replayed) => !hasSameTools(recorded.tools, replayed.tools),
  opt_out: (recorded, replayed) => recorded.opted_out !== replayed.opted_out,
  turns: (recorded, replayed) => recorded.turns !== replayed.turns,
  words: (recorded, replayed) =>
    Math.abs(recorded.words - replayed.words) > wordsTolerance * Math.max(recorded.words, 10),
  cost: (recorded, replayed) => recorded.cost !== replayed.cost,
  latency: ({ latency_ms: before }, { latency_ms: after }) =>
    before !== null && after !== null && Math.abs(after - before) > latencyToleranceMs,
}

const endOf = (recorded: Side, replayed: Side): string | undefined => {
  if (replayed.ended_by === 'limit' && recorded.ended_by !== 'limit')
    return 'The talk reached a limit, which the call did not.'
  if (replayed.ended_by === 'assistant' && replayed.turns < recorded.turns)
    return `The assistant ended the talk after ${replayed.turns} of ${recorded.turns} turns.`
  if (recorded.ended_by === 'assistant' && replayed.ended_by === 'customer')
    return 'The assistant ended the call, and does not end it any more.'
  return undefined
}

const hasSameTools = (before: Side['tools'], after: Side['tools']): boolean => {
  const left = [...after]
  for (const { name, arguments: args } of before) {
    const place = left.findIndex((other) => other.name === name && hasSameValues(other.arguments, args))
    if (place < 0) return false
    left.splice(place, 1)
  }
  return left.length === 0
}

const lossesOf = (recorded: Side, replayed: Side): string[] => {
  const done = new Set(replayed.tools.flatMap(({ name, outcome }) => (outcome === 'done' ? name : [])))
  const tools = new Set(
    recorded.tools.flatMap(({ name, outcome }) => (outcome === 'done' && !done.has(name) ? name : [])),
  )
  const variables = Object.entries(recorded.variables ?? {}).filter(
    ([name, value]) => value !== null && replayed.variables !== null && isSameValue(replayed.variables[name], null),
  )
  const end = endOf(recorded, replayed)
  return [
    ...[...tools].map((name) => `${name} was carried out in the call, and is not any more.`),
    ...variables.map(([name]) => `${name} was found out in the call, and is not any more.`),
    ...(recorded.opted_out && !replayed.opted_out ? ['The opt-out of the customer is not noticed any more.'] : []),
    ...(end ? [end] : []),
  ]
}

export const saysTheSame = (one: readonly Said[], other: readonly Said[]): boolean =>
  plainWords(one) === plainWords(other)

const plainWords = (said: readonly Said[]): string =>
  said
    .flatMap(({ sender, text }) =>
      sender === 'bot'
        ? [
            text
              .normalize('NFKC')
              .toLowerCase()
              .match(/[\p{L}\p{N}]+/gu),
          ]
        : [],
    )
    .flat()
    .join(' ')

const isOptOut = (said: readonly Said[], tools: readonly { name: string }[], judged: unknown): boolean =>
  judged === true ||
  tools.some(({ name }) => name === optOutTool) ||
  said.some(({ sender, text }) => sender === 'human' && asksToBeLeftAlone(text))

const plainValues = (values: Record<string, unknown>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
  )

const isPlain = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const wordsSaid = (said: readonly Said[]): number =>
  said.reduce((sum, { sender, text }) => sum + (sender === 'bot' ? text.split(/\s+/).filter(Boolean).length : 0), 0)

const spokenIn = (said: readonly Said[]): number => said.reduce((sum, { text }) => sum + spokenMs(text), 0)

const middleOf = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? null
