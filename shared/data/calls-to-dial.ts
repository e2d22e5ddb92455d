import type { CallRef } from '../domain/calls/call-ref.ts'
import { callToDialKey } from './keys.ts'
import { exists, isNew, type Table } from './table.ts'

/**
 * A user's single calls that wait for the carrier's rate, oldest first. Only the first one asks for a dial time, and the call
 * behind it is woken once that one has left: a thousand calls that wait cost no more than one that does.
 */
export interface CallsToDial {
  first(user_id: number): Promise<CallToDial | undefined>
  /** Puts a call in its place by age; false if it has been there before. */
  join(ref: CallRef): Promise<boolean>
  /** Keeps what the rate answered to the first call. */
  keep(ref: CallRef, answer: { place: number | undefined; asks_at: number }): Promise<void>
  /** Takes a call out if it is the first; the call that is the first then. */
  leave(ref: CallRef): Promise<CallRef | undefined>
}

export interface CallToDial extends CallRef {
  /** The user's place in the queue of users. */
  place?: number
  /** When it asks again, by its own message. */
  asks_at?: number
}

export const callsToDial = (table: Table): CallsToDial => {
  const keyOf = ({ user_id, call_id }: CallRef) => callToDialKey(user_id, call_id)
  const first = async (user_id: number) =>
    (await table.query<CallToDial>({ pk: callToDialKey(user_id, 0).pk, limit: 1 }))[0]

  return {
    first,

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
      const before = await first(ref.user_id)
      if (before?.call_id !== ref.call_id) return undefined
      await table.write([{ delete: keyOf(ref) }])
      const next = await first(ref.user_id)
      return next && { user_id: next.user_id, call_id: next.call_id }
    },
  }
}
