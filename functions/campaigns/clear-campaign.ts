import { clearCampaign } from '../../shared/operations/campaigns.ts'
import { worker } from '../../shared/runtime/worker.ts'

const batchesMax = 10
/** Milliseconds until a campaign with running calls is checked again. */
const runningMs = 60_000

/** Removes the leads of a deleted campaign; after its last call, also the campaign. */
export const handler = worker(clearCampaign, async (ref, { campaigns, leads, dials, clearCampaignQueue, clock }) => {
  const { user_id, campaign_id } = ref
  const campaign = await campaigns.findEvenDeleted(user_id, campaign_id)
  if (campaign && campaign.deleted_at === undefined) return
  for (let batch = 0; batch < batchesMax; batch++) {
    if (await leads.removeSome(user_id, campaign_id, clock.now())) continue
    const [taken, { dialling }] = await Promise.all([dials.taken(ref), leads.outlook(user_id, campaign_id)])
    if (taken.length > 0 || dialling) return campaigns.clearAt(ref, clock.now() + runningMs)
    return campaigns.remove(ref)
  }
  await clearCampaignQueue.nudge(ref)
})
