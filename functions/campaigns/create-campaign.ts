import { assistantMisfit, newCampaign } from '../../shared/domain/campaigns/campaign-form.ts'
import { fullCampaignView, noProgress } from '../../shared/domain/campaigns/campaign-view.ts'
import { found, refuseErrors } from '../../shared/domain/problem.ts'
import { createCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'

/** A draft places no call until it is started. */
export const handler = http(createCampaign, async (request, { campaigns, assistants, clock }) => {
  const draft = await request.body()
  const assistant = found(await assistants.find(request.user_id, draft.assistant_id), 'assistant_not_found')
  refuseErrors(assistantMisfit(assistant))
  const id = await request.create((id) => campaigns.create(newCampaign(draft, assistant, id)))
  const data = fullCampaignView(newCampaign(draft, assistant, id), noProgress, clock.now())
  return { message: 'Campaign created successfully', data }
})
