import type { Means } from '../../domain/account/account.ts'
import type { Call } from '../../domain/calls/call.ts'
import { isWaiting } from '../../domain/calls/placement.ts'
import { modeOf } from '../../domain/campaigns/calling-mode.ts'
import { barred, numberBlocker } from '../../domain/dialling/blocker.ts'
import { isCampaignCall, type ReservedCall } from '../../domain/dialling/campaign-call.ts'
import { stillWants } from '../../domain/dialling/eligible.ts'
import { campaignDial } from '../../domain/evidence/decision.ts'
import { ruleFacts } from '../../domain/evidence/rule-facts.ts'
import { familyOf, memberOf } from '../../domain/leads/lead.ts'
import { placeOf } from '../../domain/places/place.ts'
import { placeOfPhone } from '../../domain/places/stated-place.ts'
import { decideNotices } from '../../domain/rules/decide-notices.ts'
import { withoutDial } from '../../domain/rules/dial-count.ts'
import type { Services as AllServices, Dependencies } from '../../services.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import type { Log } from '../../words/log.ts'
import { must } from '../../words/must.ts'
import { type PutOffCall, type PuttingOff, putOff, returnToLead } from './put-off.ts'
import { readSituation } from './read-situation.ts'

type Services = PuttingOff &
  Dependencies<
    | 'blacklist.listedOf'
    | 'callingRules.ruleSet'
    | 'callingRules.stageMode'
    | 'calls.claimDial'
    | 'campaigns.find'
    | 'consents.standings'
    | 'dialCounts.of'
    | 'dials.claim'
    | 'leads.find'
    | 'numbers.find'
  >

type WithHold<C> = C & { covered_seconds: number }

export const claimSingle = (payable: WithHold<PutOffCall>, services: Services, log: Log): Promise<Call | undefined> =>
  untilWritten(services, 'call', async () => {
    const { blacklist, calls, callingRules, clock, dialCounts, random } = services
    const { user_id, id: call_id, client_phone_number: number, covered_seconds } = payable
    const mode = callingRules.stageMode()
    const [blacklisted, ruleSet, counts] = await Promise.all([
      blacklist.listedOf(user_id, [number]),
      mode === 'off' ? undefined : callingRules.ruleSet(user_id),
      dialCounts.of(user_id, [number]),
    ])
    const count = must(counts.get(number), 'count of dials')
    const dials = withoutDial(count, call_id).times
    const place = placeOf(number)
    const now = clock.now()
    const blocker = numberBlocker({ now, number, place, blacklisted, mode, ruleSet, dials })
    if (blocker) return putOff(payable, blocker, services, log)
    const said = {
      rules: ruleFacts({ mode, place, ruleSet, dials }, now),
      notices: decideNotices(payable, mode, place.regions, now),
    }
    const seen = { count, said }
    const call = await calls.claimDial(
      { user_id, call_id },
      { claimed_by: claimName(random), covered_seconds },
      now,
      seen,
    )
    if (call === 'counted') return lost
    return call === 'suppressed' ? putOff(payable, barred(), services, log) : call
  })

export const claimForCampaign = (
  payable: WithHold<ReservedCall>,
  means: Means,
  services: Services,
  log: Log,
): Promise<Call | undefined> => {
  const { user_id, id: call_id, covered_seconds } = payable
  let call: Call | undefined = payable
  return untilWritten(services, 'call', async () => {
    if (!call || !isCampaignCall(call) || !isWaiting(call)) return undefined
    const claimed = await claimOnce({ ...call, covered_seconds }, means, services)
    if (claimed && claimed !== 'unwanted') return claimed
    if (claimed === 'unwanted' && (await returnToLead(call, services))) {
      log.info('call was not placed: its lead or campaign has changed', { call_id })
      return undefined
    }
    call = await services.calls.find({ user_id, call_id })
    return lost
  })
}

const claimOnce = async (
  call: WithHold<ReservedCall>,
  means: Means,
  services: Services,
): Promise<Call | 'unwanted' | undefined> => {
  const { campaigns, leads, dials, dialCounts, callingRules, numbers, random } = services
  const { user_id, client_phone_number: number } = call
  const pooled = call.campaign.number
  const [campaign, lead, counts, from] = await Promise.all([
    campaigns.find(user_id, call.campaign.id),
    leads.find(user_id, call.campaign.main_lead_id),
    dialCounts.of(user_id, [number]),
    pooled && numbers.find(user_id, pooled.id),
  ])
  if (!campaign || !lead) return 'unwanted'
  const mode = modeOf(campaign)
  const count = must(counts.get(number), 'count of dials')
  const others = withoutDial(count, call.id)
  const asking = mode === 'off' ? undefined : callingRules.ruleSet(user_id)
  const known = { campaign, means, ruleSet: asking, recent: new Map([[number, others]]) }
  const situation = await readSituation(services, known, familyOf(lead))
  if (!stillWants(call, lead, situation, from)) return 'unwanted'
  const { now, consents, law } = situation
  const consented = consents.get(number)
  const place = placeOfPhone(must(memberOf(lead, call.campaign.lead_id), 'lead of the call'))
  const rules = ruleFacts({ mode, place, ruleSet: law?.ruleSet, dials: others.times }, now)
  const { announces, facts: disclosure } = decideNotices(call, mode, place.regions, now)
  const decision = { ...campaignDial(call, { lead, campaign, consented, rules }, now), disclosure }
  const seen = { count, consented: consented?.version }
  return dials.claim({ call: { ...call, announces }, lead, decision }, claimName(random), now, seen)
}

const claimName = (random: AllServices['random']): string => Buffer.from(random.bytes(9)).toString('base64url')
