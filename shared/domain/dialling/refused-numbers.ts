import { type Campaign, wantOf } from '../campaigns/campaign.ts'
import type { ConsentStanding } from '../consents/consent.ts'
import { consentReasons, consentVerdict } from '../consents/consent-verdict.ts'
import type { Refused } from './eligible.ts'

/**
 * Those of these numbers that lack the consent which a campaign wants, and why. `standings` has
 * those of which something is recorded.
 */
export const refusedNumbers = (
  campaign: Pick<Campaign, 'require_consent' | 'purpose'>,
  phone_numbers: readonly string[],
  standings: ReadonlyMap<string, ConsentStanding>,
  now: number,
): Refused =>
  new Map(
    phone_numbers.flatMap((number) => {
      const verdict = consentVerdict(standings.get(number) ?? null, wantOf(campaign), now)
      return verdict.allowed ? [] : [[number, consentReasons[verdict.reason]] as const]
    }),
  )
