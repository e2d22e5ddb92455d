import { heedRefusal, logRefusal } from '../../shared/actions/dialling/heed-refusal.ts'
import { readConsents } from '../../shared/actions/dialling/read-consents.ts'
import { whileDialling } from '../../shared/actions/dialling/while-dialling.ts'
import { reportCall } from '../../shared/actions/legs/report-call.ts'
import { type Means, type Obstacle, obstacles } from '../../shared/domain/account/account.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { obstacleOf } from '../../shared/domain/calls/call-cover.ts'
import { putOffMsMax, type Report, ringSeconds } from '../../shared/domain/calls/call-life.ts'
import { type DialJob, writeCallRef } from '../../shared/domain/calls/call-ref.ts'
import { reasonOfObstacle } from '../../shared/domain/calls/ended-reason.ts'
import { isWaiting, untilStartAgain, type Waiting } from '../../shared/domain/calls/placement.ts'
import { modeOf } from '../../shared/domain/campaigns/calling-mode.ts'
import { type CampaignCall, isCampaignCall } from '../../shared/domain/dialling/campaign-call.ts'
import { stoppedMs } from '../../shared/domain/dialling/dialling.ts'
import { reasons, stillWants } from '../../shared/domain/dialling/eligible.ts'
import { refusedNumbers } from '../../shared/domain/dialling/refused-numbers.ts'
import { campaignDial } from '../../shared/domain/evidence/decision.ts'
import { ruleFacts } from '../../shared/domain/evidence/rule-facts.ts'
import { familyOf, type Lead, memberOf } from '../../shared/domain/leads/lead.ts'
import { refusedCall } from '../../shared/domain/leads/lead-life.ts'
import { placeOf } from '../../shared/domain/places/place.ts'
import { decideNotices } from '../../shared/domain/rules/decide-notices.ts'
import { withoutDial } from '../../shared/domain/rules/dial-count.ts'
import { ruleRefusal } from '../../shared/domain/rules/rule-refusal.ts'
import { placeCall } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { secondsUntil } from '../../shared/words/delay.ts'
import type { Log } from '../../shared/words/log.ts'
import { must } from '../../shared/words/must.ts'
import { inWords, type Refusal, usesAttempt } from '../../shared/words/refusal.ts'

type Services = Supplied<(typeof placeCall)['uses'][number]>
type WaitingCall = Call & { placement: Waiting }

/**
 * Asks the carrier once for each call, when it has a dial slot and it is still wanted. A crash
 * between the claim and the answer leaves an unknown, never a second dial.
 */
export const handler = worker(placeCall, async ({ dial_at, ...ref }, services, log) => {
  const { calls, accounts, dialling } = services
  const [reserved, means, button] = await Promise.all([
    calls.find(ref),
    accounts.means(ref.user_id),
    dialling.read({ stale: true }),
  ])
  // A worker that died right after it had cancelled the call left behind what was held for it.
  if (!reserved) await accounts.release(ref)
  if (!reserved || !isWaiting(reserved)) return
  if (button.isStopped) return rest(reserved, services)
  if (!isCampaignCall(reserved) && stoppedMs(button, reserved.id) > button.stale_minutes * minuteMs)
    return giveUp(reserved, tooStale(button.stale_minutes), services, log)
  const obstacle = obstacleOf(reserved, means)
  if (obstacle) return decline(reserved, obstacle, services, log)
  if (!(await isDialTime(reserved, dial_at, services))) return
  const covered = await accounts.cover(reserved, means.account)
  if (covered.minutes === undefined) return decline(reserved, covered.obstacle, services, log)
  const payable = { ...reserved, covered_seconds: covered.minutes * 60 }
  const call = isCampaignCall(payable)
    ? await claimForCampaign(payable, means, services, log)
    : await claim(payable, services, log)
  if (call) await place(call, services, log)
})

/**
 * A campaign's call goes back to its lead; a single one waits until there is room for it, or ends.
 */
const decline = async (call: WaitingCall, obstacle: Obstacle, services: Services, log: Log): Promise<void> => {
  const { calls, placeCallQueue, clock } = services
  const ref = { user_id: call.user_id, call_id: call.id }
  log.info('call was not placed: something stands in its way', { ...ref, obstacle })
  if (isCampaignCall(call)) {
    await cancel(call, services)
    return
  }
  if (obstacle === 'busy') {
    const { waits } = call.placement
    const pauseSeconds = Math.min(pauseSecondsMax, pauseSecondsMin * 2 ** waits)
    const rests_until = clock.now() + pauseSeconds * 1000
    await calls.patch(ref, { waiting: { waits: waits + 1, rests_until, turn_at: undefined } }, clock.now())
    return placeCallQueue.nudge(ref, pauseSeconds)
  }
  await giveUp(call, { cause: reasonOfObstacle[obstacle], failure_reason: obstacles[obstacle] }, services, log)
}

type Why = Required<Pick<Report, 'cause' | 'failure_reason'>>

/** For a single call: it ends before the carrier was asked. */
const giveUp = async (call: Call, why: Why, services: Services, log: Log): Promise<void> => {
  await reportCall(services, { user_id: call.user_id, call_id: call.id }, { declined: true, ...why }, log)
}

const minuteMs = 60_000
const tooStale = (minutes: number): Why => ({
  cause: 'not_allowed_now',
  failure_reason: `The call waited longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} for dialling to start again.`,
})

/**
 * While dialling is stopped, a campaign's call goes back to its lead; a single one keeps its place,
 * and no message comes for it.
 */
const rest = async (call: Call, services: Services): Promise<void> => {
  const { calls, accounts, clock } = services
  const ref = { user_id: call.user_id, call_id: call.id }
  if (isCampaignCall(call)) {
    await cancel(call, services)
    return
  }
  const rested = await calls.patch(ref, { waiting: untilStartAgain }, clock.now())
  if (rested && isWaiting(rested)) await accounts.release(ref)
}

/**
 * How long a call waits before it looks again whether the account may make one more; the pause
 * grows.
 */
const pauseSecondsMin = 5
const pauseSecondsMax = 60

/**
 * No call has been, so no attempt is used up; what was held for it is free again, even if its
 * worker dies in between.
 */
const cancel = async (
  call: CampaignCall,
  { dials, accounts, dispatchCampaignQueue }: Services,
  step?: (lead: Lead) => Lead,
): Promise<boolean> => {
  const { user_id, campaign, id: call_id } = call
  if (!(await dials.cancel(call, step))) return false
  await accounts.release({ user_id, call_id })
  await dispatchCampaignQueue.nudge({ user_id, campaign_id: campaign.id })
  return true
}

/** A time further ahead than this is left to the queue. */
const waitMsMax = 1_000

/** False if another message comes for the call: at its dial slot, or with one. */
const isDialTime = async (call: WaitingCall, given: number | undefined, services: Services): Promise<boolean> => {
  const { dialSlots, paceDialsQueue } = services
  const { user_id, id } = call
  const known = given ?? call.placement.turn_at
  const [dial_at] = known === undefined ? await dialSlots.take(1) : [known]
  if (dial_at !== undefined) return waitUntil(dial_at, { user_id, call_id: id, dial_at }, services)
  const round = await dialSlots.join({ kind: 'single', user_id, id, wanted: 1 })
  if (round !== undefined) await paceDialsQueue.nudge({ round })
  return false
}

const waitUntil = async (at: number, job: DialJob, { placeCallQueue, clock }: Services): Promise<boolean> => {
  const now = clock.now()
  const waitMs = at - now
  if (waitMs > waitMsMax) {
    await placeCallQueue.nudge(job, secondsUntil(at, now))
    return false
  }
  if (waitMs > 0) await clock.sleep(waitMs)
  return true
}

/**
 * For a single call: it ends here when its number was blacklisted meanwhile, a do-not-call list
 * came into force that bars it, or, in a stage that enforces calling rules, its place has closed or
 * it was called as often as it may be.
 */
const claim = (payable: Call & { covered_seconds: number }, services: Services, log: Log): Promise<Call | undefined> =>
  untilWritten(services, 'call', () => claimOnce(payable, services, log))

const barred = (failure_reason: string = reasons.blacklisted): Why => ({ cause: 'blacklisted', failure_reason })

/** `lost`: the number was dialled meanwhile, and may be no more for now. */
const claimOnce = async (
  payable: Call & { covered_seconds: number },
  services: Services,
  log: Log,
): Promise<Call | undefined | typeof lost> => {
  const { blacklist, calls, callingRules, clock, dialCounts, random } = services
  const { user_id, id: call_id } = payable
  const mode = callingRules.stageMode()
  const number = payable.client_phone_number
  const [listed, book, counts] = await Promise.all([
    blacklist.listedOf(user_id, [number]),
    mode === 'off' ? undefined : callingRules.book(user_id),
    dialCounts.of(user_id, [number]),
  ])
  const count = must(counts.get(number), 'count of dials')
  const { times } = withoutDial(count, call_id)
  if (listed.has(number)) {
    log.info('call was not placed: its number was blacklisted meanwhile', { call_id })
    await giveUp(payable, barred(listed.get(number)), services, log)
    return undefined
  }
  const place = placeOf(number)
  const now = clock.now()
  const refusal = mode === 'enforce' && book && ruleRefusal(place, book, times, now)
  if (refusal) {
    log.info('call was not placed: calling rules do not allow it any more', { call_id })
    await giveUp(payable, { cause: 'not_allowed_now', failure_reason: refusal }, services, log)
    return undefined
  }
  const said = {
    rules: ruleFacts(mode, place, book, times, now),
    notices: decideNotices(payable, mode, place.regions, now),
  }
  const seen = { count, said }
  const call = await calls.claimDial({ user_id, call_id }, claimName(random), payable.covered_seconds, now, seen)
  if (call === 'counted') return lost
  if (call !== 'suppressed') return call
  log.info('call was not placed: its number was blacklisted meanwhile', { call_id })
  await giveUp(payable, barred(), services, log)
  return undefined
}

/**
 * For a campaign's call: a look at everything anew, and the claim holds only if nothing of that has
 * changed since.
 */
const claimForCampaign = (
  payable: CampaignCall,
  means: Means,
  services: Services,
  log: Log,
): Promise<Call | undefined> => {
  const { calls, campaigns, leads, dials, dialCounts, blacklist, callingRules, clock, random } = services
  const { user_id, id: call_id, covered_seconds, client_phone_number: number } = payable
  const { id: campaign_id, main_lead_id, lead_id } = payable.campaign
  let call: Call | undefined = payable
  return untilWritten(services, 'call', async () => {
    if (!call || !isCampaignCall(call) || !isWaiting(call)) return undefined
    const [campaign, lead] = await Promise.all([
      campaigns.find(user_id, campaign_id),
      leads.find(user_id, main_lead_id),
    ])
    const numbers = lead ? familyOf(lead).map(({ phone_number }) => phone_number) : []
    const [blacklisted, consents, book, counts] = await Promise.all([
      blacklist.listedOf(user_id, numbers),
      campaign && readConsents(services, campaign, numbers),
      campaign && modeOf(campaign) !== 'off' ? callingRules.book(user_id) : undefined,
      dialCounts.of(user_id, [number]),
    ])
    const count = must(counts.get(number), 'count of dials')
    const others = withoutDial(count, call_id)
    const now = clock.now()
    const refused = campaign && consents && refusedNumbers(campaign, numbers, consents, now)
    const law = book && { book, recent: new Map([[number, others]]) }
    if (lead && campaign && !call.hang_up && stillWants(call, lead, campaign, now, blacklisted, means, refused, law)) {
      const consented = consents?.get(number)
      const member = memberOf(lead, lead_id)
      const place = placeOf(number, { timezone: member?.timezone, region: member?.region })
      const facts = ruleFacts(campaign.calling_rules, place, book, others.times, now)
      const { announces, facts: disclosure } = decideNotices(call, modeOf(campaign), place.regions, now)
      const decision = { ...campaignDial(call, lead, campaign, now, consented, facts), disclosure }
      const covered = { ...call, covered_seconds, announces }
      const seen = { count, consented: consented?.version }
      const claimed = await dials.claim(covered, lead, claimName(random), now, decision, seen)
      if (claimed) return claimed
    } else if (await cancel(call, services)) {
      log.info('call was not placed: its lead or campaign has changed', { call_id })
      return undefined
    }
    call = await calls.find({ user_id, call_id })
    return lost
  })
}

const place = async (call: Call, services: Services, log: Log): Promise<void> => {
  const { calls, carrier, advanceCallQueue, clock } = services
  const ref = { user_id: call.user_id, call_id: call.id }
  const placement = await whileDialling(services, log, (leaves_by) =>
    carrier.placeCall({
      ref: writeCallRef(ref),
      from: call.assistant_phone_number,
      to: call.client_phone_number,
      ring_seconds: ringSeconds,
      max_duration_seconds: call.max_duration_seconds,
      // A recording that is announced begins behind its notice.
      record: call.records && !call.announces?.includes('recording'),
      detect_machine: call.ends_on_voicemail || call.detects_machine === true || call.leaves_message === true,
      waits_for_beep: call.leaves_message === true,
      leaves_by,
    }),
  )
  if (!placement) return holdBack(call, services, log)
  if (placement.outcome === 'placed') {
    await reportCall(services, ref, { carrier_sid: placement.carrier_sid }, log)
    return
  }
  if (placement.outcome === 'unknown') {
    log.warn('call was not placed', { call_id: ref.call_id, outcome: 'unknown', why: placement.reason })
    await calls.patch(ref, { asked: { unanswered_at: clock.now() } }, clock.now())
    return advanceCallQueue.nudge(ref, unknownLookSeconds)
  }
  const { refusal, again_seconds } = placement
  log.warn('call was not placed', { call_id: ref.call_id, outcome: 'refused', sort: refusal.sort, code: refusal.code })
  logRefusal(log, refusal)
  if (isCampaignCall(call) && !usesAttempt(refusal) && refusal.sort !== 'rate')
    return undial(call, refusal, services, log)
  await refused(call, refusal, again_seconds, services, log)
}

/**
 * A call whose refusal may pass is asked for again; a campaign's call waits as long as its campaign
 * wants it.
 */
const refused = async (
  call: Call,
  refusal: Refusal,
  again_seconds: number | undefined,
  services: Services,
  log: Log,
): Promise<void> => {
  const { placeCallQueue, clock } = services
  const ref = { user_id: call.user_id, call_id: call.id }
  const waits = refusal.sort === 'rate' || (refusal.sort === 'account' && refusal.may_pass)
  if (!waits) {
    await reportCall(services, ref, { not_placed: true, refusal }, log)
    return
  }
  const pauseSeconds = again_seconds ?? (refusal.sort === 'account' ? accountSeconds : putOffSeconds)
  const again_at = clock.now() + pauseSeconds * 1000
  const since = call.placement.phase === 'asked' ? call.placement.asked_first_at : clock.now()
  if (!isCampaignCall(call) && again_at >= since + putOffMsMax) {
    const failure_reason = `${patienceReasons[refusal.sort]} ${inWords(refusal)}`
    await reportCall(services, ref, { not_placed: true, refusal, failure_reason }, log)
    return
  }
  await reportCall(services, ref, { put_off: true, again_at }, log)
  await placeCallQueue.nudge(ref, pauseSeconds)
}

/**
 * The right to dial is given back unused: the call goes back to its lead, or waits until dialling
 * starts again.
 */
const holdBack = async (call: Call, services: Services, log: Log): Promise<void> => {
  const ref = { user_id: call.user_id, call_id: call.id }
  log.info('call was not placed: dialling is stopped', ref)
  if (!isCampaignCall(call)) await services.accounts.release(ref)
  await reportCall(services, ref, { held_back: true }, log)
  if (isCampaignCall(call)) await cancel(call, services)
}

/**
 * No lead pays for a refusal that is not about its person: no call has been, and the campaign heeds
 * the refusal.
 */
const undial = async (call: CampaignCall, refusal: Refusal, services: Services, log: Log): Promise<void> => {
  const { placeCallQueue, clock } = services
  const ref = { user_id: call.user_id, call_id: call.id }
  // If this worker dies, the call is reserved again, and is refused again.
  await reportCall(services, ref, { put_off: true, again_at: clock.now() }, log)
  await heedRefusal(services, call, refusal, log)
  const step = (lead: Lead) => afterRefusal(lead, call, refusal, clock.now())
  if (!(await cancel(call, services, step))) await placeCallQueue.nudge(ref)
}

/**
 * After a mistake of ours, other leads come first when the campaign is started again: that one lead
 * may cause the mistake.
 */
const afterRefusal = (lead: Lead, { campaign }: CampaignCall, refusal: Refusal, now: number): Lead =>
  refusal.sort === 'ours'
    ? { ...lead, next_attempt_at: Math.max(lead.next_attempt_at, now + mistakeMs) }
    : refusedCall(lead, campaign.lead_id, refusal, now)

const claimName = (random: Services['random']): string => Buffer.from(random.bytes(9)).toString('base64url')

/** The first look for a call whose create request had no answer. */
const unknownLookSeconds = 20
/** A carrier that takes no more calls for the moment is asked again so much later. */
const putOffSeconds = 5
/** One that refuses the account is asked again so much later. */
const accountSeconds = 30

/** A lead whose call was refused as a mistake of ours waits so long. */
const mistakeMs = 10 * minuteMs

const patienceReasons = {
  account: 'The carrier did not accept our account for ten minutes.',
  rate: 'The carrier took no more calls for ten minutes.',
}
