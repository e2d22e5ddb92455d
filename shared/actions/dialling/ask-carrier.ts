import type { Call } from '../../domain/calls/call.ts'
import { putOffMsMax, ringSeconds } from '../../domain/calls/call-life.ts'
import { callRefOf, writeCallRef } from '../../domain/calls/call-ref.ts'
import { type CampaignCall, isCampaignCall } from '../../domain/dialling/campaign-call.ts'
import type { Lead } from '../../domain/leads/lead.ts'
import { refusedCall } from '../../domain/leads/lead-life.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { inWords, type Refusal, usesAttempt } from '../../words/refusal.ts'
import { reportCall } from '../legs/report-call.ts'
import { handleRefusal, logRefusal } from './handle-refusal.ts'
import { type PuttingOff, returnToLead } from './put-off.ts'
import { whileDialling } from './while-dialling.ts'

type Services = PuttingOff &
  Dependencies<
    | 'campaigns.change'
    | 'campaigns.find'
    | 'campaigns.stop'
    | 'carrier.placeCall'
    | 'dialling.read'
    | 'numberPauses.refuse'
    | 'numbers.list'
  >

export const askCarrier = async (call: Call, services: Services, log: Log): Promise<void> => {
  const { calls, carrier, advanceCallQueue, clock } = services
  const ref = callRefOf(call)
  const placement = await whileDialling(services, log, (leaves_by) =>
    carrier.placeCall({
      ref: writeCallRef(ref),
      from: call.assistant_phone_number,
      to: call.client_phone_number,
      ring_seconds: ringSeconds,
      max_duration_seconds: call.max_duration_seconds,
      // If the recording is announced, it starts after the announcement.
      record: call.records && !call.announces.includes('recording'),
      detect_machine: call.detects_machine,
      waits_for_beep: call.on_machine === 'leave message',
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
  const { refusal } = placement
  log.warn('call was not placed', { call_id: ref.call_id, outcome: 'refused', sort: refusal.sort, code: refusal.code })
  logRefusal(log, refusal)
  if (isCampaignCall(call) && !usesAttempt(refusal) && refusal.sort !== 'rate')
    return undial(call, refusal, services, log)
  await refused(call, placement, services, log)
}

const refused = async (
  call: Call,
  { refusal, again_seconds }: { refusal: Refusal; again_seconds?: number | undefined },
  services: Services,
  log: Log,
): Promise<void> => {
  const { placeCallQueue, clock } = services
  const ref = callRefOf(call)
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

const holdBack = async (call: Call, services: Services, log: Log): Promise<void> => {
  const ref = callRefOf(call)
  log.info('call was not placed: dialling is stopped', ref)
  if (!isCampaignCall(call)) await services.accounts.release(ref)
  await reportCall(services, ref, { held_back: true }, log)
  if (isCampaignCall(call)) await returnToLead(call, services)
}

const undial = async (call: CampaignCall, refusal: Refusal, services: Services, log: Log): Promise<void> => {
  const { placeCallQueue, clock } = services
  const ref = callRefOf(call)
  await reportCall(services, ref, { put_off: true, again_at: clock.now() }, log)
  await handleRefusal(services, call, refusal, log)
  const step = (lead: Lead) => afterRefusal(lead, call, refusal, clock.now())
  if (!(await returnToLead(call, services, step))) await placeCallQueue.nudge(ref)
}

/**
 * Updates a lead after the carrier refused its call. If our request was faulty, delays the lead,
 * because the lead may be the cause.
 */
const afterRefusal = (lead: Lead, { campaign }: CampaignCall, refusal: Refusal, now: number): Lead =>
  refusal.sort === 'ours'
    ? { ...lead, next_attempt_at: Math.max(lead.next_attempt_at, now + mistakeMs) }
    : refusedCall(lead, campaign.lead_id, refusal, now)

/** Seconds to the first check of a call without a carrier response. */
const unknownLookSeconds = 20
/** Seconds until a busy carrier is asked again. */
const putOffSeconds = 5
/** Seconds to wait after the carrier refused our account. */
const accountSeconds = 30

const mistakeMs = 10 * 60_000

const patienceReasons = {
  account: 'The carrier did not accept our account for ten minutes.',
  rate: 'The carrier took no more calls for ten minutes.',
}
