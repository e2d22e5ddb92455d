import { enforcesRules } from '../../domain/campaigns/calling-mode.ts'
import type { Campaign } from '../../domain/campaigns/campaign.ts'
import { nextCallAt, type WaitingPlace } from '../../domain/dialling/waiting-places.ts'
import type { RuleBook } from '../../domain/rules/rule-book.ts'
import type { Supplied } from '../../services.ts'

export interface Grounds {
  places: readonly WaitingPlace[]
  book: RuleBook | undefined
}

export const readGrounds = async (
  { leads, callingRules }: Supplied<'leads.places' | 'callingRules.book'>,
  campaign: Campaign,
): Promise<Grounds> => {
  const [places, book] = await Promise.all([
    campaign.has_places ? leads.places(campaign.user_id, campaign.id) : [],
    enforcesRules(campaign) ? callingRules.book(campaign.user_id) : undefined,
  ])
  return { places, book }
}

export const lookAhead = async (
  { leads }: Supplied<'leads.outlook'>,
  campaign: Campaign,
  { places, book }: Grounds,
  now: number,
) => {
  const names = places.map(({ name }) => name)
  const { firsts, dialling, barred } = await leads.outlook(campaign.user_id, campaign.id, names)
  const next_call_at = nextCallAt(campaign, { firsts, places, book }, now)
  return { next_call_at, isAnyWaiting: firsts.length > 0, dialling, barred }
}
