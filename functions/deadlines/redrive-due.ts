import { type EvidenceRef, linkedAtOnceMax } from '../../shared/domain/evidence/evidence-ref.ts'
import { redriveDue } from '../../shared/operations/deadlines.ts'
import { schedule } from '../../shared/runtime/schedule.ts'
import { historyNouns } from '../../shared/table/history-ref.ts'

/** How many keys of one shard are read from either end: ten of DynamoDB's pages. */
const perShardMax = 100_000
/** How many things are driven in one run: what the workers get through in a minute. */
const drivenMax = 20_000
const runMs = 60_000
/** What is driven begins one after another, done with before the next run: all at once, it would be the table's worst second. */
const pace = { perSecond: 20, withinSeconds: 45 }
/** A message of many decisions writes what ninety others do. */
const linkingPace = { ...pace, perSecond: 1 }

/**
 * Sends everything past its deadline to its worker again: what a lost message or a dead process left behind goes on. What waits for
 * dialling to start again has no other way to learn of it.
 */
export const handler = schedule(redriveDue, async (services, log) => {
  const { advanceCallQueue, dispatchCampaignQueue, clearCampaignQueue, settleSmsQueue, deliverWebhookQueue } = services
  const {
    linkEvidenceQueue,
    writeEvidenceQueue,
    handlePersonQueue,
    importListQueue,
    judgeOptOutQueue,
    runSimulationQueue,
    sealHistoryQueue,
    readDocumentsQueue,
    deadlines,
    dialling,
    clock,
  } = services
  const now = clock.now()
  const [past, { isStopped, stopped_at, why }] = await Promise.all([deadlines.past(now, perShardMax), dialling.read()])
  if (isStopped) log.warn('dialling is stopped', { stopped_at, why })
  const waiting = isStopped ? [] : await deadlines.resting(perShardMax)
  const due = Map.groupBy([...past, ...waiting], ({ noun }) => noun)
  const shares = sharesOf(due)
  const share = (noun: string) => inTurn(due.get(noun) ?? [], shares.get(noun) ?? 0, now)
  const users = (noun: string) => share(noun).map(({ user_id }) => ({ user_id }))
  const refs = <Name extends string>(noun: string, name: Name) =>
    share(noun).map(({ user_id, id }) => ({ user_id, [name]: id }) as { user_id: number } & Record<Name, number>)
  const histories = historyNouns.flatMap((noun) => users(`${noun}-history`).map((user) => ({ ...user, noun })))
  const questions = share('opt-out-question').map(({ user_id, key }) => ({ user_id, key }))
  const lists = [...refs('suppression-import', 'import_id'), ...users('suppression-list')]
  await Promise.all([
    advanceCallQueue.send(refs('call', 'call_id'), pace),
    dispatchCampaignQueue.send(refs('campaign-wake', 'campaign_id'), pace),
    clearCampaignQueue.send(refs('campaign-clear', 'campaign_id'), pace),
    settleSmsQueue.send(refs('sms', 'sms_id'), pace),
    sealHistoryQueue.send(histories, pace),
    readDocumentsQueue.send(users('knowledge-work'), pace),
    writeEvidenceQueue.send(refs('evidence-export', 'export_id'), pace),
    handlePersonQueue.send(refs('person-work', 'work_id'), pace),
    importListQueue.send(lists, pace),
    judgeOptOutQueue.send(questions, pace),
    linkEvidenceQueue.send(decisionsToLink(share('evidence-facts')), linkingPace),
    runSimulationQueue.send(refs('simulation', 'simulation_id'), pace),
    deliverWebhookQueue.send(refs('delivery', 'delivery_id'), pace),
  ])
  for (const [noun, { length }] of due)
    log.info('drove what was past its deadline', { noun, count: shares.get(noun), waiting: length })
})

/** As many decisions of a user in one message as fit in a block, in the order of their making. */
const decisionsToLink = (due: { user_id: number; key: string }[]): EvidenceRef[] =>
  [...Map.groupBy(due, ({ user_id }) => user_id)].flatMap(([user_id, own]) => {
    const keys = own.map(({ key }) => key).toSorted((one, other) => (madeAt(one) < madeAt(other) ? -1 : 1))
    const count = Math.ceil(keys.length / linkedAtOnceMax)
    return Array.from({ length: count }, (_, place) => ({
      user_id,
      keys: keys.slice(place * linkedAtOnceMax, (place + 1) * linkedAtOnceMax),
    }))
  })

/** The second part of the key, which is the id of the decision. */
const madeAt = (key: string): string => key.slice(key.indexOf('#') + 1)

/** How many of each noun: all of what there is little of, and of the rest equal parts, so that none starves another. */
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

/** Of more than a run can drive, another part with each run, in turn: nothing that fails again and again stands before the rest. */
const inTurn = <Due>(due: Due[], count: number, now: number): Due[] => {
  const first = due.length > count ? (Math.floor(now / runMs) * count) % due.length : 0
  return [...due.slice(first), ...due.slice(0, first)].slice(0, count)
}
