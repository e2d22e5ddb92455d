import { enforcesRules } from '../../domain/campaigns/calling-mode.ts'
import type { Campaign } from '../../domain/campaigns/campaign.ts'
import { nextCallAt, type RegionBucket } from '../../domain/dialling/region-buckets.ts'
import type { RuleBook } from '../../domain/rules/rule-book.ts'
import type { Supplied } from '../../services.ts'

export interface Grounds {
  buckets: readonly RegionBucket[]
  book: RuleBook | undefined
}

export const readGrounds = async (
  { leads, callingRules }: Supplied<'leads.buckets' | 'callingRules.book'>,
  campaign: Campaign,
): Promise<Grounds> => {
  const [buckets, book] = await Promise.all([
    campaign.has_places ? leads.buckets(campaign.user_id, campaign.id) : [],
    enforcesRules(campaign) ? callingRules.book(campaign.user_id) : undefined,
  ])
  return { buckets, book }
}

export const lookAhead = async (
  { leads }: Supplied<'leads.outlook'>,
  campaign: Campaign,
  { buckets, book }: Grounds,
  now: number,
) => {
  const names = buckets.map(({ name }) => name)
  const { heads, dialling, barred } = await leads.outlook(campaign.user_id, campaign.id, names)
  const next_call_at = nextCallAt(campaign, { heads, buckets, book }, now)
  return { next_call_at, isAnyWaiting: heads.length > 0, dialling, barred }
}
