import { placeOf } from '../../shared/domain/places/place.ts'
import { judge } from '../../shared/domain/rules/judgement.ts'
import { checkCallingRules } from '../../shared/operations/calling-rules.ts'
import { http } from '../../shared/runtime/http.ts'
import { foundPhone, readReachablePhone } from '../../shared/words/phone.ts'
import { found } from '../../shared/words/problem.ts'

/** Checks a number as if the calling rules were enforced. */
export const handler = http(checkCallingRules, async (request, services) => {
  const { blacklist, callingRules, campaigns, clock, dialCounts } = services
  const { user_id } = request
  const { phone_number, at, campaign_id, timezone, region } = await request.body()
  const phone = foundPhone(readReachablePhone(phone_number), 'phone_number', phone_number)
  const [ruleSet, campaign, isBlacklisted, counts] = await Promise.all([
    callingRules.ruleSet(user_id),
    campaign_id === undefined ? undefined : campaigns.find(user_id, campaign_id),
    blacklist.has(user_id, phone.number),
    dialCounts.of(user_id, [phone.number]),
  ])
  if (campaign_id !== undefined) found(campaign, 'campaign_not_found')
  const place = placeOf(phone.number, { timezone, region })
  const dials = counts.get(phone.number)?.times ?? []
  const about = { phone_number: phone.number, place, at: at?.from ?? clock.now(), campaign, isBlacklisted, dials }
  return judge(about, ruleSet)
})
