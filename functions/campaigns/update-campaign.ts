import { readOutlook, readQueueRules } from '../../shared/actions/dialling/next-call.ts'
import { readPool } from '../../shared/actions/dialling/read-pool.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import {
  assistantMisfit,
  type CampaignChanges,
  goalMisfit,
  poolMisfit,
  reviseCampaign,
} from '../../shared/domain/campaigns/campaign-form.ts'
import { fullCampaignView } from '../../shared/domain/campaigns/campaign-view.ts'
import { belowFloor, isLooser } from '../../shared/domain/campaigns/protection-floor.ts'
import { withPool } from '../../shared/domain/dialling/number-pool.ts'
import { updateCampaign } from '../../shared/operations/campaigns.ts'
import { http, type Request } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { found, refuseErrors } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof updateCampaign)['uses'][number]>

export const handler = http(updateCampaign, async (request, services) => {
  const { leadPages, dials, dispatchCampaignQueue } = services
  const { user_id, id } = request
  const counting = Promise.all([leadPages.counts(user_id, id), dials.taken({ user_id, campaign_id: id })])
  counting.catch(() => undefined)
  try {
    const { campaign, next_call_at } = await untilWritten(services, 'campaign', () => attempt(request, services))
    if (campaign.status === 'in-progress') await dispatchCampaignQueue.nudge({ user_id, campaign_id: id })
    const [leads_count, taken] = await counting
    const data = fullCampaignView(campaign, { leads_count, taken: taken.length, next_call_at })
    return { message: 'Campaign updated successfully', data }
  } finally {
    // Waits for the `counting` reads, because no read may outlive its request.
    await counting.catch(() => undefined)
  }
})

const namesGoal = ({ assistant_id, retry_on_goal_incomplete, goal_completion_variable }: CampaignChanges): boolean =>
  [assistant_id, retry_on_goal_incomplete, goal_completion_variable].some((sent) => sent !== undefined)

const attempt = async (
  { user_id, id, body, bodyValues, demand }: Request<typeof updateCampaign>,
  services: Services,
): Promise<{ campaign: Campaign; next_call_at: number | undefined } | typeof lost> => {
  const { campaigns, assistants, callingRules, numbers, clock } = services
  const { assistant_id } = bodyValues()
  const [stored, assistant] = await Promise.all([
    campaigns.find(user_id, id),
    assistant_id === undefined ? undefined : assistants.find(user_id, assistant_id),
  ])
  const campaign = found(stored, 'campaign_not_found')
  const changes = await body((asked) => ({
    ...assistantMisfit(assistant),
    ...belowFloor(asked, callingRules.floor()),
  }))
  if (assistant_id !== undefined) found(assistant, 'assistant_not_found')
  if (changes.phone_number_ids) {
    refuseErrors(poolMisfit(changes.phone_number_ids, await numbers.list(user_id), campaign.phone_number_ids))
  }
  const revised = reviseCampaign(campaign, changes, clock.now())
  if (namesGoal(changes)) {
    const judging = assistant ?? (await assistants.find(user_id, revised.assistant_id))
    refuseErrors(goalMisfit(revised, found(judging, 'assistant_not_found')))
  }
  if (isLooser(campaign, revised)) await demand('all')
  const [isWritten, ahead, pool] = await Promise.all([
    campaigns.replace(campaign, revised),
    readQueueRules(services, revised).then((queueRules) => readOutlook(services, revised, queueRules, clock.now())),
    readPool(services, revised, clock.now()),
  ])
  const next_call_at = withPool(ahead.next_call_at, pool, clock.now())
  return isWritten ? { campaign: revised, next_call_at } : lost
}
