import { assistantMisfit, goalMisfit, newCampaign, poolMisfit } from '../../shared/domain/campaigns/campaign-form.ts'
import { fullCampaignView, noProgress } from '../../shared/domain/campaigns/campaign-view.ts'
import { belowFloor, isLooser } from '../../shared/domain/campaigns/protection-floor.ts'
import { createCampaign } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'
import { merge } from '../../shared/words/form.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

export const handler = http(createCampaign, async (request, { campaigns, assistants, callingRules, numbers }) => {
  const usual = { calling_rules: callingRules.stageMode(), require_consent: callingRules.floor().require_consent }
  const draft = await request.body((asked) => belowFloor(asked, callingRules.floor()))
  const assistant = found(await assistants.find(request.user_id, draft.assistant_id), 'assistant_not_found')
  const campaignAs = (id: number) => newCampaign(draft, assistant, id, usual)
  const owned = draft.phone_number_ids ? await numbers.list(request.user_id) : []
  const poolErrors = poolMisfit(draft.phone_number_ids, owned)
  refuseErrors(merge(assistantMisfit(assistant), goalMisfit(campaignAs(0), assistant), poolErrors))
  if (isLooser({ ...usual, purpose: draft.purpose ?? null }, campaignAs(0))) await request.demand('all')
  const id = await request.create((id) => campaigns.create(campaignAs(id)))
  const data = fullCampaignView(campaignAs(id), noProgress)
  return { message: 'Campaign created successfully', data }
})
