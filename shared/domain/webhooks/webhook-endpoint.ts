import { createHash } from 'node:crypto'

/**
 * State of one webhook receiver, so that a slow or dead one is no burden to others. At most
 * `slotsMax` attempts are under way at once. After `failuresMax` failures in a row the circuit
 * opens, each time for longer; then one attempt probes whether the receiver is back.
 */
export interface Endpoint {
  /** The workers that send to it now; a lease that has run out belongs to one that died. */
  [slot: `slot_${number}`]: ProbeLease | undefined
  /** In a row. */
  failures?: number
  /** Number of pauses in a row. */
  pauses?: number
  /** Epoch milliseconds. */
  paused_until?: number
  /** The delivery that is the probe at the end of the pause; all others are queued. */
  prober?: number
}

export interface ProbeLease {
  delivery_id: number
  until: number
}

/**
 * Tells receivers apart by what stands in their URLs up to the query: many differ in that alone.
 */
export const endpointHash = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return createHash('sha256').update(`${origin}${pathname}`).digest('base64url')
}

export const slotsMax = 10
export const failuresMax = 10
const pauseMs = 60_000
const pauseMsMax = 15 * 60_000
/** Longer than any attempt takes, whatever happens around it. */
export const leaseMs = 60_000

export type Admission =
  /** `probes`: the attempt finds out whether the receiver is back. */
  | { go: true; slot: number; probes: boolean }
  /** Another worker is sending this very delivery. */
  | { go: false; why: 'in flight' }
  | { go: false; why: 'busy' }
  | { go: false; why: 'paused'; until: number; prober: number | undefined }

/** May a delivery be sent to it now, and in which slot? */
export const admission = (endpoint: Endpoint, delivery_id: number, now: number): Admission => {
  const { paused_until, prober } = endpoint
  const slots = Array.from({ length: slotsMax }, (_, slot) => leaseIn(endpoint, slot, now))
  if (slots.some((lease) => lease?.delivery_id === delivery_id)) return { go: false, why: 'in flight' }
  if (paused_until !== undefined && now < paused_until) return { go: false, why: 'paused', until: paused_until, prober }
  const slot = slots.indexOf(undefined)
  return slot < 0 ? { go: false, why: 'busy' } : { go: true, slot, probes: paused_until !== undefined }
}

const leaseIn = (endpoint: Endpoint, slot: number, now: number): ProbeLease | undefined => {
  const lease = endpoint[`slot_${slot}`]
  return lease && now < lease.until ? lease : undefined
}

type Health = { failures?: number; pauses?: number; paused_until?: number }

/**
 * The receiver after a failure. During a pause only the probe counts: other attempts began before
 * it, and would prolong the pause for the same outage.
 */
export const afterFailure = (
  { failures = 0, pauses = 0, paused_until }: Health,
  probes: boolean,
  now: number,
): Health => {
  const counted = failures + 1
  if (probes || (counted >= failuresMax && paused_until === undefined))
    return { failures: counted, pauses: pauses + 1, paused_until: now + Math.min(pauseMs * 2 ** pauses, pauseMsMax) }
  return { failures: counted, pauses, paused_until }
}

/**
 * Its user says that it is back: it gets one chance to fail before it is paused again, for as short
 * as the first time.
 */
export const resumed: Health = { failures: failuresMax - 1, pauses: 0, paused_until: undefined }
