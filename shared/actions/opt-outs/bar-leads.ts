import { countriesOf, type Means } from '../../domain/account/account.ts'
import { type Campaign, wantOf } from '../../domain/campaigns/campaign.ts'
import type { Dependencies } from '../../services.ts'

type Services = Dependencies<'campaigns.change' | 'leads.unbar' | 'leads.unblockMany'>

const batchesMax = 10

const listOf = (means: Means): string => countriesOf(means)?.join(',') ?? ''

export const noteBarred = async (
  campaign: Campaign,
  means: Means,
  { campaigns }: Pick<Services, 'campaigns'>,
): Promise<void> => {
  const barred_under = listOf(means)
  if (campaign.barred_under !== barred_under)
    await campaigns.change(campaign.user_id, campaign.id, (current) => ({ ...current, barred_under }))
}

export const unbarLeads = async (
  campaign: Campaign,
  means: Means,
  { campaigns, leads }: Services,
): Promise<boolean> => {
  const { user_id, id, barred_under } = campaign
  if (barred_under === undefined || barred_under === listOf(means)) return true
  if (!(await putBack(() => leads.unbar(user_id, id)))) return false
  await campaigns.change(user_id, id, (current) =>
    current.barred_under === barred_under ? { ...current, barred_under: undefined } : current,
  )
  return true
}

const putBack = async (some: () => Promise<boolean>): Promise<boolean> => {
  for (let batch = 0; batch < batchesMax; batch++) if (!(await some())) return true
  return false
}

const wantedBy = (campaign: Campaign): string => JSON.stringify(wantOf(campaign))

export const noteWant = async (campaign: Campaign, { campaigns }: Pick<Services, 'campaigns'>): Promise<void> => {
  const refused_under = wantedBy(campaign)
  if (campaign.refused_under !== refused_under)
    await campaigns.change(campaign.user_id, campaign.id, (current) => ({ ...current, refused_under }))
}

/**
 * Queues leads again after the campaign's consent requirement has changed. False while some leads
 * are still blocked.
 */
export const unblockLeads = async (campaign: Campaign, { campaigns, leads }: Services): Promise<boolean> => {
  const { user_id, id, refused_under } = campaign
  if (refused_under === undefined || refused_under === wantedBy(campaign)) return true
  if (!(await putBack(() => leads.unblockMany(user_id, id)))) return false
  await campaigns.change(user_id, id, (current) =>
    current.refused_under === refused_under ? { ...current, refused_under: undefined } : current,
  )
  return true
}
