import { lookAhead, readGrounds } from '../../shared/actions/next-call.ts'
import { lost, untilWritten } from '../../shared/data/compare-and-set.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { assistantMisfit, reviseCampaign } from '../../shared/domain/campaigns/campaign-form.ts'
import { fullCampaignView } from '../../shared/domain/campaigns/campaign-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { updateCampaign } from '../../shared/operations/campaigns.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof updateCampaign)['uses'][number]>

/** A running campaign goes by its new settings from the next call on. */
export const handler = http(updateCampaign, async (request, services) => {
  const { leadPages, dials, dispatchCampaignQueue, clock } = services
  const { user_id, id } = request
  const counting = Promise.all([leadPages.counts(user_id, id), dials.taken({ user_id, campaign_id: id })])
  counting.catch(() => undefined)
  try {
    const campaign = await untilWritten(services, 'campaign', () => attempt(request, services))
    if (campaign.status === 'in-progress') await dispatchCampaignQueue.nudge({ user_id, campaign_id: id })
    const [leads_count, taken] = await counting
    const { next_call_at } = await lookAhead(services, campaign, await readGrounds(services, campaign), clock.now())
    const data = fullCampaignView(campaign, { leads_count, taken: taken.length, next_call_at })
    return { message: 'Campaign updated successfully', data }
  } finally {
    // No read outlives its request, also when there was nothing to update.
    await counting.catch(() => undefined)
  }
})

const attempt = async (
  { user_id, id, body, bodyValues }: Request<typeof updateCampaign>,
  { campaigns, assistants, clock }: Services,
): Promise<Campaign | typeof lost> => {
  const { assistant_id } = bodyValues()
  const [stored, assistant] = await Promise.all([
    campaigns.find(user_id, id),
    assistant_id === undefined ? undefined : assistants.find(user_id, assistant_id),
  ])
  const campaign = found(stored, 'campaign_not_found')
  const changes = await body(() => assistantMisfit(assistant))
  if (assistant_id !== undefined) found(assistant, 'assistant_not_found')
  const revised = reviseCampaign(campaign, changes, clock.now())
  return (await campaigns.replace(campaign, revised)) ? revised : lost
}
