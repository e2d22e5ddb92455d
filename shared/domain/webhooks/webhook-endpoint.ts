import { createHash } from 'node:crypto'

/**
 * What we know of one receiver of webhooks, so that one that is slow or dead is no burden to
 * others: at most `slotsMax` attempts are under way at once, and after `failuresMax` failures in a
 * row it is left alone for a while, longer each time. Then one attempt probes whether it is back.
 */
export interface Endpoint {
  /** The workers that send to it now; a lease that has run out belongs to one that died. */
  [slot: `slot_${number}`]: Lease | undefined
  /** In a row. */
  failures?: number
  /** Times that it was left alone, in a row. */
  pauses?: number
  /** Epoch milliseconds. */
  paused_until?: number
  /**
   * The delivery that comes when the pause ends, to find out whether it is back; all others stand
   * in line.
   */
  prober?: number
}

export interface Lease {
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
  /** `probes`: it finds out whether a receiver that was left alone is back. */
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

const leaseIn = (endpoint: Endpoint, slot: number, now: number): Lease | undefined => {
  const lease = endpoint[`slot_${slot}`]
  return lease && now < lease.until ? lease : undefined
}

type Health = { failures?: number; pauses?: number; paused_until?: number }

/**
 * What a failure makes of a receiver. While it is paused only the probe counts: the others were
 * under way before, and would prolong the pause for what they had found out together.
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
