import { type Campaign, wantsConsent } from '../../domain/campaigns/campaign.ts'
import type { ConsentStanding } from '../../domain/consents/consent.ts'
import type { Supplied } from '../../services.ts'

/**
 * What is known of the consents of these numbers; nothing is read for a campaign that wants none.
 */
export const readConsents = async (
  { consents }: Supplied<'consents.standings'>,
  campaign: Pick<Campaign, 'user_id' | 'require_consent'>,
  phone_numbers: string[],
): Promise<ReadonlyMap<string, ConsentStanding>> =>
  wantsConsent(campaign) ? consents.standings(campaign.user_id, phone_numbers) : new Map()
