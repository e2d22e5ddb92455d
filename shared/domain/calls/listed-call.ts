import type { Call } from './call.ts'
import { askingMsMax, unknownHorizonMs } from './call-life.ts'
import type { Asked } from './placement.ts'

/** A call in the carrier's list. */
export interface ListedCall {
  carrier_sid: string
  /** Epoch milliseconds of the carrier's clock, in whole seconds. */
  created_at: number
}

/** How far the carrier's clock may be from ours, either way. */
const skewMsMax = 10_000
const roundingMs = 1_000

/** Which of the carrier's calls a create request of `asked_at` may have made, the oldest first. */
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
 * Which of the carrier's calls is this one of ours. Calls from one number to another look alike at
 * the carrier: each belongs to the last of ours that was asked for before the carrier created it.
 * The carrier's clock may differ, so the pairs are taken from the newest call backwards, and a call
 * of the carrier that is left over goes to the call of ours that is nearest to it. `siblings` are
 * our calls between the two numbers that wait as well.
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
