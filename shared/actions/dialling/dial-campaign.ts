import { type Means, type Obstacle, obstacles, roomFor } from '../../domain/account/account.ts'
import { isOpen, nextOpening } from '../../domain/campaigns/calling-window.ts'
import { type Campaign, freeSlots, type Slot } from '../../domain/campaigns/campaign.ts'
import type { ReservedCall } from '../../domain/dialling/campaign-call.ts'
import { chooseNumber } from '../../domain/dialling/choose-number.ts'
import { callFor, type Dialler, detailFor, type Target } from '../../domain/dialling/dialler.ts'
import { type NumberPool, poolBlocker, poolRoom, withCall } from '../../domain/dialling/number-pool.ts'
import { openBuckets } from '../../domain/dialling/region-buckets.ts'
import type { Dependencies } from '../../services.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { idAt } from '../../words/id.ts'
import type { Log } from '../../words/log.ts'
import { must } from '../../words/must.ts'
import { unbarLeads, unblockLeads } from '../opt-outs/bar-leads.ts'
import { assignedAssistant } from './assigned-assistant.ts'
import { idleCampaign, markIdle, repairMs } from './idle-campaign.ts'
import { type JudgingServices, judgeLeads } from './judge-leads.ts'
import { readQueueRules } from './next-call.ts'
import { readPool } from './read-pool.ts'

type Services = JudgingServices &
  Dependencies<
    | 'assistants.find'
    | 'callingRules.ruleSet'
    | 'calls.register'
    | 'campaigns.sleep'
    | 'campaigns.start'
    | 'campaigns.stop'
    | 'dialSlots.join'
    | 'dialSlots.take'
    | 'dials.reserve'
    | 'dials.taken'
    | 'leads.anyWaiting'
    | 'leads.due'
    | 'leads.outlook'
    | 'leads.buckets'
    | 'leads.unbar'
    | 'leads.unblockMany'
    | 'numberDays.since'
    | 'numbers.list'
    | 'paceDialsQueue.nudge'
    | 'placeCallQueue.nudge'
    | 'random'
    | 'rollouts.admit'
  >

const roundsMax = 10
/** Minimum number of leads to read, because leads that must not be dialled are often adjacent. */
const leadsMin = 100

/** Returns when to check the campaign again; undefined if an event starts the next check. */
export const dialCampaign = async (
  dialler: Dialler,
  { taken: takenBefore, given, means }: { taken: Slot[]; given: number[]; means: Means },
  services: Services,
  log: Log,
): Promise<number | undefined> => {
  const { campaign } = dialler
  const { user_id, id: campaign_id } = campaign
  const { leads, dials, dialSlots, paceDialsQueue, clock } = services
  const ref = { user_id, campaign_id }
  if (!(await unbarLeads(campaign, means, services)) || !(await unblockLeads(campaign, services))) return clock.now()
  let isThinning = false
  for (let round = 0; round < roundsMax; round++) {
    const now = clock.now()
    if (!isOpen(campaign, now)) return nextOpening(campaign, now)
    const taken = round === 0 ? takenBefore : await dials.taken(ref)
    const free = freeSlots(campaign.max_calls_in_parallel, taken)
    const slots = free.slice(0, Math.max(1, roomFor(means)))
    if (slots.length === 0) return now + repairMs
    const queueRules = await readQueueRules(services, campaign)
    const open = openBuckets(campaign, queueRules.buckets, queueRules.ruleSet, now)
    const due = await leads.due(
      { user_id, campaign_id },
      { now, limit: Math.max(slots.length, isThinning ? leadsMin : 0), buckets: open },
    )
    if (due.length === 0) return idleCampaign(campaign, { running: taken.length, queueRules }, services, log)
    await markIdle(campaign, undefined, services)
    const pool = round === 0 ? dialler.caller.pool : await readPool(services, campaign, now)
    const shutPool = pool && poolBlocker(pool, now)
    if (shutPool) return shutPool.next_at ?? now + repairMs

    const judged = await judgeLeads(due, { ...dialler, means, ruleSet: queueRules.ruleSet }, services)
    isThinning = judged.takenOut > 0
    const ready = slots
      .slice(0, pool && poolRoom(pool, now))
      .flatMap((slot, index) => (judged.ready[index] ? { ...judged.ready[index], slot } : []))
    const { obstacle } = judged
    if (ready.length === 0 && obstacle) return waitFor(obstacle, campaign, services, log)
    if (ready.length === 0) continue
    const dials_at = given.length > 0 ? given.splice(0, ready.length) : await dialSlots.take(ready.length)
    const targets = dials_at.map((dial_at, index) => ({ ...must(ready[index], 'lead for the dial time'), dial_at }))
    const reserved = await reserveAll(dialler, { targets, pool }, services)
    const wanted = ready.length - dials_at.length
    if (wanted > 0) {
      const woken = await dialSlots.join({ kind: 'campaign', user_id, id: campaign_id, wanted })
      if (woken !== undefined) await paceDialsQueue.nudge({ round: woken })
      return clock.now() + repairMs
    }
    if (reserved === free.length) return clock.now() + repairMs
  }
  return clock.now() + (isThinning ? 0 : repairMs)
}

const busyMs = 5_000

const waitFor = async (
  obstacle: Obstacle,
  { user_id, id }: Campaign,
  { campaigns, clock }: Services,
  log: Log,
): Promise<number | undefined> => {
  if (obstacle === 'suspended') return clock.now() + repairMs
  if (obstacle !== 'balance') return clock.now() + busyMs
  const ref = { user_id, campaign_id: id }
  log.warn('a campaign stopped by itself', { ...ref, reason: obstacles.balance })
  await campaigns.stop(ref, { reason: obstacles.balance }, clock.now())
  return undefined
}

const reserveAll = async (
  dialler: Dialler,
  { targets, pool }: { targets: Target[]; pool: NumberPool | undefined },
  services: Services,
): Promise<number> => {
  let reserved = 0
  let current = pool
  for (const target of targets) {
    const done = await reserve(dialler, { target, pool: current }, services)
    current = done.pool
    if (done.isReserved) reserved += 1
  }
  return reserved
}

/**
 * Reserves a lead for a call. Reserves nothing if another dialler reserved the lead first. Retries
 * if another call from the chosen number was counted meanwhile.
 */
const reserve = (
  dialler: Dialler,
  { target, pool: known }: { target: Target; pool: NumberPool | undefined },
  services: Services,
): Promise<{ isReserved: boolean; pool: NumberPool | undefined }> =>
  untilWritten(services, 'number', async (losses) => {
    const { dials, clock, random } = services
    const now = clock.now()
    const pool = losses === 0 ? known : await readPool(services, dialler.campaign, now)
    const chosen = pool && chooseNumber(pool, now, target)
    const caller = chosen ? { from: chosen.number, day: pool.day } : dialler.caller
    if (!caller.from) return { isReserved: false, pool }
    const calling = {
      ...dialler,
      ...(await assignedAssistant(services, dialler.assistant, target.contact.phone_number)),
    }
    const call = callFor(calling, { ...target, ...caller }, idAt(now, random.number()), now)
    const outcome = await dials.reserve(target.lead, call, detailFor(calling, target), chosen?.calls_today)
    if (outcome === 'number') return lost
    if (outcome !== 'reserved') return { isReserved: false, pool }
    await sendCall(call, target.dial_at - now, services)
    return { isReserved: true, pool: chosen && withCall(pool, chosen) }
  })

const sendCall = async (
  { user_id, id: call_id }: ReservedCall,
  delayMs: number,
  { calls, placeCallQueue }: Services,
): Promise<void> => {
  const ref = { user_id, call_id }
  await Promise.all([placeCallQueue.nudge(ref, Math.floor(delayMs / 1000)), calls.register(ref)])
}
