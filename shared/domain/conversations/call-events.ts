import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { type Call, type CallDetail, type CallStatus, callStatuses } from '../calls/call.ts'
import { dialOf, endOf, type Leg } from '../calls/leg.ts'
import {
  type LegFailure,
  legFailureOf,
  type TransferStatus,
  transferStatuses,
  transferStatusOf,
} from '../calls/leg-view.ts'
import { answeredAt, overAt, ringingAt } from '../calls/placement.ts'
import { type ToolCallView, toolCallsMax } from '../tools/tool-call.ts'
import { exchangeOf } from './exchange.ts'
import { isOver, type Talk, type Utterance, waitsOf } from './talk.ts'
import { waitsAt } from './transcript.ts'

/**
 * Events derive from call, talk and utterances. The reader's cursor has a position in each of
 * these.
 */
export type CallEvent = { at: number } & (
  | { type: 'state'; status: CallStatus }
  | ({ type: 'turn' } & Omit<Utterance, 'at'>)
  | ({ type: 'tool' } & UsedTool)
  | ({ type: 'transfer'; place: number; phone_number: string; status: TransferStatus } & LegFailure)
)

type UsedTool = Pick<ToolCallView, 'id' | 'name' | 'outcome' | 'duration_ms'>

const Common = { id: z.string(), timestamp: z.string() }
export const CallEventItem = z.discriminatedUnion('type', [
  z.object({ ...Common, type: z.literal('state'), status: z.enum(callStatuses) }),
  z.object({
    ...Common,
    type: z.literal('turn'),
    sender: z.enum(['bot', 'human']),
    text: z.string(),
    latency_ms: z.int().nullable(),
    model_ms: z.int().nullable(),
  }),
  z.object({
    ...Common,
    type: z.literal('tool'),
    name: z.string(),
    outcome: z.enum(['done', 'failed', 'unknown']),
    duration_ms: z.int().nullable(),
  }),
  z.object({
    ...Common,
    type: z.literal('transfer'),
    phone_number: z.string(),
    status: z.enum(transferStatuses),
    carrier_code: z.int().nullable(),
    failure_reason: z.string().nullable(),
  }),
])

export const callEventView = (event: CallEvent): z.output<typeof CallEventItem> =>
  event.type === 'tool'
    ? toolEventView(event)
    : event.type === 'transfer'
      ? transferEventView(event)
      : event.type === 'state'
        ? { id: event.status, type: 'state', timestamp: isoTime(event.at), status: event.status }
        : {
            id: `${event.sender}-${event.at}`,
            type: 'turn',
            timestamp: isoTime(event.at),
            sender: event.sender,
            text: event.text,
            latency_ms: event.latency_ms ?? null,
            model_ms: event.model_ms ?? null,
          }

const toolEventView = ({ id, at, name, outcome, duration_ms }: Extract<CallEvent, { type: 'tool' }>) => ({
  id: `tool-${id}`,
  type: 'tool' as const,
  timestamp: isoTime(at),
  name,
  outcome: outcome === 'running' ? ('unknown' as const) : outcome,
  duration_ms,
})

const transferEventView = ({ at, place, phone_number, status, ...why }: Extract<CallEvent, { type: 'transfer' }>) => ({
  id: `transfer-${place}-${status}`,
  type: 'transfer' as const,
  timestamp: isoTime(at),
  phone_number,
  status,
  carrier_code: why.carrier_code,
  failure_reason: why.failure_reason,
})

export interface EventCursor {
  states: number
  place: number
  unplaced: string[]
  tools: string[]
  legs: string[]
}

export const fromTheStart: EventCursor = { states: 0, place: 0, unplaced: [], tools: [], legs: [] }

export const writeEventCursor = ({ states, place, unplaced, tools, legs }: EventCursor): string =>
  [states, place, ...unplaced, ...tools, ...legs].join('.')

export const readEventCursor = (text: string): EventCursor | undefined => {
  const [states = '', place = '', ...names] = text.split('.')
  const unplaced = names.filter((name) => turnName.test(name))
  const tools = names.filter((name) => toolName.test(name))
  const legs = names.filter((name) => legName.test(name))
  const known = unplaced.length + tools.length + legs.length
  const isOurs = /^[0-4]$/.test(states) && /^\d{1,6}$/.test(place) && known === names.length
  if (!isOurs || unplaced.length > unplacedMax || tools.length > toolsReportedMax || legs.length > legsReportedMax)
    return undefined
  return { states: Number(states), place: Number(place), unplaced, tools, legs }
}

const nameOf = ({ sender, at }: Utterance): string => `${sender.charAt(0)}${at.toString(36)}`
const turnName = /^[bh][\da-z]{1,9}$/
const toolNameOf = ({ id }: UsedTool): string => `t${id.slice(0, 7)}`
const toolName = /^t[\w-]{7}$/
const legName = /^l[1-6][1-4]$/
/** Events of six transfers with at most four states each. */
const legsReportedMax = 24

/** Limit of turns that are reported before their position in the transcript is known. */
const unplacedMax = 40
const toolsReportedMax = toolCallsMax + 20
export const eventCursorLengthMax = 8 + unplacedMax * 11 + toolsReportedMax * 9 + legsReportedMax * 4

export type StatedCall = Pick<Call, 'id' | 'status' | 'placement' | 'legs'> & Partial<Pick<Call, 'closed_at'>>

export interface ReportedEvents {
  call: StatedCall
  placed: readonly Utterance[]
  isWhole: boolean
  unplaced: readonly Utterance[]
  tools: readonly (UsedTool & { at: number })[]
}

export const eventsMax = 100

export interface EventPage {
  events: CallEvent[]
  after: EventCursor
  has_more: boolean
}

export const eventPage = (
  { call, placed, isWhole, unplaced, tools }: ReportedEvents,
  cursor: EventCursor,
  limit: number,
): EventPage => {
  const after = { ...cursor, unplaced: [...cursor.unplaced], tools: [...cursor.tools], legs: [...cursor.legs] }
  const states = statesOf(call)
    .filter(({ rank }) => rank > cursor.states)
    .map(({ rank, at, status }) => ({
      event: { type: 'state' as const, at, status },
      isEnd: rank === endRank,
      mark: () => {
        after.states = rank
      },
    }))
  const others: { event: CallEvent; mark: () => void }[] = [
    ...states.filter(({ isEnd }) => !isEnd),
    ...tools
      .filter((tool) => !cursor.tools.includes(toolNameOf(tool)))
      .map((tool) => ({
        event: { type: 'tool' as const, ...tool },
        mark: () => {
          after.tools.push(toolNameOf(tool))
        },
      })),
    ...transfersOf(call)
      .filter(({ name }) => !cursor.legs.includes(name))
      .map(({ name, event }) => ({ event, mark: () => void after.legs.push(name) })),
    ...states.filter(({ isEnd }) => isEnd),
  ].toSorted((one, other) => one.event.at - other.event.at)
  const events: CallEvent[] = []
  const turns = [
    ...placed.map((turn) => ({ ...turn, isPlaced: true })),
    ...unplaced.map((turn) => ({ ...turn, isPlaced: false })),
  ]
  let next = 0

  for (;;) {
    const turn = turns[next]
    if (turn && (wasReported(after, turn) || isSkipped(after, turn))) {
      if (turn.isPlaced) after.unplaced = without(after.unplaced, nameOf(turn))
      if (turn.isPlaced) after.place++
      next++
      continue
    }
    const [other] = others
    if (events.length === limit || (!turn && !other)) break
    if (other && (!turn || other.event.at <= turn.at)) {
      events.push(other.event)
      other.mark()
      others.shift()
      continue
    }
    if (!turn) break
    events.push(turnEvent(turn))
    if (turn.isPlaced) after.place++
    else after.unplaced.push(nameOf(turn))
    next++
  }

  const isAtEnd = isWhole && next === turns.length
  if (isAtEnd && placed.length > 0)
    after.unplaced = after.unplaced.filter((name) => unplaced.some((turn) => nameOf(turn) === name))
  return { events, after, has_more: !isAtEnd || others.length > 0 }
}

const isSkipped = ({ unplaced }: EventCursor, { text, isPlaced }: Utterance & { isPlaced: boolean }) =>
  text.trim() === '' || (!isPlaced && unplaced.length === unplacedMax)

const wasReported = ({ unplaced }: EventCursor, turn: Utterance) => unplaced.includes(nameOf(turn))

const without = (names: string[], name: string): string[] => {
  const place = names.indexOf(name)
  return place < 0 ? names : names.toSpliced(place, 1)
}

const turnEvent = ({ at, sender, text, ...waits }: Utterance): CallEvent => ({
  type: 'turn',
  at,
  sender,
  text,
  ...waitsOf(waits),
})

export const unplacedTurns = (talk: Talk, isPast = false): Utterance[] =>
  exchangeOf(talk).filter(({ sender }) => sender === 'human' || talk.finished || isOver(talk) || isPast)

const endRank = 4

const statesOf = (call: StatedCall): { rank: number; at: number; status: CallStatus }[] => {
  const { id, status, closed_at } = call
  const ringing_at = ringingAt(call)
  const answered_at = answeredAt(call)
  return [
    { rank: 1, at: timeOfId(id), status: 'initiated' as const },
    ...(ringing_at === undefined ? [] : [{ rank: 2, at: ringing_at, status: 'ringing' as const }]),
    ...(answered_at === undefined ? [] : [{ rank: 3, at: answered_at, status: 'in-progress' as const }]),
    ...(closed_at === undefined
      ? []
      : [{ rank: endRank, at: Math.max(overAt(call) ?? closed_at, answered_at ?? 0), status }]),
  ]
}

/** Events that are reported after the call's end get the time of the end. */
const transfersOf = (call: StatedCall) => {
  const endAt = statesOf(call).find(({ rank }) => rank === endRank)?.at ?? Number.POSITIVE_INFINITY
  return call.legs.flatMap((leg, index) => {
    const { dialled_at, joined_at } = dialOf(leg) ?? {}
    const states = [
      { rank: 1, at: leg.asked_at, status: 'asked' as const },
      { rank: 2, at: dialled_at, status: 'ringing' as const },
      { rank: 3, at: joined_at, status: 'in-progress' as const },
      { rank: 4, at: isExplained(leg) ? endOf(leg)?.over_at : undefined, status: transferStatusOf(leg) },
    ]
    const place = index + 1
    return states.flatMap(({ rank, at, status }) =>
      at === undefined
        ? []
        : [
            {
              name: `l${place}${rank}`,
              event: {
                type: 'transfer' as const,
                at: Math.min(at, endAt),
                place,
                phone_number: leg.to,
                status,
                ...(rank === 4 ? legFailureOf(leg) : noFailure),
              },
            },
          ],
    )
  })
}

/**
 * False while the carrier may still report why the leg failed. The event of the failure waits for
 * this report.
 */
const isExplained = ({ stage, failure, charge }: Leg): boolean =>
  stage.phase !== 'over' || stage.outcome !== 'failed' || (failure ?? stage.gone_at ?? charge) !== undefined

const noFailure: LegFailure = { carrier_code: null, failure_reason: null }

export const keptTurns = (detail: CallDetail | undefined): Utterance[] =>
  (detail?.messages ?? []).map(({ sender, text, timestamp }, index) => ({
    sender: sender === 'bot' ? 'bot' : 'human',
    text: String(text),
    at: Date.parse(String(timestamp)),
    ...waitsOf(waitsAt(detail ?? {}, index)),
  }))

export const usedTools = (views: readonly ToolCallView[]): ReportedEvents['tools'] =>
  views
    .filter(({ outcome }) => outcome !== 'running')
    .map(({ id, name, outcome, started_at, duration_ms }) => ({
      id,
      name,
      outcome,
      duration_ms,
      at: Date.parse(started_at) + (duration_ms ?? 0),
    }))

export const allEvents = (call: StatedCall, detail: CallDetail | undefined): CallEvent[] =>
  eventPage(
    { call, placed: keptTurns(detail), isWhole: true, unplaced: [], tools: usedTools(detail?.tool_calls ?? []) },
    fromTheStart,
    Infinity,
  ).events
