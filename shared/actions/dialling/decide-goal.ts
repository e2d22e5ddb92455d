import type { CampaignCall } from '../../domain/dialling/campaign-call.ts'
import { goalDecided } from '../../domain/leads/lead-life.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

type Services = Dependencies<'campaigns.find' | 'clock' | 'dispatchCampaignQueue.nudge' | 'leads.change' | 'leads.find'>

export const decideGoal = async (
  { campaigns, leads, dispatchCampaignQueue, clock }: Services,
  { id: call_id, user_id, campaign: { main_lead_id } }: CampaignCall,
  isReached: boolean,
  log: Log,
): Promise<void> => {
  const lead = await leads.find(user_id, main_lead_id)
  const campaign = lead && (await campaigns.find(user_id, lead.campaign_id))
  if (!campaign) return
  const decided = await leads.change(user_id, main_lead_id, (stored) =>
    goalDecided(stored, { call_id, isReached }, campaign, clock.now()),
  )
  if (!decided) return
  log.info('the goal of a conversation was decided', { user_id, call_id, isReached })
  await dispatchCampaignQueue.nudge({ user_id, campaign_id: campaign.id })
}
