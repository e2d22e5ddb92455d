import type { Call } from './call.ts'
import { askingMsMax, unknownHorizonMs } from './call-life.ts'
import type { Asked } from './placement.ts'

/** A call in the carrier's list. */
export interface ListedCall {
  carrier_sid: string
  /** Epoch milliseconds of the carrier's clock, in whole seconds. */
  created_at: number
}

/** Milliseconds between the carrier's clock and ours, either way. */
const skewMsMax = 10_000
const roundingMs = 1_000

/** The carrier's calls that a create request of `asked_at` may have made, oldest first. */
export const madeAround = (asked_at: number, listed: ListedCall[]): ListedCall[] =>
  listed
    .filter(
      ({ created_at }) =>
        created_at >= asked_at - skewMsMax - roundingMs && created_at <= asked_at + unknownHorizonMs + skewMsMax,
    )
    .toSorted((one, other) => one.created_at - other.created_at)

/** A call of ours whose create request had no answer, or may be under way. */
export type WaitingCall = Pick<Call, 'id' | 'placement' | 'carrier_sid'>

type AskedCall = WaitingCall & { placement: Asked }

const mayBeMade = ({ placement: { asked_at } }: AskedCall, { created_at }: ListedCall): boolean =>
  created_at >= asked_at - skewMsMax - roundingMs && created_at <= asked_at + unknownHorizonMs + skewMsMax

/**
 * Finds the carrier's call that belongs to ours. Calls between the same two numbers look alike at
 * the carrier: each belongs to the last of ours that was requested before the carrier created it.
 * The carrier's clock may differ, so pairs are made from the newest call backwards. A remaining
 * call of the carrier goes to the nearest of ours. `siblings` are our waiting calls between the
 * same numbers.
 */
export const ownOf = (
  call: WaitingCall,
  siblings: readonly WaitingCall[],
  free: readonly ListedCall[],
): ListedCall | undefined => {
  const waiting = [call, ...siblings.filter(({ id }) => id !== call.id)]
    .filter((one): one is AskedCall => one.placement.phase === 'asked' && !one.carrier_sid)
    .toSorted((one, other) => other.placement.asked_at - one.placement.asked_at || other.id - one.id)
  const newestFirst = free.toSorted((one, other) => other.created_at - one.created_at)
  const left: ListedCall[] = []
  let own: ListedCall | undefined
  const give = (one: ListedCall, place: number) => {
    const [owner] = waiting.splice(place, 1)
    if (owner?.id === call.id) own = one
  }
  for (const one of newestFirst) {
    const place = waiting.findIndex(
      (other) => other.placement.asked_at <= one.created_at + roundingMs && mayBeMade(other, one),
    )
    if (place < 0) left.push(one)
    else give(one, place)
  }
  for (const one of left.toReversed()) {
    const place = waiting.findLastIndex((other) => mayBeMade(other, one))
    if (place >= 0) give(one, place)
  }
  return own
}

/** The request that made it, if that had an answer, has noted whose it is by now. */
export const isSettled = ({ created_at }: ListedCall, now: number): boolean =>
  now >= created_at + askingMsMax + skewMsMax
