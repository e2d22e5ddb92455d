import type { SQSRecord } from 'aws-lambda'
import type { Clock } from '../../shared/words/clock.ts'

/** Share of all work above which a tenant is noisy, as in Amazon SQS fair queues. */
const noisyShare = 0.1
const noisyInFlightMin = 30
/**
 * Milliseconds for which finished work still counts in a tenant's share. Amazon documents no
 * number.
 */
const recentMs = 5 * 60_000

interface Tenant {
  /** Oldest first. */
  waiting: { record: SQSRecord; arrival: number }[]
  inFlight: number
  begun: Set<{ at: number; messages: number }>
  spent: { at: number; ms: number }[]
}

/**
 * Orders messages like an SQS fair queue: tenants that are not noisy first, then by age.
 * `MessageGroupId` names the tenant; a message without it is its own tenant.
 */
export const fairQueue = ({ clock }: { clock: Pick<Clock, 'now'> }) => {
  const tenants = new Map<string, Tenant>()
  let arrivals = 0
  let waiting = 0

  const spentBy = (tenant: Tenant, now: number): number => {
    tenant.spent = tenant.spent.filter(({ at }) => at > now - recentMs)
    const running = [...tenant.begun].reduce((sum, { at, messages }) => sum + (now - at) * messages, 0)
    return tenant.spent.reduce((sum, { ms }) => sum + ms, running)
  }

  const isQuiet = (): ((tenant: Tenant) => boolean) => {
    const now = clock.now()
    const spent = new Map([...tenants.values()].map((tenant) => [tenant, spentBy(tenant, now)]))
    const allSpent = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
    const allInFlight = [...tenants.values()].reduce((sum, { inFlight }) => sum + inFlight, 0)
    return (tenant) =>
      (spent.get(tenant) ?? 0) <= noisyShare * allSpent &&
      (tenant.inFlight < noisyInFlightMin || tenant.inFlight <= noisyShare * allInFlight)
  }

  const next = (): [string, Tenant] | undefined => {
    const those = [...tenants].filter(([, tenant]) => tenant.waiting.length > 0)
    if (those.length <= 1) return those[0]
    const isQuietNow = isQuiet()
    const arrivalOf = (tenant: Tenant) => tenant.waiting[0]?.arrival ?? 0
    const order = ([, one]: [string, Tenant], [, other]: [string, Tenant]): number => {
      const [oneQuiet, otherQuiet] = [isQuietNow(one), isQuietNow(other)]
      if (oneQuiet !== otherQuiet) return oneQuiet ? -1 : 1
      const byFlight = oneQuiet ? 0 : one.inFlight - other.inFlight
      return byFlight || arrivalOf(one) - arrivalOf(other)
    }
    return those.reduce((best, one) => (order(one, best) < 0 ? one : best))
  }

  const forget = (name: string, tenant: Tenant) => {
    const isIdle = tenant.waiting.length === 0 && tenant.inFlight === 0
    if (isIdle && spentBy(tenant, clock.now()) === 0) tenants.delete(name)
  }

  return {
    size: () => waiting,

    add: (record: SQSRecord): void => {
      const name = record.attributes.MessageGroupId ?? record.messageId
      const tenant = tenants.get(name) ?? { waiting: [], inFlight: 0, begun: new Set(), spent: [] }
      tenants.set(name, tenant)
      tenant.waiting.push({ record, arrival: arrivals++ })
      waiting += 1
    },

    /** Takes the next messages. The caller must call `end` after the invocation. */
    take: (max: number): { records: SQSRecord[]; end: () => void } => {
      const taken: { name: string; tenant: Tenant; record: SQSRecord }[] = []
      for (let found = next(); found && taken.length < max; found = taken.length < max ? next() : undefined) {
        const [name, tenant] = found
        const first = tenant.waiting.shift()
        if (!first) break
        waiting -= 1
        tenant.inFlight += 1
        taken.push({ name, tenant, record: first.record })
      }
      const at = clock.now()
      const batches = [...Map.groupBy(taken, ({ tenant }) => tenant)].map(([tenant, own]) => {
        const batch = { at, messages: own.length }
        tenant.begun.add(batch)
        return { tenant, batch, name: own[0]?.name ?? '' }
      })
      const end = () => {
        const now = clock.now()
        for (const { tenant, batch, name } of batches) {
          tenant.begun.delete(batch)
          tenant.inFlight -= batch.messages
          if (now > at) tenant.spent.push({ at: now, ms: (now - at) * batch.messages })
          forget(name, tenant)
        }
      }
      return { records: taken.map(({ record }) => record), end }
    },
  }
}
