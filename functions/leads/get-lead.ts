import { readPool } from '../../shared/actions/dialling/read-pool.ts'
import { readDials } from '../../shared/actions/dialling/read-situation.ts'
import { transcriptionPrice } from '../../shared/domain/calls/new-call.ts'
import { enforcesRules } from '../../shared/domain/campaigns/calling-mode.ts'
import { type Eligibility, eligible, explain } from '../../shared/domain/dialling/eligible.ts'
import { refusedNumbers } from '../../shared/domain/dialling/situation.ts'
import { familyOf, memberOf } from '../../shared/domain/leads/lead.ts'
import { fullLeadView } from '../../shared/domain/leads/lead-view.ts'
import { placeView } from '../../shared/domain/places/place-view.ts'
import { placeOfPhone } from '../../shared/domain/places/stated-place.ts'
import { transcriptionPerMinute } from '../../shared/domain/reference/prices.ts'
import { getLead } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Micros } from '../../shared/words/money.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getLead, async ({ user_id, id }, services) => {
  const { accounts, assistants, leads, campaigns, dials, blacklist, callingRules, consents, clock } = services
  const lead = found(await leads.find(user_id, id), 'lead_not_found')
  const { campaign_id } = lead
  const numbers = familyOf(lead).map(({ phone_number }) => phone_number)
  const [known, taken, blacklisted, means, standings, ruleSet] = await Promise.all([
    campaigns.find(user_id, campaign_id),
    dials.taken({ user_id, campaign_id }),
    blacklist.listedOf(user_id, numbers),
    accounts.means(user_id),
    consents.standings(user_id, numbers),
    callingRules.ruleSet(user_id),
  ])
  const campaign = found(known, 'lead_not_found')
  const member = found(memberOf(lead, id), 'lead_not_found')
  const now = clock.now()
  const enforced = enforcesRules(campaign) ? ruleSet : undefined
  const [recent, pool] = await Promise.all([
    readDials(services, { user_id, ruleSet: enforced, now }, familyOf(lead)),
    readPool(services, campaign, now),
  ])
  const refused = refusedNumbers(campaign, numbers, standings, now)
  const situation = { now, campaign, means, blacklisted, refused, law: { ruleSet, recent }, pool }
  const judged = (transcription_minute?: Micros) => eligible(lead, { ...situation, transcription_minute })
  const least = judged()
  // Reads the assistant's price only if the result depends on it.
  const isDecided = obstacleOf(least) === obstacleOf(judged(transcriptionPerMinute))
  const assistant = isDecided ? undefined : await assistants.find(user_id, campaign.assistant_id)
  const verdict = assistant ? judged(transcriptionPrice(assistant)) : least
  const hasFreeSlot = taken.length < campaign.max_calls_in_parallel
  const place = placeView(placeOfPhone(member))
  return fullLeadView({ lead, campaign, member, place, ...explain(lead, member, verdict, hasFreeSlot) })
})

const obstacleOf = (verdict: Eligibility) => (verdict.decision === 'dial' ? undefined : verdict.obstacle)
