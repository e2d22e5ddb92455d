import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import type { Offer } from './built-in-offers.ts'
import type { BuiltIn } from './built-in-tools.ts'
import type { Effect, ToolOutcome } from './effect.ts'
import type { KnowledgeOffer } from './knowledge-offer.ts'
import type { Tool, ToolMethod } from './tool.ts'
import type { ToolAnswer } from './tool-answer.ts'
import type { Arguments } from './tool-request.ts'

/**
 * Stored as `started` before the tool runs. Repeated calls have the same `hash`, so an effect
 * happens once despite crashes.
 */
export interface ToolCall {
  hash: string
  tool_id?: number
  method?: ToolMethod
  built_in?: BuiltIn
  is_repeatable?: boolean
  claimed_at?: number
  name: string
  /** JSON text. */
  args: string
  /** unknown: the request was sent, and no answer arrived. */
  state: 'started' | 'done' | 'failed' | 'unknown'
  /** The request was not sent, or a built-in tool refused. */
  never_left?: boolean
  effect?: Effect
  http_status?: number
  result?: string
  place: number
  /** Epoch milliseconds. The tool may answer until `until`. */
  at: number
  until: number
  duration_ms?: number
}

const resultLengthMax = 4_000
export const toolCallsMax = 50
const recordingMs = 3_000

const hashOf = (about: number | string, args: Arguments): string =>
  createHash('sha256')
    .update(JSON.stringify([about, ...Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('base64url')
    .slice(0, 22)

export const newToolCall = (tool: Tool, args: Arguments, place: number, now: number): ToolCall => ({
  hash: hashOf(tool.id, args),
  tool_id: tool.id,
  method: tool.method,
  ...started(tool, args, place, now),
})

export const newBuiltInCall = (offer: Offer, args: Arguments, place: number, now: number): ToolCall => ({
  hash: hashOf(offer.once === 'talk' ? offer.name : `${offer.name} ${place}`, args),
  built_in: offer.set,
  is_repeatable: offer.isRepeatable,
  ...started(offer, args, place, now),
})

export const newSearchCall = (offer: KnowledgeOffer, args: Arguments, place: number, now: number): ToolCall => ({
  hash: hashOf(`${offer.name} ${offer.knowledgebase_id}`, args),
  is_repeatable: true,
  ...started(offer, args, place, now),
})

const started = (
  { name, timeout_seconds }: Pick<Tool, 'name' | 'timeout_seconds'>,
  args: Arguments,
  place: number,
  now: number,
) => ({
  name,
  args: JSON.stringify(args),
  state: 'started' as const,
  place,
  at: now,
  until: now + timeout_seconds * 1000 + recordingMs,
})

export const argumentsOf = ({ args }: ToolCall): Arguments => JSON.parse(args)

export const withOutcome = (call: ToolCall, { outcome, text, effect }: ToolOutcome, duration_ms: number): ToolCall => ({
  ...call,
  duration_ms,
  result: text,
  ...(outcome === 'done' && { state: 'done' as const, ...(effect && { effect }) }),
  ...(outcome === 'refused' && { state: 'failed' as const, never_left: true }),
  ...(outcome === 'unknown' && { state: call.is_repeatable ? ('failed' as const) : ('unknown' as const) }),
})

const isSafe = ({ method, is_repeatable }: ToolCall): boolean => method === 'GET' || is_repeatable === true

export const ended = (call: ToolCall, answer: ToolAnswer): ToolCall => {
  const { duration_ms } = answer
  if (answer.http_status === null) {
    const never_left = !answer.may_have_arrived
    const state = never_left || isSafe(call) ? ('failed' as const) : ('unknown' as const)
    return { ...call, state, duration_ms, result: answer.error, ...(never_left && { never_left }) }
  }
  const { http_status, text } = answer
  const isCut = answer.is_cut || text.length > resultLengthMax
  const result = isCut ? `${text.slice(0, resultLengthMax).toWellFormed()} (cut off here)` : text
  const state = http_status >= 200 && http_status < 300 ? ('done' as const) : ('failed' as const)
  return { ...call, state, http_status, result, duration_ms }
}

const isAbandoned = ({ state, until }: ToolCall, now: number): boolean => state === 'started' && now > until

export const isRunning = (call: ToolCall, now: number): boolean => call.state === 'started' && !isAbandoned(call, now)

export const maySend = (known: ToolCall | undefined, now: number): boolean => {
  if (!known || known.never_left) return true
  if (known.state === 'done' || isRunning(known, now)) return false
  return isSafe(known)
}

export const toldOf = (call: ToolCall, now: number): string => {
  const { state, http_status, result = '' } = call
  if (isRunning(call, now)) return 'It is still running; its answer will follow. Do not use it again for the same.'
  if (state === 'done') return result.trim() || `Done (HTTP ${http_status}).`
  if (http_status !== undefined)
    return `It failed with HTTP ${http_status}. ${result}`.trim() + (isSafe(call) ? '' : ' It is not sent again.')
  if (call.never_left) return `It was not carried out: ${result}.`
  return isSafe(call)
    ? `It failed: ${result || 'no answer came'}.`
    : 'No answer came, so it is unknown whether it was carried out. It is not sent again: tell the customer that this must be checked.'
}

export const ToolCallItem = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  outcome: z.enum(['running', 'done', 'failed', 'unknown']),
  http_status: z.int().nullable(),
  result: z.string().nullable(),
  started_at: z.string(),
  duration_ms: z.int().nullable(),
})
export type ToolCallView = z.output<typeof ToolCallItem>

export const toolCallView = (call: ToolCall, now: number): ToolCallView => ({
  id: call.hash,
  name: call.name,
  arguments: argumentsOf(call),
  outcome: isRunning(call, now) ? 'running' : isAbandoned(call, now) ? 'unknown' : outcomes[call.state],
  http_status: call.http_status ?? null,
  result: call.result ?? null,
  started_at: isoTime(call.at),
  duration_ms: call.duration_ms ?? null,
})
const outcomes = { started: 'unknown', done: 'done', failed: 'failed', unknown: 'unknown' } as const

/** Limit of bytes of tool calls stored with a call; results are dropped first. */
const keptLengthMax = 60_000

export const keptToolCalls = (views: readonly ToolCallView[]): ToolCallView[] => {
  const shorter = [
    (view: ToolCallView) => view,
    (view: ToolCallView) => ({ ...view, result: view.result?.slice(0, 200).toWellFormed() ?? null }),
    (view: ToolCallView) => ({ ...view, result: null, arguments: {} }),
  ]
  for (const shorten of shorter) {
    const kept = views.map(shorten)
    if (Buffer.byteLength(JSON.stringify(kept)) <= keptLengthMax) return kept
  }
  return []
}
