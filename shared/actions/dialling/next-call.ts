import { enforcesRules } from '../../domain/campaigns/calling-mode.ts'
import type { Campaign } from '../../domain/campaigns/campaign.ts'
import { nextCallAt, type RegionBucket } from '../../domain/dialling/region-buckets.ts'
import type { RuleSet } from '../../domain/rules/rule-set.ts'
import type { Dependencies } from '../../services.ts'

export interface QueueRules {
  buckets: readonly RegionBucket[]
  ruleSet: RuleSet | undefined
}

export const readQueueRules = async (
  { leads, callingRules }: Dependencies<'leads.buckets' | 'callingRules.ruleSet'>,
  campaign: Campaign,
): Promise<QueueRules> => {
  const [buckets, ruleSet] = await Promise.all([
    campaign.has_places ? leads.buckets(campaign.user_id, campaign.id) : [],
    enforcesRules(campaign) ? callingRules.ruleSet(campaign.user_id) : undefined,
  ])
  return { buckets, ruleSet }
}

export const readOutlook = async (
  { leads }: Dependencies<'leads.outlook'>,
  campaign: Campaign,
  { buckets, ruleSet }: QueueRules,
  now: number,
) => {
  const names = buckets.map(({ name }) => name)
  const { heads, dialling, barred } = await leads.outlook(campaign.user_id, campaign.id, names)
  const next_call_at = nextCallAt(campaign, { heads, buckets, ruleSet }, now)
  return { next_call_at, isAnyWaiting: heads.length > 0, dialling, barred }
}
