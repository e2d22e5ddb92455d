import { type Lead, memberOf } from '../../shared/domain/leads/lead.ts'
import { setPlace } from '../../shared/domain/leads/lead-life.ts'
import { placeView } from '../../shared/domain/places/place-view.ts'
import { placeOfPhone } from '../../shared/domain/places/stated-place.ts'
import { setLeadPlace } from '../../shared/operations/calling-rules.ts'
import { http } from '../../shared/runtime/http.ts'
import { must } from '../../shared/words/must.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(setLeadPlace, async (request, { leads, dispatchCampaignQueue, clock }) => {
  const { user_id, id } = request
  const seen = found(await leads.find(user_id, id), 'lead_not_found')
  const stated = await request.body()
  const placed = (lead: Lead) => setPlace(lead, id, stated, clock.now())
  const lead = found(await leads.change(user_id, id, placed, { seen }), 'lead_not_found')
  await dispatchCampaignQueue.nudge({ user_id, campaign_id: lead.campaign_id })
  const member = must(memberOf(lead, id), 'member')
  const { timezone = null, region = null } = member
  return {
    message: 'Place set successfully',
    data: { ...placeView(placeOfPhone(member)), timezone, region },
  }
})
