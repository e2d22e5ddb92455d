import { isoTime } from '../../words/time.ts'
import type { BlacklistEntry, CauseGiven, SuppressionCause } from './blacklist-entry.ts'

/** The source of a change. */
export type SuppressionActor = 'user' | 'person' | 'carrier' | 'list'

/** One change of what may be dialled and texted; written with the change, and never again. */
export interface SuppressionEvent {
  id: number
  user_id: number
  /** E.164; null when a whole list came into force. */
  phone_number: string | null
  list?: { name: string; as_of: string; numbers: number }
  change: 'added' | 'lifted'
  causes: SuppressionCause[]
  /** `texts`: the person is texted again, and still not called. */
  channels: 'all' | 'texts' | 'calls'
  by: SuppressionActor
  /** In the words of the user or the person who changed it; null when no word was given. */
  why: string | null
  /** The call in which it was asked for. */
  call_id?: number
  needs_review?: true
  /** Epoch milliseconds. */
  at: number
}

/** Facts of a change, beside the entry that it is about. */
export type EventFacts = Pick<SuppressionEvent, 'id' | 'at'> & { call_id?: number }

const aboutOf = ({ user_id, phone_number }: BlacklistEntry) => ({ user_id, phone_number })

export const addedEvent = (
  entry: BlacklistEntry,
  { cause, reason, needs_review }: CauseGiven,
  facts: EventFacts,
): SuppressionEvent => ({
  ...facts,
  ...aboutOf(entry),
  change: 'added',
  causes: [cause],
  channels: 'all',
  by: cause === 'user' || cause === 'carrier' || cause === 'list' ? cause : 'person',
  why: reason,
  ...(needs_review && { needs_review }),
})

/** A do-not-call list comes into force, or a new version of it. */
export const addedEventOfList = (
  { user_id, name, as_of, numbers }: { user_id: number; name: string; as_of: number; numbers: number },
  facts: EventFacts,
): SuppressionEvent => ({
  ...facts,
  user_id,
  phone_number: null,
  list: { name, as_of: isoTime(as_of).slice(0, 10), numbers },
  change: 'added',
  causes: ['list'],
  channels: 'all',
  by: 'list',
  why: null,
})

/**
 * Its user takes the whole entry off, or the person takes back what they asked for: for texts with
 * START, for calls with a consent.
 */
export const liftedEvent = (
  entry: BlacklistEntry,
  lifted: Pick<SuppressionEvent, 'causes' | 'channels' | 'by' | 'why'>,
  facts: EventFacts,
): SuppressionEvent => ({ ...facts, ...aboutOf(entry), change: 'lifted', ...lifted })
