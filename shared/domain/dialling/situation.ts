import type { Micros } from '../../words/money.ts'
import type { Means } from '../account/account.ts'
import { type Campaign, wantOf } from '../campaigns/campaign.ts'
import type { ConsentStanding } from '../consents/consent.ts'
import { consentReasons, consentVerdict } from '../consents/consent-verdict.ts'
import type { DialCount } from '../rules/dial-count.ts'
import type { Somewhere } from '../rules/legal-hours.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import type { NumberPool } from './number-pool.ts'

/**
 * All facts that decide whether a lead may be dialled now. If an optional fact was not read, no
 * call is made.
 */
export interface Situation<Of extends DiallingCampaign = DiallingCampaign> {
  now: number
  campaign: Of
  means: Means
  transcription_minute?: Micros | undefined
  blacklisted?: Barred | undefined
  refused?: Refused | undefined
  law?: Law | undefined
  pool?: NumberPool | undefined
}

export interface Barred {
  has(phone_number: string): boolean
  get?(phone_number: string): string | undefined
}

/** Numbers that lack a required consent, with the reasons. */
export type Refused = ReadonlyMap<string, string>

export interface Law {
  ruleSet: RuleSet
  /** Regions and time zones of a preview's sample lead. Absent: those of the contact apply. */
  place?: Somewhere
  /** Dials by phone number; the dials of a missing number are unknown. */
  recent?: ReadonlyMap<string, Pick<DialCount, 'times'>> | undefined
}

export type DiallingCampaign = Pick<
  Campaign,
  | 'status'
  | 'stop_reason'
  | 'deleted_at'
  | 'timezone'
  | 'allowed_hours_start_time'
  | 'allowed_hours_end_time'
  | 'allowed_days'
  | 'max_retries'
  | 'retry_interval'
  | 'retry_on_voicemail'
  | 'require_consent'
  | 'calling_rules'
>

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
