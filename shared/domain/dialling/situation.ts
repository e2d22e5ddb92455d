import type { Micros } from '../../words/money.ts'
import type { Means } from '../account/account.ts'
import { type Campaign, wantOf } from '../campaigns/campaign.ts'
import type { ConsentStanding } from '../consents/consent.ts'
import { consentReasons, consentVerdict } from '../consents/consent-verdict.ts'
import type { DialCount } from '../rules/dial-count.ts'
import type { Somewhere } from '../rules/legal-hours.ts'
import type { RuleBook } from '../rules/rule-book.ts'
import type { NumberPool } from './number-pool.ts'

/**
 * Everything that decides whether a campaign may dial a lead now, read once. A member that was not
 * read is absent, and keeps leads from being dialled.
 */
export interface Situation<Of extends DiallingCampaign = DiallingCampaign> {
  /** When it was read, epoch milliseconds. */
  now: number
  campaign: Of
  /** The user's balance and limits. */
  means: Means
  /** The assistant's addition to the price of a minute: `transcriptionPrice`. */
  transcription_minute?: Micros | undefined
  /** Numbers that the blacklist or a do-not-call list bars. */
  blacklisted?: Barred | undefined
  /** Numbers that lack the consent which the campaign wants. */
  refused?: Refused | undefined
  /** Hours and caps, for a campaign that enforces calling rules. */
  law?: Law | undefined
  /** Numbers that it calls from. Absent without a pool, and for a reserved call. */
  pool?: NumberPool | undefined
}

/** Numbers that may not be dialled, and why, in words, where it is known more than that. */
export interface Barred {
  has(phone_number: string): boolean
  get?(phone_number: string): string | undefined
}

/** Numbers that lack a consent, and why, in words for people. */
export type Refused = ReadonlyMap<string, string>

/** The facts of calling rules. */
export interface Law {
  book: RuleBook
  /**
   * For a lead that represents all leads of one place; else its number and its user's statement
   * tell the place.
   */
  place?: Somewhere
  /**
   * When numbers were dialled last, of those where that matters. One that is not in it is not
   * known.
   */
  recent?: ReadonlyMap<string, Pick<DialCount, 'times'>> | undefined
}

/** The campaign's relevant members. */
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

/**
 * Those of these numbers that lack the consent which a campaign wants, with the reasons.
 * `standings` has the numbers with records.
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
