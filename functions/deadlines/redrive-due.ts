import { linkedAtOnceMax } from '../../shared/domain/evidence/evidence-ref.ts'
import { redriveDue } from '../../shared/operations/deadlines.ts'
import { schedule } from '../../shared/runtime/schedule.ts'
import type { Services } from '../../shared/services.ts'
import type { Due } from '../../shared/table/due.ts'
import { type DueQueue, dueKinds } from '../../shared/table/items.ts'

/** Maximum number of oldest items to read per shard. The same maximum applies to newest items. */
const perShardMax = 100_000
/** Messages per run: as many as workers can complete in a minute. */
const drivenMax = 20_000
const runMs = 60_000
/** Messages to send per second; more if sending would take longer than `withinSeconds`. */
const pace = { perSecond: 20, withinSeconds: 45 }

/**
 * The check for overdue items. Queues each item that is past its deadline again, in case of lost
 * messages and crashes.
 */
export const handler = schedule(redriveDue, async (services, log) => {
  const { deadlines, dialling, clock } = services
  const now = clock.now()
  const [past, { isStopped, stopped_at, why }] = await Promise.all([deadlines.past(now, perShardMax), dialling.read()])
  if (isStopped) log.warn('dialling is stopped', { stopped_at, why })
  const waiting = isStopped ? [] : await deadlines.resting(perShardMax)
  const due = Map.groupBy([...past, ...waiting], ({ noun }) => noun)
  const shares = sharesOf(due)
  await Promise.all(
    drivers.map((driver) => {
      const share = inTurn(due.get(driver.noun) ?? [], shares.get(driver.noun) ?? 0, now)
      return drive(driver, share, services)
    }),
  )
  for (const [noun, { length }] of due)
    log.info('overdue items were sent to their workers', { noun, count: shares.get(noun), waiting: length })
})

type Message<Q extends DueQueue> = Parameters<Services[Q]['send']>[0][number]
type Queues = { [Q in DueQueue]: { send(messages: Message<Q>[], how: typeof pace): Promise<void> } }

type Driver<Q extends DueQueue = DueQueue> = {
  [Each in Q]: {
    noun: string
    facts: { due: { queue: Each; perSecond?: number; messages(due: readonly Due[], keysMax: number): Message<Each>[] } }
  }
}[Q]
const drivers: readonly Driver[] = dueKinds

const drive = <Q extends DueQueue>({ facts: { due } }: Driver<Q>, share: Due[], queues: Queues): Promise<void> =>
  queues[due.queue].send(due.messages(share, linkedAtOnceMax), {
    ...pace,
    perSecond: due.perSecond ?? pace.perSecond,
  })

/**
 * Divides one run's messages among kinds of items. Kinds with few items are sent whole, larger
 * kinds in equal parts.
 */
const sharesOf = (due: Map<string, unknown[]>): Map<string, number> => {
  const nouns = [...due].toSorted(([, one], [, other]) => one.length - other.length)
  let left = drivenMax
  return new Map(
    nouns.map(([noun, { length }], index) => {
      const share = Math.min(length, Math.floor(left / (nouns.length - index)))
      left -= share
      return [noun, share]
    }),
  )
}

/** Starts at a different item in each run, so that failing items do not block other items. */
const inTurn = (due: Due[], count: number, now: number): Due[] => {
  const first = due.length > count ? (Math.floor(now / runMs) * count) % due.length : 0
  return [...due.slice(first), ...due.slice(0, first)].slice(0, count)
}
