import type { Call } from '../../domain/calls/call.ts'
import { wasAnswered } from '../../domain/calls/placement.ts'
import type { NumberDay } from '../../domain/dialling/number-pool.ts'
import { numberDayKey } from '../../table/keys.ts'
import { type Table, type Write, when } from '../../table/table.ts'

export interface NumberDays {
  since(user_id: number, first: string): Promise<NumberDay[]>
}

export const numberDays = ({ table }: { table: Table }): NumberDays => ({
  since: (user_id, first) => {
    const { pk, sk: from } = numberDayKey(user_id, first, 0)
    return table.query<NumberDay>({ pk, from })
  },
})

const keptDays = 9
const dayMs = 24 * 60 * 60_000

/**
 * Counts a call from the user's number. Fails unless `seen` calls from the number were counted that
 * day.
 */
export const numberCountWrite = (user_id: number, { id, day }: { id: number; day: string }, seen: number): Write => ({
  update: numberDayKey(user_id, day, id),
  set: { day, number_id: id, expires_at_seconds: Math.floor((Date.parse(day) + keptDays * dayMs) / 1000) },
  add: { calls: 1 },
  when: when(seen === 0 ? 'attribute_not_exists(#calls) OR #calls = :seen' : '#calls = :seen', { seen }),
})

export const numberUncountWrites = ({ user_id, campaign }: Pick<Call, 'user_id' | 'campaign'>): Write[] =>
  campaign?.number === undefined
    ? []
    : [{ update: numberDayKey(user_id, campaign.number.day, campaign.number.id), add: { calls: -1 } }]

export const numberEndWrites = (call: Call): Write[] => {
  const number = call.campaign?.number
  if (!number || call.placement.phase === 'declined') return []
  const isAnswered = wasAnswered(call) && call.answered_by !== 'machine'
  return [
    {
      update: numberDayKey(call.user_id, number.day, number.id),
      add: { ended: 1, ...(isAnswered && { answered: 1 }) },
    },
  ]
}
