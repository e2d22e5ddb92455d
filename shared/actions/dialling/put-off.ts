import type { Call } from '../../domain/calls/call.ts'
import { callRefOf } from '../../domain/calls/call-ref.ts'
import { isWaiting, untilStartAgain, type Waiting } from '../../domain/calls/placement.ts'
import type { Blocker } from '../../domain/dialling/blocker.ts'
import { type CampaignCall, isCampaignCall } from '../../domain/dialling/campaign-call.ts'
import type { Lead } from '../../domain/leads/lead.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { reportCall } from '../legs/report-call.ts'

type Returning = Dependencies<'accounts.release' | 'dials.cancel' | 'dispatchCampaignQueue.nudge'>
export type PuttingOff = Returning &
  Dependencies<
    | 'advanceCallQueue.nudge'
    | 'calls.apply'
    | 'calls.find'
    | 'calls.patch'
    | 'clock'
    | 'placeCallQueue.nudge'
    | 'random'
  >

export type PutOffCall = Call & { placement: Waiting }

const pauseSecondsMin = 5
const pauseSecondsMax = 60

export const putOff = async (
  call: PutOffCall,
  blocker: Blocker,
  services: PuttingOff,
  log: Log,
): Promise<undefined> => {
  const { accounts, calls, placeCallQueue, clock } = services
  const ref = callRefOf(call)
  const { waits_for, cause } = { cause: undefined, ...blocker }
  log.info('call was not placed: an obstacle was found', { ...ref, waits_for, cause })
  if (isCampaignCall(call)) await returnToLead(call, services)
  else if (blocker.waits_for === 'start') {
    const rested = await calls.patch(ref, { waiting: untilStartAgain }, clock.now())
    if (rested && isWaiting(rested)) await accounts.release(ref)
  } else if (blocker.waits_for === 'room') {
    const { waits } = call.placement
    const pauseSeconds = Math.min(pauseSecondsMax, pauseSecondsMin * 2 ** waits)
    const rests_until = clock.now() + pauseSeconds * 1000
    await calls.patch(ref, { waiting: { waits: waits + 1, rests_until, turn_at: undefined } }, clock.now())
    await placeCallQueue.nudge(ref, pauseSeconds)
  } else await reportCall(services, ref, { declined: true, ...blocker }, log)
}

/**
 * Cancels a campaign's call: releases its payment hold, counts no attempt and lets the lead wait
 * again. False if the call has changed.
 */
export const returnToLead = async (
  call: CampaignCall,
  { dials, accounts, dispatchCampaignQueue }: Returning,
  step?: (lead: Lead) => Lead,
): Promise<boolean> => {
  const { user_id, campaign, id: call_id } = call
  if (!(await dials.cancel(call, step))) return false
  await accounts.release({ user_id, call_id })
  await dispatchCampaignQueue.nudge({ user_id, campaign_id: campaign.id })
  return true
}
