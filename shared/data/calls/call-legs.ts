import type { Call } from '../../domain/calls/call.ts'
import type { Applied } from '../../domain/calls/call-follow-up.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import {
  endOf,
  foldLeg,
  type Leg,
  type LegRefusal,
  type LegReport,
  legCost,
  legRefusal,
} from '../../domain/calls/leg.ts'
import type { LegRef } from '../../domain/calls/leg-ref.ts'
import { lost, type Pauses, untilWritten } from '../../table/compare-and-set.ts'
import { decimalOf } from '../../words/money.ts'
import type { Settling } from '../account/ledger.ts'
import { callWrite } from './call-items.ts'
import { markDirty } from './dirty-calls.ts'

type LegAdded = { call: Call; place: number } | { refused: LegRefusal } | { missing: true }

interface LegTold {
  call: Call
  before: Leg
  leg: Leg
}

type LegPatch = Pick<Partial<Leg>, 'checked_at' | 'drive_at' | 'drives'>

export interface CallLegs {
  /** A repeated request returns the existing leg. `seen`: the call as read before. */
  addLeg(ref: CallRef, leg: Leg, now: number, seen?: Call): Promise<LegAdded>
  reportLeg(ref: LegRef, report: LegReport, now: number, seen?: Call): Promise<LegTold | undefined>
  patchLeg(ref: LegRef, patch: LegPatch, now: number): Promise<LegTold | undefined>
  chargeLeg(ref: LegRef, now: number): Promise<void>
}

interface LegParts extends Pauses, Settling {
  find(ref: CallRef): Promise<Call | undefined>
  change(ref: CallRef, step: (call: Call) => Call, seen?: Call): Promise<Applied | undefined>
}

export const callLegs = (parts: LegParts): CallLegs => {
  const { find, change, release } = parts

  const changeLeg = async (
    { place, ...ref }: LegRef,
    step: (leg: Leg) => Leg,
    now: number,
    seen?: Call,
  ): Promise<LegTold | undefined> => {
    const changed = await change(ref, (call) => withLeg(call, place, step, now), seen)
    const before = changed?.before.legs[place - 1]
    const leg = changed?.call.legs[place - 1]
    return changed && before && leg && { call: changed.call, before, leg }
  }

  return {
    addLeg: async (ref, leg, now, seen) => {
      const adding = (call: Call): Call =>
        legRefusal(call, leg.id, now) ? call : { ...call, legs: [...call.legs, leg], updated_at: now }
      const added = await change(ref, adding, seen)
      if (!added) return { missing: true }
      const { call } = added
      const place = call.legs.findIndex(({ id }) => id === leg.id) + 1
      return place > 0 ? { call, place } : { refused: legRefusal(call, leg.id, now) ?? 'under way' }
    },

    reportLeg: (ref, report, now, seen) => changeLeg(ref, (leg) => foldLeg(leg, report, now), now, seen),

    patchLeg: (ref, patch, now) =>
      changeLeg(ref, (leg) => (leg.charge === undefined ? { ...leg, ...patch } : leg), now),

    chargeLeg: ({ place, ...ref }, now) =>
      untilWritten<void>(parts, 'call', async () => {
        const before = await find(ref)
        const leg = before?.legs[place - 1]
        if (!before || !leg || !endOf(leg) || leg.charge) return
        const cost = legCost(leg)
        const charged = withLeg(before, place, (leg) => ({ ...leg, charge: { at: now, cost } }), now)
        const after = { ...charged, legs_charged: place }
        const entry = {
          user_id: ref.user_id,
          type: 'call' as const,
          amount: -cost,
          description: `Transfer to ${leg.to}, ${leg.duration ?? 0} s: carrier ${decimalOf(cost)}`,
          call_id: ref.call_id,
        }
        const written = callWrite({ ...after, revision: before.revision + 1 }, before.revision)
        const held = { user_id: ref.user_id, call_id: leg.id }
        const counted = after.closed_at === undefined ? [] : markDirty(parts, ref, before.evaluated !== undefined)
        const moved = await release(held, cost === 0 ? undefined : entry, [written, ...counted])
        return moved.moved ? undefined : lost
      }),
  }
}

const withLeg = <Changed extends Call>(call: Changed, place: number, step: (leg: Leg) => Leg, now: number): Changed => {
  const leg = call.legs[place - 1]
  const next = leg && step(leg)
  if (!next || next === leg) return call
  return { ...call, legs: call.legs.with(place - 1, next), updated_at: now }
}
