import { readGrounds } from '../../shared/actions/dialling/next-call.ts'
import { readConsents } from '../../shared/actions/dialling/read-consents.ts'
import { readDials } from '../../shared/actions/dialling/read-dials.ts'
import { markIdle, repairMs, restCampaign } from '../../shared/actions/dialling/rest-campaign.ts'
import { barLeads, noteWant, unbarLeads, unblockLeads } from '../../shared/actions/opt-outs/bar-leads.ts'
import { type Means, type Obstacle, obstacles, roomFor } from '../../shared/domain/account/account.ts'
import { transcriptionPrice } from '../../shared/domain/calls/new-call.ts'
import { isOpen, nextOpening } from '../../shared/domain/campaigns/calling-window.ts'
import { type Campaign, type CampaignRef, freeSlots, type Slot } from '../../shared/domain/campaigns/campaign.ts'
import { callFor, type Dialler, detailFor, diallerOf, type Target } from '../../shared/domain/dialling/dialler.ts'
import { type Eligibility, eligible, type Refused } from '../../shared/domain/dialling/eligible.ts'
import { refusedNumbers } from '../../shared/domain/dialling/refused-numbers.ts'
import { openPlaces, waitingPlace } from '../../shared/domain/dialling/waiting-places.ts'
import { refusedLead } from '../../shared/domain/evidence/decision.ts'
import { familyOf, type Lead } from '../../shared/domain/leads/lead.ts'
import { setAside } from '../../shared/domain/leads/lead-life.ts'
import type { RuleBook } from '../../shared/domain/rules/rule-book.ts'
import { dispatchCampaign } from '../../shared/operations/campaigns.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'
import { delaySecondsMax, skewMsMax, startAgainAt } from '../../shared/words/delay.ts'
import { idAt } from '../../shared/words/id.ts'
import type { Log } from '../../shared/words/log.ts'
import { must } from '../../shared/words/must.ts'

type Services = Supplied<(typeof dispatchCampaign)['uses'][number]>

/**
 * Reserves calls for whom a campaign may dial now, and says when to look at it again. Twice at
 * once, late or beside anything else it reserves no lead twice and no slot too many: the store
 * refuses.
 */
export const handler = worker(dispatchCampaign, async ({ wake_at, dials_at: given = [], ...ref }, services, log) => {
  const {
    accounts,
    campaigns,
    assistants,
    numbers,
    dialling,
    dials,
    clearCampaignQueue,
    dispatchCampaignQueue,
    clock,
  } = services
  // The clock that set the wake-up may be ahead of this one, and no other message comes for it.
  const earlyMs = wake_at === undefined ? 0 : wake_at - clock.now()
  if (earlyMs > 0 && earlyMs <= skewMsMax) return dispatchCampaignQueue.nudge({ ...ref, wake_at }, earlyMs / 1000)
  const [campaign, wakesAt] = await Promise.all([
    campaigns.findEvenDeleted(ref.user_id, ref.campaign_id),
    wake_at === undefined ? undefined : campaigns.wakesAt(ref),
  ])
  // A later look has set another wake-up and has seen everything since; so looks do not multiply.
  if (wake_at !== wakesAt) return
  // The end of a deleted campaign's call, or a wake-up that has outlived its campaign.
  if (!campaign || campaign.deleted_at !== undefined) return clearCampaignQueue.nudge(ref)
  if (campaign.status !== 'in-progress') return campaigns.sleep(ref)

  const [assistant, owned, taken, means, { isStopped }] = await Promise.all([
    assistants.find(ref.user_id, campaign.assistant_id),
    numbers.list(ref.user_id),
    dials.taken(ref),
    accounts.means(ref.user_id),
    dialling.read({ stale: true }),
  ])
  // The schedule wakes it once dialling starts again.
  if (isStopped) {
    await campaigns.wake(ref, startAgainAt, clock.now())
    return
  }
  const dialler = diallerOf(campaign, assistant, owned, clock.now())
  if ('obstacle' in dialler) {
    log.warn('a campaign stopped by itself', { ...ref, reason: dialler.obstacle })
    await campaigns.stop(ref, { reason: dialler.obstacle }, clock.now())
    return
  }
  log.info('campaign looked at', { ...ref, calls_running: taken.length })
  const again_at = await dial(dialler, { taken, given }, means, services, log)
  if (again_at !== undefined) await wake(ref, again_at, services)
})

/**
 * Each round begins with what the store says; more than two are necessary only beside others that
 * dial, or if many leads are taken out.
 */
const roundsMax = 10
/**
 * How many leads are read at least once leads were found that may never be dialled: they often
 * stand side by side.
 */
const leadsMin = 100

/** Dials until no slot, no lead that is due or no dial time is left; when to look again. */
const dial = async (
  dialler: Dialler,
  { taken: takenBefore, given }: { taken: Slot[]; given: number[] },
  means: Means,
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
    const grounds = await readGrounds(services, campaign)
    const open = openPlaces(campaign, grounds.places, grounds.book, now)
    const due = await leads.due(
      { user_id, campaign_id },
      { now, limit: Math.max(slots.length, isThinning ? leadsMin : 0), places: open },
    )
    if (due.length === 0) return restCampaign(campaign, taken.length, grounds, services, log)
    await markIdle(campaign, undefined, services)

    const { ready, takenOut, obstacle } = await judge(due, slots, dialler, means, grounds.book, services)
    isThinning = takenOut > 0
    if (ready.length === 0 && obstacle) return waitFor(obstacle, campaign, services, log)
    if (ready.length === 0) continue
    const dials_at = given.length > 0 ? given.splice(0, ready.length) : await dialSlots.take(ready.length)
    const targets = dials_at.map((dial_at, index) => ({ ...must(ready[index], 'lead for the dial time'), dial_at }))
    let reserved = 0
    for (const target of targets) if (await reserve(dialler, target, services)) reserved += 1
    const wanted = ready.length - dials_at.length
    if (wanted > 0) {
      const woken = await dialSlots.join({ kind: 'campaign', user_id, id: campaign_id, wanted })
      if (woken !== undefined) await paceDialsQueue.nudge({ round: woken })
      return clock.now() + repairMs
    }
    // The end of a call that it has reserved has it look again.
    if (reserved === free.length) return clock.now() + repairMs
  }
  return clock.now() + (isThinning ? 0 : repairMs)
}

/** How often a campaign looks whether its user's other calls leave room for one of its own. */
const busyMs = 5_000

/** The account makes no call for it now: it comes back, or without money stops, and says why. */
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

/**
 * Whom the leads that are due may be dialled at, one for each slot. Those that may never are taken
 * out of the queue.
 */
const judge = async (
  due: Lead[],
  slots: number[],
  { campaign, assistant }: Dialler,
  means: Means,
  book: RuleBook | undefined,
  services: Services,
): Promise<{ ready: Omit<Target, 'dial_at'>[]; takenOut: number; obstacle?: Obstacle }> => {
  const { leads, blacklist, clock } = services
  const numbers = due.flatMap(familyOf).map(({ phone_number }) => phone_number)
  const [blacklisted, consents] = await Promise.all([
    blacklist.listedOf(campaign.user_id, numbers),
    readConsents(services, campaign, numbers),
  ])
  const now = clock.now()
  const refused = refusedNumbers(campaign, numbers, consents, now)
  const recent = await readDials(services, campaign.user_id, due.flatMap(familyOf), book, now)
  const priced = { ...campaign, transcription_minute: transcriptionPrice(assistant) }
  const judged = due.map((lead) => ({
    lead,
    verdict: eligible(lead, priced, now, blacklisted, means, refused, book && { book, recent }),
  }))
  if (refused.size > 0) await noteWant(campaign, services)
  const out = judged.flatMap(({ lead, verdict }) => (verdict.decision === 'no' ? [{ lead, verdict }] : []))
  await Promise.all(
    out.map(({ lead: seen, verdict }) =>
      leads.change(
        seen.user_id,
        seen.id,
        (lead) => (lead.revision === seen.revision ? setAside(lead, campaign, now) : lead),
        { decide: () => refusedLead(seen, verdict.reasons, campaign, now) },
      ),
    ),
  )
  await putBackConsented(campaign, refused, consents, services)
  const sentAway = await sendAway(campaign, judged, services)
  const waiting = judged.flatMap(({ lead, verdict }) =>
    verdict.decision === 'wait' && verdict.obstacle ? [{ lead, obstacle: verdict.obstacle }] : [],
  )
  const barred = waiting.filter(({ obstacle }) => obstacle === 'country')
  await barLeads(
    campaign,
    barred.map(({ lead }) => lead),
    means,
    services,
  )
  const ready = judged
    .flatMap(({ lead, verdict }) => (verdict.decision === 'dial' ? [{ lead, contact: verdict.contact }] : []))
    .slice(0, slots.length)
    .map((target, index) => ({ ...target, slot: must(slots[index], 'slot for the lead') }))
  const obstacle = waiting.find((one) => one.obstacle !== 'country')?.obstacle
  return { ready, takenOut: out.length + barred.length + sentAway, obstacle }
}

/**
 * Leads that stood in the way of others while their own place is closed wait there from now on, and
 * those whose number was called as often as it may be wait until it may be again; how many did.
 */
const sendAway = async (
  { user_id, id }: Campaign,
  judged: { lead: Lead; verdict: Eligibility }[],
  { leads }: Services,
): Promise<number> => {
  const away = judged.flatMap(({ lead, verdict }) => {
    if (verdict.decision !== 'wait') return []
    const { closed, capped_until } = verdict
    const place = closed && waitingPlace(closed)
    if (capped_until === undefined && (!place || lead.queue_place === place.name)) return []
    return { seen: lead, place, next_attempt_at: Math.max(lead.next_attempt_at, capped_until ?? 0) }
  })
  if (away.length === 0) return 0
  await leads.notePlaces(
    user_id,
    id,
    away.flatMap(({ place }) => place ?? []),
  )
  await Promise.all(
    away.map(({ seen, place, next_attempt_at }) =>
      leads.change(user_id, seen.id, (lead) =>
        lead.revision === seen.revision
          ? { ...lead, next_attempt_at, queue_place: place?.name ?? lead.queue_place }
          : lead,
      ),
    ),
  )
  return away.length
}

/** Whose consent was recorded while they were set aside stand in line again. */
const putBackConsented = async (
  campaign: Campaign,
  refused: Refused,
  seen: Awaited<ReturnType<typeof readConsents>>,
  services: Services,
): Promise<void> => {
  if (refused.size === 0) return
  const now = await readConsents(services, campaign, [...refused.keys()])
  const changed = [...refused.keys()].filter((number) => now.get(number)?.version !== seen.get(number)?.version)
  await Promise.all(changed.map((number) => services.leads.unblock(campaign.user_id, number)))
}

/**
 * One transaction takes the lead, the slot and writes the call; a dialler that lost it to another
 * leaves it at that.
 */
const reserve = async (dialler: Dialler, target: Target, services: Services): Promise<boolean> => {
  const { calls, dials, placeCallQueue, clock, random } = services
  const now = clock.now()
  const call = callFor(dialler, target, idAt(now, random.number()), now)
  const outcome = await dials.reserve(target.lead, call, detailFor(dialler, target))
  if (outcome !== 'reserved') return false
  // A message that comes a moment early waits in its worker.
  const ref = { user_id: call.user_id, call_id: call.id }
  const delaySeconds = Math.floor((target.dial_at - now) / 1000)
  await Promise.all([placeCallQueue.nudge(ref, delaySeconds), calls.settleIn(ref)])
  return true
}

/**
 * The longest delay of a message, which comes to the second; the minute schedule wakes this long
 * before what is later.
 */
const delayMsMax = delaySecondsMax * 1000
const beforeMs = 2 * 60_000

const wake = async (ref: CampaignRef, at: number, services: Services): Promise<void> => {
  const { campaigns, dispatchCampaignQueue, clock } = services
  const now = clock.now()
  const wake_at = at - now > delayMsMax ? at - beforeMs : at
  if (!(await campaigns.wake(ref, wake_at, now))) return
  if (wake_at - now <= delayMsMax) await dispatchCampaignQueue.nudge({ ...ref, wake_at }, (wake_at - now) / 1000)
}
