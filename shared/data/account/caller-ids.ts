import {
  type CallerId,
  callerIdDueAt,
  callerIdLimits,
  callerIdNumber,
  callsKindOf,
} from '../../domain/account/caller-id.ts'
import type { NumberRef } from '../../domain/account/number-order.ts'
import { hourlyShare } from '../../table/hourly-share.ts'
import { callerIdKey, dueKey, phoneKey } from '../../table/keys.ts'
import { ownerIsOpen } from '../../table/owner.ts'
import { isNew, type Table, when, without } from '../../table/table.ts'
import { numberPut } from './numbers.ts'

export interface CallerIds {
  find(ref: NumberRef): Promise<CallerId | undefined>
  /** Counts a verification call. `resetSeconds`: seconds until a call is allowed again. */
  mayCall(
    user_id: number,
    phone_number: string,
    now: number,
  ): Promise<{ isAllowed: true } | { isAllowed: false; resetSeconds: number }>
  /** `exists`: the id is in use. `taken`: a user has this number or is verifying it. */
  open(callerId: CallerId): Promise<'opened' | 'exists' | 'taken'>
  noteCode(callerId: CallerId, validation_code: string): Promise<void>
  verify(callerId: CallerId, carrier_sid: string): Promise<boolean>
  end(callerId: CallerId, state: 'failed' | 'expired'): Promise<boolean>
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const keptSeconds = 24 * 60 * 60

export const callerIds = ({ table }: { table: Table }): CallerIds => {
  const find = async ({ user_id, number_id }: NumberRef) => {
    const stored = await table.get<CallerId>(callerIdKey(user_id, number_id))
    return stored && (without(stored, 'pk', 'sk', 'due_shard', 'due_at') as CallerId)
  }
  const isPending = when('#state = :pending', { pending: 'pending' })
  const over = ({ asked_at }: CallerId) => ({ expires_at_seconds: Math.floor(asked_at / 1000) + keptSeconds })
  const leftovers = ['validation_code', 'held_number', 'due_at', 'due_shard']

  return {
    find,

    mayCall: async (user_id, phone_number, now) => {
      const { perUserAndHour, perUserAndDay, perNumberAndDay } = callerIdLimits
      const shares: [user: number, kind: string, windowMs: number, max: number][] = [
        [user_id, 'caller-id', hourMs, perUserAndHour],
        [user_id, 'caller-id-day', dayMs, perUserAndDay],
        [0, callsKindOf(phone_number), dayMs, perNumberAndDay],
      ]
      for (const [owner, kind, windowMs, max] of shares) {
        const share = await hourlyShare(table, { user_id: owner, kind, now, windowMs }, { calls: { add: 1, max } })
        if (!share.isAllowed) return share
      }
      return { isAllowed: true }
    },

    open: async (callerId) => {
      const { user_id, id, phone_number } = callerId
      const written = await table.write([
        {
          put: {
            ...callerIdKey(user_id, id),
            ...callerId,
            held_number: phone_number,
            ...dueKey(id, callerIdDueAt(callerId)),
          },
          when: isNew,
        },
        { put: { ...phoneKey(phone_number), user_id, number_id: id }, when: isNew },
        ownerIsOpen(user_id),
      ])
      if (written.done) return 'opened'
      return written.failed[1] || written.failed[2] ? 'taken' : 'exists'
    },

    noteCode: async ({ user_id, id }, validation_code) => {
      await table.write([{ update: callerIdKey(user_id, id), set: { validation_code }, when: isPending }])
    },

    verify: async (callerId, carrier_sid) => {
      const { user_id, id } = callerId
      const written = await table.write([
        {
          update: callerIdKey(user_id, id),
          set: { state: 'verified', ...over(callerId) },
          remove: leftovers,
          when: isPending,
        },
        numberPut(callerIdNumber(callerId, carrier_sid)),
      ])
      return written.done
    },

    end: async (callerId, state) => {
      const { user_id, id, phone_number } = callerId
      const written = await table.write([
        { update: callerIdKey(user_id, id), set: { state, ...over(callerId) }, remove: leftovers, when: isPending },
        { delete: phoneKey(phone_number), when: when('#number_id = :id', { id }) },
      ])
      return written.done
    },
  }
}
