import { hashOf } from '../../words/canonical.ts'

/**
 * Why a call was allowed, or was not: what was known at the moment of the decision, and nothing
 * that came later. Written once, with the claim to dial or with the refusal. Members that are
 * absent were not known, or not looked at, by the version that decided.
 */
export interface DecisionRecord {
  /** Of this shape; a new meaning of a member is a new number. */
  format: 1
  id: number
  /** Epoch milliseconds. */
  at: number
  /** The campaign whose chain it belongs to; 0 for single calls. */
  chain: number
  decision: 'dial' | 'refused'
  call_id?: number
  campaign_id?: number
  /** The lead whose family was called, and which member of it. */
  lead_id?: number
  contact_id?: number
  /** Which writing of the lead and of the call was judged. */
  lead_revision?: number
  call_revision?: number
  /** The worker's name for its claim: each decision to dial has another. */
  claimed_by?: string
  /** Words for people: why not. */
  reasons: string[]
  /** The hours of the campaign, by the clock on the wall in its zone. */
  window?: WindowFacts
  /**
   * The list of those never to dial, looked up in every spelling of the number as a condition of
   * the same write.
   */
  suppression?: { checked: 'with_the_claim' | 'with_the_request'; spellings: number; listed: boolean }
  /** Which attempt at this contact it was, and how many more would be made. */
  attempt?: number
  max_retries?: number
  /**
   * What the rules, the consents and the disclosure of the day said, as their own makers write it.
   */
  rules?: Record<string, unknown>
  consent?: Record<string, unknown>
  disclosure?: Record<string, unknown>
  /** The clock changes that the runtime knew of. */
  tzdata?: string
  /** SHA-256 over the salted facts about the person, which lie apart. */
  facts_hash: string
}

export interface WindowFacts {
  timezone: string
  days: string[]
  /** `HH:MM:SS` */
  start: string
  end: string
  /** `2026-11-25T10:00:00.000+01:00` */
  local_time: string
}

/** What a decision says of a person: it can be erased, and its hash stays. */
export interface PersonalFacts {
  /** Random, so that the hash of a number tells nothing. */
  salt: string
  phone_number: string
}

/** What a maker of a decision hands over; where it is written, the rest is added. */
export type Decision = Omit<DecisionRecord, 'format' | 'id' | 'at' | 'facts_hash'> & { phone_number: string }

/** What the chain holds of one record: nothing but its hash, and where it stands. */
export interface Link {
  seq: number
  /** The hash of the link before; of the first one, zeros. */
  prev: string
  hash: string
}

export const noHash = '0'.repeat(64)

export const factsHash = ({ salt, phone_number }: PersonalFacts): string => hashOf({ salt, phone_number })

/** What stands in a chain: a decision, or word of a gap after the table was restored. */
export type Linked = DecisionRecord | GapRecord

/** After a table was restored, its chain goes on from what is left of it: this record says so. */
export interface GapRecord {
  format: 1
  id: number
  at: number
  chain: number
  decision: 'restored'
  /** The last link that a signed head knows of, and that the restored table does not. */
  lost_seq: number
  lost_hash: string
}

export const linkHash = (seq: number, prev: string, record: Linked): string =>
  hashOf({ chain: record.chain, prev, record, seq })
