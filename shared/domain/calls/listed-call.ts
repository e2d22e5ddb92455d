import type { Call } from './call.ts'
import { askingMsMax, unknownHorizonMs } from './call-life.ts'
import type { Asked } from './placement.ts'

export interface ListedCall {
  carrier_sid: string
  created_at: number
}

/** Largest difference between the carrier's clock and ours. */
const skewMsMax = 10_000
const roundingMs = 1_000

/** Returns carrier calls that a create request at `asked_at` may have made, oldest first. */
export const createdAround = (asked_at: number, listed: ListedCall[]): ListedCall[] =>
  listed
    .filter(
      ({ created_at }) =>
        created_at >= asked_at - skewMsMax - roundingMs && created_at <= asked_at + unknownHorizonMs + skewMsMax,
    )
    .toSorted((one, other) => one.created_at - other.created_at)

export type WaitingCall = Pick<Call, 'id' | 'placement' | 'carrier_sid'>

type AskedCall = WaitingCall & { placement: Asked }

const mayBeMade = ({ placement: { asked_at } }: AskedCall, { created_at }: ListedCall): boolean =>
  created_at >= asked_at - skewMsMax - roundingMs && created_at <= asked_at + unknownHorizonMs + skewMsMax

/**
 * Finds the carrier call that our create request for `call` made. Matches each carrier call with
 * our latest earlier request. Without an earlier request, matches the next request, because clocks
 * differ. `siblings`: our other waiting calls between the same numbers.
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

export const isSettled = ({ created_at }: ListedCall, now: number): boolean =>
  now >= created_at + askingMsMax + skewMsMax
