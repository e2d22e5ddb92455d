import { createHash } from 'node:crypto'

/**
 * State of a receiver. After `failuresMax` failures in a row its circuit opens, each time for
 * longer; then one probe delivery is sent.
 */
export interface Endpoint {
  /** Lease of a worker that sends to this receiver. If it expires, the worker has crashed. */
  [slot: `slot_${number}`]: ProbeLease | undefined
  /** Failures in a row. */
  failures?: number
  pauses?: number
  paused_until?: number
  prober?: number
}

export interface ProbeLease {
  delivery_id: number
  until: number
}

/** Hashes a receiver's URL without the query. */
export const endpointHash = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return createHash('sha256').update(`${origin}${pathname}`).digest('base64url')
}

export const slotsMax = 10
export const failuresMax = 10
const pauseMs = 60_000
const pauseMsMax = 15 * 60_000
/** Milliseconds: longer than any attempt. */
export const leaseMs = 60_000

export type Admission =
  | { go: true; slot: number; probes: boolean }
  | { go: false; why: 'in flight' }
  | { go: false; why: 'busy' }
  | { go: false; why: 'paused'; until: number; prober: number | undefined }

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

/** During a pause only a failed probe extends the pause, because other attempts began earlier. */
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

export const resumed: Health = { failures: failuresMax - 1, pauses: 0, paused_until: undefined }
