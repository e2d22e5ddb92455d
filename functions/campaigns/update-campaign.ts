import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { assistantMisfit, reviseCampaign } from '../../shared/domain/campaigns/campaign-form.ts'
import { fullCampaignView } from '../../shared/domain/campaigns/campaign-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { updateCampaign } from '../../shared/operations/campaigns.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof updateCampaign)['uses'][number]>

/** Losing this often against other writers of one campaign means that something is broken. */
const attemptsMax = 20

/** A running campaign goes by its new settings from the next call on. */
export const handler = http(updateCampaign, async (request, services) => {
  const { leads, dials, dispatchCampaignQueue, clock } = services
  const { user_id, id } = request
  const counting = Promise.all([
    leads.standings(user_id, id),
    leads.outlook(user_id, id),
    dials.taken({ user_id, campaign_id: id }),
  ])
  counting.catch(() => undefined)
  try {
    for (let count = 0; count < attemptsMax; count++) {
      const campaign = await attempt(request, services)
      if (!campaign) continue
      if (campaign.status === 'in-progress') await dispatchCampaignQueue.nudge({ user_id, campaign_id: id })
      const [standings, { next_at }, taken] = await counting
      const data = fullCampaignView(campaign, { standings, taken: taken.length, next_at }, clock.now())
      return { message: 'Campaign updated successfully', data }
    }
    throw new Error('The campaign is too busy')
  } finally {
    // No read outlives its request, also when there was nothing to update.
    await counting.catch(() => undefined)
  }
})

const attempt = async (
  { user_id, id, body }: Request<typeof updateCampaign>,
  { campaigns, assistants, clock }: Services,
): Promise<Campaign | undefined> => {
  const looking = campaigns.find(user_id, id)
  const asked: { assistant?: Promise<Assistant | undefined> } = {}
  const changes = await body(async ({ assistant_id }) => {
    if (assistant_id !== undefined) asked.assistant = assistants.find(user_id, assistant_id)
    const [stored, assistant] = await Promise.all([looking, asked.assistant])
    found(stored, 'campaign_not_found')
    return assistantMisfit(assistant)
  })
  if (asked.assistant) found(await asked.assistant, 'assistant_not_found')
  const campaign = found(await looking, 'campaign_not_found')
  const revised = reviseCampaign(campaign, changes, clock.now())
  return (await campaigns.replace(campaign, revised)) ? revised : undefined
}
