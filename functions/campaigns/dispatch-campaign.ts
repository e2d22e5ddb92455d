import { callingNumber, type OwnedNumber } from '../../shared/domain/account/number.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import { newCall } from '../../shared/domain/calls/new-call.ts'
import { isOpen, nextOpening } from '../../shared/domain/campaigns/calling-window.ts'
import { type Campaign, type CampaignRef, freeSlots, type Slot } from '../../shared/domain/campaigns/campaign.ts'
import { eligible } from '../../shared/domain/dialling/eligible.ts'
import { idAt } from '../../shared/domain/id.ts'
import { type Contact, familyOf, type Lead } from '../../shared/domain/leads/lead.ts'
import { leaveLine } from '../../shared/domain/leads/lead-life.ts'
import type { Log } from '../../shared/domain/log.ts'
import { readPhone } from '../../shared/domain/phone.ts'
import { dispatchCampaign } from '../../shared/operations/campaigns.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof dispatchCampaign)['uses'][number]>

/** A campaign with what it dials with. */
interface Dialler {
  campaign: Campaign
  assistant: Assistant
  from: OwnedNumber
}

/**
 * Reserves calls for whom a campaign may dial now, and says when to look at it again. Twice at once, late or beside
 * anything else it reserves no lead twice and no slot too many: the store refuses.
 */
export const handler = worker(dispatchCampaign, async ({ wake_at, ...ref }, services, log) => {
  const { campaigns, assistants, numbers, dials, dispatchCampaignQueue, clock } = services
  // The clock that set the wake-up may be ahead of this one, and no other message comes for it.
  const earlyMs = wake_at === undefined ? 0 : wake_at - clock.now()
  if (earlyMs > 0 && earlyMs <= skewMsMax) return dispatchCampaignQueue.nudge({ ...ref, wake_at }, earlyMs / 1000)
  const [campaign, wakesAt] = await Promise.all([
    campaigns.findEvenDeleted(ref.user_id, ref.campaign_id),
    wake_at === undefined ? undefined : campaigns.wakesAt(ref),
  ])
  // Whoever set another wake-up since has looked at everything since; so looks do not multiply.
  if (wake_at !== wakesAt) return
  if (campaign?.deleted_at !== undefined) return clearAway(ref, services)
  if (campaign?.status !== 'in-progress') return campaigns.sleep(ref)

  const [assistant, owned, taken] = await Promise.all([
    assistants.find(ref.user_id, campaign.assistant_id),
    numbers.list(ref.user_id),
    dials.taken(ref),
  ])
  const from = callingNumber(owned, assistant?.phone_number_id, clock.now())
  const reason = obstacle(assistant, from)
  if (reason !== undefined || !assistant || !from) {
    log.warn('a campaign stopped by itself', { ...ref, reason })
    await campaigns.stop(ref, reason, clock.now())
    return
  }
  log.info('campaign looked at', { ...ref, calls_running: taken.length })
  const again_at = await dial({ campaign, assistant, from }, taken, services, log)
  if (again_at !== undefined) await wake(ref, again_at, services)
})

/** How far the clocks of two functions may be apart. */
const skewMsMax = 2_000

/** Why a campaign cannot dial at all, in words for people. */
const obstacle = (assistant: Assistant | undefined, from: OwnedNumber | undefined): string | undefined => {
  if (!assistant) return 'Its assistant has been deleted.'
  if (assistant.type !== 'outbound') return 'Its assistant cannot make calls.'
  return from ? undefined : 'There is no phone number to call from.'
}

/** A campaign with work that it cannot do now is looked at so often, whatever becomes of the event that it waits for. */
const repairMs = 60_000
/** A campaign without work is looked at so often: a lost nudge about a new lead costs no more than that. */
const idleMs = 5 * 60_000
/** Each round begins with what the store says; only others that dial for the same campaign make more than two necessary. */
const roundsMax = 10

/** Dials until no slot, no lead that is due or no turn is left; when to look again. */
const dial = async (
  dialler: Dialler,
  takenBefore: Slot[],
  services: Services,
  log: Log,
): Promise<number | undefined> => {
  const { campaign } = dialler
  const { user_id, id: campaign_id } = campaign
  const { leads, dials, pace, clock } = services
  const ref = { user_id, campaign_id }
  for (let round = 0; round < roundsMax; round++) {
    const now = clock.now()
    if (!isOpen(campaign, now)) return nextOpening(campaign, now)
    const taken = round === 0 ? takenBefore : await dials.taken(ref)
    const slots = freeSlots(campaign.max_calls_in_parallel, taken)
    if (slots.length === 0) return now + repairMs
    const due = await leads.due(user_id, campaign_id, now, slots.length)
    if (due.length === 0) return restUntil(campaign, taken.length, services, log)
    if (campaign.idle_since !== undefined) await note(campaign, undefined, services)

    const ready = await judge(due, campaign, services)
    if (ready.length === 0) continue
    const { turns_at, again_at } = await pace.takeTurns(ref, ready.length, now)
    for (const [index, turn_at] of turns_at.entries()) {
      const [lead, contact] = ready[index] ?? []
      const slot = slots[index]
      if (lead && contact && slot !== undefined) await reserve(dialler, lead, contact, slot, turn_at, services)
    }
    if (again_at !== undefined) return again_at
  }
  return clock.now() + repairMs
}

/** Whom the leads that are due may be dialled at. Those that may never are taken out of the queue. */
const judge = async (due: Lead[], campaign: Campaign, services: Services): Promise<[Lead, Contact][]> => {
  const { leads, blacklist, clock } = services
  const now = clock.now()
  const numbers = due.flatMap(familyOf).map(({ phone_number }) => phone_number)
  const blacklisted = await blacklist.among(campaign.user_id, numbers)
  const ready: [Lead, Contact][] = []
  const out: Lead[] = []
  for (const lead of due) {
    const verdict = eligible(lead, campaign, now, blacklisted)
    if (verdict.decision === 'dial') ready.push([lead, verdict.contact])
    if (verdict.decision === 'no') out.push(lead)
  }
  const leaving = (lead: Lead): Lead => {
    const rested = leaveLine(lead, campaign, now)
    return rested.status === 'created' ? { ...rested, blocked: true } : rested
  }
  await Promise.all(
    out.map((seen) =>
      leads.change(seen.user_id, seen.id, (lead) => (lead.revision === seen.revision ? leaving(lead) : lead)),
    ),
  )
  return ready
}

/** One transaction takes the lead, the slot and writes the call; whoever lost it to somebody else leaves it at that. */
const reserve = async (
  { campaign, assistant, from }: Dialler,
  lead: Lead,
  contact: Contact,
  slot: number,
  turn_at: number,
  { dials, placeCallQueue, clock, random }: Services,
): Promise<void> => {
  const to = readPhone(contact.phone_number) ?? { number: contact.phone_number, country: undefined }
  const now = clock.now()
  const call = {
    ...newCall({ assistant, from, to }, now),
    id: idAt(now, random.number()),
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    lead_id: contact.id,
    main_lead_id: lead.id,
    slot,
    turn_at,
    detects_machine: campaign.retry_on_voicemail,
  }
  const { variables } = contact
  const detail = { variables, input_variables: { ...assistant.variables, ...variables } }
  const outcome = await dials.reserve(lead, call, detail)
  if (outcome !== 'reserved') return
  // A message that comes a moment early waits in its worker.
  await placeCallQueue.nudge({ user_id: call.user_id, call_id: call.id }, Math.floor((turn_at - now) / 1000))
}

/** Nobody is due: until when, and whether anybody is left at all. */
const restUntil = async (
  campaign: Campaign,
  taken: number,
  services: Services,
  log: Log,
): Promise<number | undefined> => {
  const { leads, clock } = services
  const now = clock.now()
  const { next_at, dialling } = await leads.outlook(campaign.user_id, campaign.id)
  const isIdle = next_at === undefined && !dialling && taken === 0
  if (isIdle && campaign.mark_complete_when_no_leads) return finish(campaign, services, log)
  if (campaign.idle_since !== undefined) await note(campaign, undefined, services)
  const due_at = next_at === undefined ? Infinity : (nextOpening(campaign, Math.max(now, next_at)) ?? Infinity)
  return Math.min(due_at, now + (taken > 0 ? repairMs : idleMs))
}

/** Indexes lag behind the table by a moment, so nobody left is believed when it was seen twice with so much between. */
const settledMs = 5_000

/** No lead is left: after a second look the campaign is complete. One that came in between keeps it going. */
const finish = async (campaign: Campaign, services: Services, log: Log): Promise<number | undefined> => {
  const { campaigns, leads, clock } = services
  const { user_id, id, idle_since } = campaign
  const now = clock.now()
  if (idle_since === undefined) await note(campaign, now, services)
  const settled_at = (idle_since ?? now) + settledMs
  if (now < settled_at) return settled_at
  const completed = await campaigns.change(user_id, id, (current) =>
    current.status === 'in-progress' && current.idle_since === idle_since
      ? { ...current, status: 'completed', idle_since: undefined, updated_at: now }
      : current,
  )
  if (completed?.status !== 'completed') return now
  if (await leads.anyWaiting(user_id, id)) {
    await campaigns.start(completed, now)
    return now
  }
  log.info('campaign completed', { user_id, campaign_id: id })
  await campaigns.sleep({ user_id, campaign_id: id })
  return undefined
}

const note = async ({ user_id, id }: Campaign, idle_since: number | undefined, { campaigns }: Services) => {
  await campaigns.change(user_id, id, (current) =>
    current.status === 'in-progress' ? { ...current, idle_since } : current,
  )
}

/** A queue delays by fifteen minutes at most, exactly to the second; the minute schedule wakes well before that. */
const delayMsMax = 15 * 60_000
const beforeMs = 2 * 60_000

const wake = async (ref: CampaignRef, at: number, services: Services): Promise<void> => {
  const { campaigns, dispatchCampaignQueue, clock } = services
  const now = clock.now()
  const wake_at = at - now > delayMsMax ? at - beforeMs : at
  if (!(await campaigns.wake(ref, wake_at, now))) return
  if (wake_at - now <= delayMsMax) await dispatchCampaignQueue.nudge({ ...ref, wake_at }, (wake_at - now) / 1000)
}

/** So many batches of a deleted campaign's leads go in one run. */
const batchesMax = 10

/** Takes away the leads of a deleted campaign, and the campaign itself once its last call has ended. */
const clearAway = async (ref: CampaignRef, services: Services): Promise<void> => {
  const { campaigns, leads, dials, dispatchCampaignQueue, clock } = services
  for (let batch = 0; batch < batchesMax; batch++) {
    if (await leads.removeSome(ref.user_id, ref.campaign_id, clock.now())) continue
    const [taken, { dialling }] = await Promise.all([dials.taken(ref), leads.outlook(ref.user_id, ref.campaign_id)])
    if (taken.length === 0 && !dialling) return campaigns.remove(ref)
    return wake(ref, clock.now() + repairMs, services)
  }
  await dispatchCampaignQueue.nudge(ref)
}
