import type { CallRef } from '../../domain/calls/call-ref.ts'
import { callToDialKey } from '../../table/keys.ts'
import { exists, isNew, type Table } from '../../table/table.ts'

/**
 * A user's single calls that wait for the carrier's rate, oldest first. Only the first one asks for dial times, for itself and for those
 * behind it, and the call behind all that got one is woken once they have left: a thousand calls that wait cost no more than one that does.
 */
export interface CallsToDial {
  /** The first of them, as many as one call asks for. */
  line(user_id: number): Promise<CallToDial[]>
  /** Puts a call in its place by age; false if it has been there before. */
  join(ref: CallRef): Promise<boolean>
  /** Keeps what the rate answered to the first call. */
  keep(ref: CallRef, answer: { place: number | undefined; asks_at: number }): Promise<void>
  /** Takes a call out if it is the first; the call that is the first then. */
  leave(ref: CallRef): Promise<CallRef | undefined>
  /** Takes out several calls of one user, wherever they are; the call that is the first then. */
  leaveTogether(refs: [CallRef, ...CallRef[]]): Promise<CallRef | undefined>
}

export interface CallToDial extends CallRef {
  /** The user's place in the queue of users. */
  place?: number
  /** When it asks again, by its own message. */
  asks_at?: number
}

/** About as many as a fast carrier creates in the second for which dial times are given out; to read so many small items costs one read unit. */
const lineMax = 25

export const callsToDial = (table: Table): CallsToDial => {
  const keyOf = ({ user_id, call_id }: CallRef) => callToDialKey(user_id, call_id)
  const firstOf = (user_id: number, limit: number) =>
    table.query<CallToDial>({ pk: callToDialKey(user_id, 0).pk, limit })
  const leaveTogether: CallsToDial['leaveTogether'] = async (refs) => {
    await Promise.all(refs.map((ref) => table.write([{ delete: keyOf(ref) }])))
    const [next] = await firstOf(refs[0].user_id, 1)
    return next && { user_id: next.user_id, call_id: next.call_id }
  }

  return {
    line: (user_id) => firstOf(user_id, lineMax),

    join: async ({ user_id, call_id }) => {
      const written = await table.write([
        { put: { ...callToDialKey(user_id, call_id), user_id, call_id }, when: isNew },
      ])
      return written.done
    },

    keep: async (ref, { place, asks_at }) => {
      await table.write([{ update: keyOf(ref), set: { place, asks_at }, when: exists }])
    },

    leave: async (ref) => {
      const [first] = await firstOf(ref.user_id, 1)
      return first?.call_id === ref.call_id ? leaveTogether([ref]) : undefined
    },

    leaveTogether,
  }
}
