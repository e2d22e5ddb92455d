import { hashOf } from '../../words/canonical.ts'

/**
 * Record of why a call was allowed or refused, written once with the decision. Absent members were
 * unknown or not checked.
 */
export interface DecisionRecord {
  /** Incremented when the meaning of a member changes. */
  format: 1
  id: number
  at: number
  /** The campaign's id, or 0 for single calls. */
  chain: number
  decision: 'dial' | 'refused'
  call_id?: number
  campaign_id?: number
  lead_id?: number
  contact_id?: number
  lead_revision?: number
  call_revision?: number
  /** Random id with which the worker claimed the dial, unique per decision. */
  claimed_by?: string
  reasons: string[]
  window?: WindowFacts
  /** Result of the blacklist check; all spellings of the number were checked. */
  suppression?: { checked: 'with_the_claim' | 'with_the_request'; spellings: number; listed: boolean }
  attempt?: number
  max_retries?: number
  rules?: Record<string, unknown>
  consent?: Record<string, unknown>
  disclosure?: Record<string, unknown>
  tzdata?: string
  /** SHA-256 of the salted personal facts, which are stored separately. */
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

export interface PersonalFacts {
  /** Random value that is hashed with the facts, so that the hash reveals nothing. */
  salt: string
  phone_number: string
}

export type Decision = Omit<DecisionRecord, 'format' | 'id' | 'at' | 'facts_hash'> & { phone_number: string }

export interface Link {
  seq: number
  /** Hash of the previous link; zeros for the first. */
  prev: string
  hash: string
}

export const noHash = '0'.repeat(64)

export const factsHash = ({ salt, phone_number }: PersonalFacts): string => hashOf({ salt, phone_number })

export type Linked = DecisionRecord | GapRecord

/** Marks a gap in a chain: after a restore from a backup, the table lacks the newest links. */
export interface GapRecord {
  format: 1
  id: number
  at: number
  chain: number
  decision: 'restored'
  /** Number of the last signed link that the restored table lacks. */
  lost_seq: number
  lost_hash: string
}

export const linkHash = (seq: number, prev: string, record: Linked): string =>
  hashOf({ chain: record.chain, prev, record, seq })
