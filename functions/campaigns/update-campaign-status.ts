import type { OwnedNumber } from '../../shared/domain/account/number.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { hasNumber } from '../../shared/domain/dialling/dialler.ts'
import { isRefused } from '../../shared/domain/dialling/number-pool.ts'
import { updateCampaignStatus } from '../../shared/operations/campaigns.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { found, Problem } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof updateCampaignStatus)['uses'][number]>
interface Asked {
  user_id: number
  campaign_id: number
}

/** Milliseconds between checks whether a request to the carrier is open; 16 s in all. */
const pollMs = 200
const pollsMax = 80

/** Answers a stop request only when no new call can start. Running calls continue. */
export const handler = http(updateCampaignStatus, async ({ user_id, body }, services) => {
  const { campaign_id, action } = await body()
  const asked = { user_id, campaign_id }
  if (action === 'stop') {
    await stop(asked, services)
    const data = { campaign_id, status: 'stopped' as const }
    return { message: 'Campaign stopped successfully.', success: true as const, data }
  }
  await start(asked, services)
  await services.dispatchCampaignQueue.nudge(asked)
  const data = { campaign_id, status: 'in-progress' as const }
  return { message: 'Campaign started successfully.', success: true as const, data }
})

const start = ({ user_id, campaign_id }: Asked, services: Services): Promise<void> => {
  const { campaigns, leads, numbers, clock } = services
  return untilWritten(services, 'campaign', async () => {
    const [known, owned, isAnybodyWaiting] = await Promise.all([
      campaigns.find(user_id, campaign_id),
      numbers.list(user_id),
      leads.anyWaiting(user_id, campaign_id),
    ])
    const campaign = found(known, 'campaign_not_found')
    await liftRefusals(campaign, owned, services)
    if (campaign.status === 'in-progress' && !campaign.carrier_barred) return undefined
    if (!isAnybodyWaiting) throw new Problem('no_leads_to_call')
    const now = clock.now()
    const canCall = hasNumber(campaign, owned, now)
    if (canCall && (await campaigns.start(campaign, now, true))) return undefined
    await demandAgent(campaign, canCall, services)
    return lost
  })
}

/** Lets the dialler try refused numbers again, because the user may have verified them. */
const liftRefusals = async (
  { phone_number_ids }: Campaign,
  owned: readonly OwnedNumber[],
  { clock, numberPauses }: Services,
): Promise<void> => {
  const refused = owned.filter((number) => phone_number_ids?.includes(number.id) && isRefused(number, clock.now()))
  await Promise.all(refused.map((number) => numberPauses.lift(number)))
}

const demandAgent = async (
  { user_id, assistant_id }: Campaign,
  canCall: boolean,
  { assistants }: Services,
): Promise<void> => {
  const assistant = found(await assistants.find(user_id, assistant_id), 'agent_deleted')
  if (assistant.type !== 'outbound') throw new Problem('agent_cannot_call')
  if (!canCall) throw new Problem('agent_without_number')
}

/**
 * Waits for workers that claimed a call before the stop and still wait for the carrier. After the
 * stop, no worker can claim a call.
 */
const stop = async (asked: Asked, { campaigns, dials, clock }: Services): Promise<void> => {
  const { stopped, before } = await campaigns.stop(asked, undefined, clock.now())
  if (!stopped) throw new Problem(before && !before.deleted_at ? 'campaign_not_in_progress' : 'campaign_not_found')
  for (let poll = 0; poll < pollsMax && (await dials.asking(asked, clock.now())); poll++) await clock.sleep(pollMs)
}
