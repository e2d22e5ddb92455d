import {
  type Admission,
  admission,
  afterFailure,
  type Endpoint,
  endpointHash,
  leaseMs,
  resumed,
  slotsMax,
} from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpointKey, webhookLineKey } from '../../table/keys.ts'
import { type Condition, exists, isNew, type Table, when } from '../../table/table.ts'

export interface EndpointRef {
  user_id: number
  url: string
}

export interface WebhookEndpoints {
  /** A crashed worker's slot expires. */
  acquireSlot(endpoint: EndpointRef, delivery_id: number, now: number): Promise<Admission>
  /** Returns the end of the pause if this result opens the circuit. */
  releaseSlot(endpoint: EndpointRef, held: Held, went: Went, now: number): Promise<number | undefined>
  enqueue(endpoint: EndpointRef, delivery_id: number, now: number): Promise<boolean>
  /** Oldest first. */
  firstQueued(endpoint: EndpointRef): Promise<number[]>
  /** Removes the delivery from the queue. True for one worker only. */
  leaveQueue(endpoint: EndpointRef, delivery_id: number): Promise<boolean>
  /**
   * Makes a delivery the probe, the only delivery sent after the pause. Replaces the probe
   * `before`. False on a conflict.
   */
  appoint(endpoint: EndpointRef, delivery_id: number, before: number | undefined): Promise<boolean>
  dismiss(endpoint: EndpointRef, delivery_id: number): Promise<void>
  resume(endpoint: EndpointRef): Promise<void>
}

interface Held {
  delivery_id: number
  slot: number
  probes: boolean
}

type Went = 'well' | 'badly' | 'unused'

const attemptsMax = 3 * slotsMax
const keptMs = 30 * 24 * 60 * 60 * 1000

export const webhookEndpoints = ({ table }: { table: Table }): WebhookEndpoints => ({
  acquireSlot: async (endpoint, delivery_id, now) => {
    const key = keyOf(endpoint)
    // The first attempt reads nothing: a refused write returns the stored state.
    let seen: Endpoint = {}
    let wanted: Admission = { go: true, slot: delivery_id % slotsMax, probes: false }
    for (let attempt = 1; wanted.go && attempt <= attemptsMax; attempt++) {
      const { slot, probes } = wanted
      const lease = { delivery_id, until: now + leaseMs }
      const written = await table.write<Endpoint>([
        {
          update: key,
          set: {
            [`slot_${slot}`]: lease,
            // No other delivery is sent during the probe.
            paused_until: probes ? lease.until : undefined,
            expires_at_seconds: Math.ceil((now + keptMs) / 1000),
          },
          when: isFree(slot, seen.paused_until, now),
        },
      ])
      if (written.done) return wanted
      seen = written.before[0] ?? {}
      wanted = admission(seen, delivery_id, now)
    }
    return wanted.go ? { go: false, why: 'busy' } : wanted
  },

  releaseSlot: async (endpoint, { delivery_id, slot, probes }, went, now) => {
    const key = keyOf(endpoint)
    const name = `slot_${slot}` as const
    if (went !== 'badly') {
      const remove = went === 'well' ? [name, 'failures', 'pauses', 'paused_until'] : [name]
      await table.write([{ update: key, remove, when: when(`#${name}.#delivery_id = :delivery_id`, { delivery_id }) }])
      return undefined
    }
    let seen = (await table.get<Endpoint>(key)) ?? {}
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const health = afterFailure(seen, probes, now)
      const isHeld = seen[name]?.delivery_id === delivery_id
      const { failures } = seen
      const isSeen =
        failures === undefined ? when('attribute_not_exists(#failures)') : when('#failures = :failures', { failures })
      const written = await table.write<Endpoint>([
        { update: key, set: health, remove: isHeld ? [name] : [], when: isSeen },
      ])
      if (written.done) return health.paused_until
      seen = written.before[0] ?? {}
    }
    return undefined
  },

  enqueue: async ({ user_id, url }, delivery_id, now) => {
    const place = webhookLineKey(user_id, endpointHash(url), delivery_id)
    const expires_at_seconds = Math.ceil((now + keptMs) / 1000)
    return (await table.write([{ put: { ...place, delivery_id, expires_at_seconds }, when: isNew }])).done
  },

  firstQueued: async ({ user_id, url }) => {
    const { pk, sk: from } = webhookLineKey(user_id, endpointHash(url), 0)
    const { sk: to } = webhookLineKey(user_id, endpointHash(url), Number.MAX_SAFE_INTEGER)
    const waiting = await table.query<{ delivery_id: number }>({ pk, from, to, limit: slotsMax })
    return waiting.map(({ delivery_id }) => delivery_id)
  },

  leaveQueue: async ({ user_id, url }, delivery_id) => {
    const place = webhookLineKey(user_id, endpointHash(url), delivery_id)
    return (await table.write([{ delete: place, when: exists }])).done
  },

  appoint: async (endpoint, delivery_id, before) => {
    const isSeen = before === undefined ? 'attribute_not_exists(#prober)' : '#prober = :before'
    const isPaused = when(`attribute_exists(#paused_until) AND ${isSeen}`, before === undefined ? {} : { before })
    return (await table.write([{ update: keyOf(endpoint), set: { prober: delivery_id }, when: isPaused }])).done
  },

  dismiss: async (endpoint, delivery_id) => {
    const isIts = when('#prober = :delivery_id', { delivery_id })
    await table.write([{ update: keyOf(endpoint), remove: ['prober'], when: isIts }])
  },

  resume: async (endpoint) => {
    const { paused_until: _over, ...health } = resumed
    const isPaused = when('attribute_exists(#paused_until)')
    await table.write([{ update: keyOf(endpoint), set: health, remove: ['paused_until'], when: isPaused }])
  },
})

const keyOf = ({ user_id, url }: EndpointRef) => webhookEndpointKey(user_id, endpointHash(url))

const isFree = (slot: number, paused_until: number | undefined, now: number): Condition => {
  const free = `(attribute_not_exists(#slot_${slot}) OR #slot_${slot}.#until <= :now)`
  return paused_until === undefined
    ? when(`${free} AND attribute_not_exists(#paused_until)`, { now })
    : when(`${free} AND #paused_until = :paused_until`, { now, paused_until })
}
