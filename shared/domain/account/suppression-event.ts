import { isoTime } from '../../words/time.ts'
import type { BlacklistEntry, CauseGiven, SuppressionCause } from './blacklist-entry.ts'

export type SuppressionActor = 'user' | 'person' | 'carrier' | 'list'

export interface SuppressionEvent {
  id: number
  user_id: number
  /** Null when the event concerns a whole list. */
  phone_number: string | null
  list?: { name: string; as_of: string; numbers: number }
  change: 'added' | 'lifted'
  causes: SuppressionCause[]
  /** Channels that the change suppresses or allows again. */
  channels: 'all' | 'texts' | 'calls'
  by: SuppressionActor
  why: string | null
  call_id?: number
  needs_review?: true
  at: number
}

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
 * Makes the event of a lifted entry: removed by the user, or lifted by the person (START for texts,
 * a consent for calls).
 */
export const liftedEvent = (
  entry: BlacklistEntry,
  lifted: Pick<SuppressionEvent, 'causes' | 'channels' | 'by' | 'why'>,
  facts: EventFacts,
): SuppressionEvent => ({ ...facts, ...aboutOf(entry), change: 'lifted', ...lifted })
