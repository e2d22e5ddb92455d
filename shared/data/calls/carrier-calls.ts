import type { Call } from '../../domain/calls/call.ts'
import { disown } from '../../domain/calls/call-life.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { callKey, carrierCallKey } from '../../table/keys.ts'
import { isNew, when } from '../../table/table.ts'
import { callWrite } from './call-items.ts'

/**
 * The owner of a carrier's call. The result of a look-up counts until the carrier itself reports.
 */
export interface Owner extends CallRef {
  looked_up?: true
}

/** Reports about a call come until a day after its end. */
const keptMs = 2 * 24 * 60 * 60 * 1000

/** Maps the carrier's calls to ours: never two of ours to one, whichever source came first. */
export const carrierCalls = (parts: StoreParts) => {
  const { table, clock } = parts

  const ownerPut = (carrier_sid: string, owner: Owner) => {
    const expires_at_seconds = Math.ceil((clock.now() + keptMs) / 1000)
    return { put: { ...carrierCallKey(carrier_sid), ...owner, expires_at_seconds } }
  }

  /** The other call of ours that it is; undefined when it is this one, from now on. */
  const otherOwner = async (carrier_sid: string, owner: Owner): Promise<Owner | undefined> => {
    const written = await table.write<Owner>([{ ...ownerPut(carrier_sid, owner), when: isNew }])
    const [known] = written.done ? [] : written.before
    return known && (known.user_id !== owner.user_id || known.call_id !== owner.call_id) ? known : undefined
  }

  /**
   * True when the reported call is this one of ours. A call that a look-up gave to another moves
   * from there, unless the other is closed: then it stays where it was counted.
   */
  const isOwn = ({ user_id, call_id }: CallRef, carrier_sid: string): Promise<boolean> =>
    untilWritten(parts, 'carrier’s call', async () => {
      const ref = { user_id, call_id }
      const owner = await otherOwner(carrier_sid, ref)
      if (!owner) return true
      const other = owner.looked_up && (await table.get<Call>(callKey(owner.user_id, owner.call_id)))
      if (!other || other.closed_at) return false
      const without = { ...disown(other, clock.now()), revision: other.revision + 1 }
      const written = await table.write([
        { ...ownerPut(carrier_sid, ref), when: when('#call_id = :owner', { owner: owner.call_id }) },
        ...(other.carrier_sid === carrier_sid ? [callWrite(without, other.revision)] : []),
      ])
      return written.done ? true : lost
    })

  /** False when it is known as another call of ours. */
  const adopt = async ({ user_id, call_id }: CallRef, carrier_sid: string): Promise<boolean> =>
    !(await otherOwner(carrier_sid, { user_id, call_id, looked_up: true }))

  const ofCarrier = async (carrier_sid: string): Promise<CallRef | undefined> => {
    const known = await table.get<Owner>(carrierCallKey(carrier_sid))
    return known && { user_id: known.user_id, call_id: known.call_id }
  }

  return { ownerPut, isOwn, adopt, ofCarrier }
}
