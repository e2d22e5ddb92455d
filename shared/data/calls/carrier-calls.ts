import { disown } from '../../domain/calls/call-life.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { carrierCallKey } from '../../table/keys.ts'
import { isNew, when } from '../../table/table.ts'
import { changedKind } from './call-history.ts'
import { callWrite, findCall } from './call-items.ts'

export interface Owner extends CallRef {
  looked_up?: true
}

export type OwnerPut = ReturnType<typeof carrierCalls>['ownerPut']

/**
 * Milliseconds for which the owner of a carrier call is stored. Reports arrive until a day after
 * the call's end.
 */
const keptMs = 2 * 24 * 60 * 60 * 1000

export const carrierCalls = (parts: StoreParts) => {
  const { table, clock } = parts

  const ownerPut = (carrier_sid: string, owner: Owner) => {
    const expires_at_seconds = Math.ceil((clock.now() + keptMs) / 1000)
    return { put: { ...carrierCallKey(carrier_sid), ...owner, expires_at_seconds } }
  }

  /** Returns another call that owns the carrier call. Undefined when this call now owns it. */
  const otherOwner = async (carrier_sid: string, owner: Owner): Promise<Owner | undefined> => {
    const written = await table.write<Owner>([{ ...ownerPut(carrier_sid, owner), when: isNew }])
    const [known] = written.done ? [] : written.before
    return known && (known.user_id !== owner.user_id || known.call_id !== owner.call_id) ? known : undefined
  }

  /**
   * True when the carrier call belongs to this call. If a look-up assigned it to another open call,
   * this call takes it over.
   */
  const isOwn = ({ user_id, call_id }: CallRef, carrier_sid: string): Promise<boolean> =>
    untilWritten(parts, 'carrier’s call', async () => {
      const ref = { user_id, call_id }
      const owner = await otherOwner(carrier_sid, ref)
      if (!owner) return true
      const other = owner.looked_up && (await findCall(table, owner))
      if (!other || other.closed_at) return false
      const without = { ...disown(other, clock.now()), revision: other.revision + 1 }
      const written = await table.write([
        { ...ownerPut(carrier_sid, ref), when: when('#call_id = :owner', { owner: owner.call_id }) },
        ...(other.carrier_sid === carrier_sid
          ? [callWrite(without, other.revision), ...changedKind(parts, other, without)]
          : []),
      ])
      return written.done ? true : lost
    })

  const adopt = async ({ user_id, call_id }: CallRef, carrier_sid: string): Promise<boolean> =>
    !(await otherOwner(carrier_sid, { user_id, call_id, looked_up: true }))

  const ofCarrier = async (carrier_sid: string): Promise<CallRef | undefined> => {
    const known = await table.get<Owner>(carrierCallKey(carrier_sid))
    return known && { user_id: known.user_id, call_id: known.call_id }
  }

  return { ownerPut, isOwn, adopt, ofCarrier }
}
