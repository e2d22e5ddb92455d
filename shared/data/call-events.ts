import type { Call } from '../domain/calls/call.ts'
import { wasAnswered } from '../domain/calls/call-life.ts'
import type { CallRef } from '../domain/calls/call-ref.ts'
import { type EventCursor, keptTurns, type Told, unplacedTurns } from '../domain/conversations/call-events.ts'
import type { Talk, Utterance } from '../domain/conversations/talk.ts'
import { findDetails } from './call-detail.ts'
import { callKey, talkKey, utteranceKey } from './keys.ts'
import type { Table } from './table.ts'

export interface CallEvents {
  /**
   * What there is to tell behind the cursor; undefined when there is no such call. With nothing new it costs one read unit: reads may
   * be a moment behind, which delays an event and never loses one.
   */
  told(ref: CallRef, cursor: EventCursor, limit: number): Promise<Told | undefined>
}

export const callEvents = ({ table }: { table: Table }): CallEvents => ({
  told: async (ref, cursor, limit) => {
    const { user_id, call_id } = ref
    const key = callKey(user_id, call_id)
    const [seen, talk] = await Promise.all([
      table.get<Call>(key, { stale: true }),
      table.get<Talk>(talkKey(user_id, call_id), { stale: true }),
    ])
    // A call that was recorded just now is there.
    const call = seen ?? (await table.get<Call>(key))
    if (!call) return undefined
    if (talk) return { call, ...(await turnsOf(table, talk, cursor, limit)) }
    const isPast = call.evaluated_at !== undefined && wasAnswered(call)
    const [detail] = isPast ? await findDetails(table, [ref]) : []
    return { call, placed: keptTurns(detail).slice(cursor.place), isWhole: true, unplaced: [] }
  },
})

const turnsOf = async (table: Table, talk: Talk, { place, unplaced }: EventCursor, limit: number) => {
  const { user_id, call_id, utterances } = talk
  if (utterances < place) return { placed: [], isWhole: true, unplaced: [] }
  const { pk, sk: from } = utteranceKey(user_id, call_id, place)
  // Those that were told without a place are passed over.
  const wanted = Math.min(utterances - place, limit + unplaced.length)
  const stored = wanted
    ? await table.query<Utterance & { place: number }>({
        pk,
        from,
        to: utteranceKey(user_id, call_id, place + wanted - 1).sk,
        stale: true,
      })
    : []
  const placed = stored.filter((utterance, index) => utterance.place === place + index)
  const isWhole = placed.length === utterances - place
  return { placed, isWhole, unplaced: isWhole ? unplacedTurns(talk) : [] }
}
