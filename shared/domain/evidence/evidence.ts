import { hashOf } from '../../words/canonical.ts'

/**
 * Why a call was allowed, or was not: what was known at the moment of the decision, and nothing
 * that came later. Written once, with the claim to dial or with the refusal. Members that are
 * absent were not known, or not looked at, by the version that decided.
 */
export interface DecisionRecord {
  /** Version of this shape; a member that changes its meaning needs a new number. */
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
  /** Revisions of the lead and of the call that were judged. */
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
  /** Number of this attempt at the contact, and of the retries that would follow. */
  attempt?: number
  max_retries?: number
  /** Results of the rules, the consents and the disclosure, as their own modules write them. */
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

/** The personal part of a decision: it can be erased, and its hash stays. */
export interface PersonalFacts {
  /** Random, so that the hash of a number tells nothing. */
  salt: string
  phone_number: string
}

/** A decision before it is stored; the repository adds the rest. */
export type Decision = Omit<DecisionRecord, 'format' | 'id' | 'at' | 'facts_hash'> & { phone_number: string }

/** The chain's entry for one record: its hash and its position. */
export interface Link {
  seq: number
  /** The hash of the link before; of the first one, zeros. */
  prev: string
  hash: string
}

export const noHash = '0'.repeat(64)

export const factsHash = ({ salt, phone_number }: PersonalFacts): string => hashOf({ salt, phone_number })

/** An entry of a chain: a decision, or the record of a gap after a restore of the table. */
export type Linked = DecisionRecord | GapRecord

/** Written when the table was restored and the chain continues from its remaining end. */
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
