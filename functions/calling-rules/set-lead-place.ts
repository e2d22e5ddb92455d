import { lost, untilWritten } from '../../shared/data/compare-and-set.ts'
import { memberOf } from '../../shared/domain/leads/lead.ts'
import { setPlace } from '../../shared/domain/leads/lead-life.ts'
import { must } from '../../shared/domain/must.ts'
import { placeView } from '../../shared/domain/places/place-view.ts'
import { placeOfPhone } from '../../shared/domain/places/stated-place.ts'
import { found } from '../../shared/domain/problem.ts'
import { setLeadPlace } from '../../shared/operations/calling-rules.ts'
import { http } from '../../shared/runtime/http.ts'

/** Its campaign goes by it from the next call on. */
export const handler = http(setLeadPlace, async (request, services) => {
  const { leads, campaigns, dispatchCampaignQueue, clock } = services
  const { user_id, id } = request
  const { campaign_id, member } = await untilWritten(services, 'lead', async () => {
    const lead = found(await leads.find(user_id, id), 'lead_not_found')
    const stated = await request.body()
    const placed = setPlace(lead, id, stated, clock.now())
    const { outcome } = await leads.replace(lead, placed)
    if (outcome === 'replaced') return { campaign_id: lead.campaign_id, member: must(memberOf(placed, id), 'member') }
    found(await campaigns.find(user_id, lead.campaign_id), 'lead_not_found')
    return lost
  })
  await dispatchCampaignQueue.nudge({ user_id, campaign_id })
  const { timezone = null, region = null } = member
  return {
    message: 'Place set successfully',
    data: { ...placeView(placeOfPhone(member)), timezone, region },
  }
})
