import { askingMsMax, unknownHorizonMs } from './call-life.ts'

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

/** The request that made it, if that had an answer, has noted whose it is by now. */
export const isSettled = ({ created_at }: ListedCall, now: number): boolean =>
  now >= created_at + askingMsMax + skewMsMax
