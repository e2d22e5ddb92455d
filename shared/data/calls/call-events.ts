import type { Call } from '../../domain/calls/call.ts'
import { type CallRef, callRefOf } from '../../domain/calls/call-ref.ts'
import { wasAnswered } from '../../domain/calls/placement.ts'
import {
  type EventCursor,
  keptTurns,
  type ReportedEvents,
  unplacedTurns,
  usedTools,
} from '../../domain/conversations/call-events.ts'
import { exchangeMax } from '../../domain/conversations/exchange.ts'
import type { Talk } from '../../domain/conversations/talk.ts'
import { type ToolCall, toolCallView } from '../../domain/tools/tool-call.ts'
import type { StoreParts } from '../../table/compare-and-set.ts'
import { talkKey, utteranceKey } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import { placedUtterances, readTalk, type StoredExchange, type StoredTalk } from '../conversations/conversations.ts'
import { toolCallRange } from '../conversations/tool-calls.ts'
import { findDetails } from './call-detail.ts'
import { findCall } from './call-items.ts'

export interface CallEvents {
  /**
   * Returns events after the cursor. Eventually consistent reads may delay an event, but never lose
   * it.
   */
  after(ref: CallRef, cursor: EventCursor, limit: number): Promise<ReportedEvents | undefined>
}

export const callEvents = ({ table, clock }: StoreParts): CallEvents => {
  const toolsOf = async (call: Call, { used }: Talk, { tools }: EventCursor): Promise<ReportedEvents['tools']> => {
    const hasJustEnded = call.closed_at !== undefined && clock.now() < call.closed_at + lateMsMax
    if (used <= tools.length && !hasJustEnded) return []
    const ref = callRefOf(call)
    const stored = await table.query<ToolCall>({ ...toolCallRange(ref), stale: true })
    return usedTools(stored.map((each) => toolCallView(each, clock.now())))
  }

  return {
    after: async (ref, cursor, limit) => {
      const { user_id, call_id } = ref
      const [seen, stored] = await Promise.all([
        findCall(table, ref, { stale: true }),
        table.get<StoredTalk>(talkKey(user_id, call_id), { stale: true }),
      ])
      const talk = readTalk(stored)
      const call = seen ?? (await findCall(table, ref))
      if (!call) return undefined
      if (talk) {
        const isPast = call.evaluated !== undefined
        const [turns, tools] = await Promise.all([
          turnsOf(table, { talk, isPast }, cursor, limit),
          toolsOf(call, talk, cursor),
        ])
        return { call, ...turns, tools }
      }
      const isPast = call.evaluated !== undefined && wasAnswered(call)
      const [detail] = isPast ? await findDetails(table, [ref]) : []
      const placed = keptTurns(detail).slice(cursor.place)
      return { call, placed, isWhole: true, unplaced: [], tools: usedTools(detail?.tool_calls ?? []) }
    },
  }
}

const lateMsMax = 60_000

const turnsOf = async (
  table: Table,
  { talk, isPast }: { talk: Talk; isPast: boolean },
  { place, unplaced }: EventCursor,
  limit: number,
) => {
  const { user_id, call_id, utterances } = talk
  if (utterances < place) return { placed: [], isWhole: true, unplaced: [] }
  const { pk, sk: from } = utteranceKey(user_id, call_id, Math.max(0, place - exchangeMax))
  const wanted = Math.min(utterances - place, limit + unplaced.length)
  const to = utteranceKey(user_id, call_id, place + wanted - 1).sk
  const stored = wanted ? await table.query<StoredExchange>({ pk, from, to, stale: true }) : []
  const placed = placedUtterances(stored)
    .filter((utterance) => utterance.place >= place && utterance.place < place + wanted)
    .filter((utterance, index) => utterance.place === place + index)
  const isWhole = placed.length === utterances - place
  return { placed, isWhole, unplaced: isWhole ? unplacedTurns(talk, isPast) : [] }
}
