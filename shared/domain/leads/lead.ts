import type { Variables } from '../../words/fields.ts'
import type { Refusal } from '../../words/refusal.ts'

/** A person's request for a later call; counts after the current call. */
export interface CallBack {
  call_id: number
  /** Epoch milliseconds, within the campaign's hours then. */
  at: number
}

export const leadStatuses = ['created', 'completed', 'reached-max-retries'] as const
export type LeadStatus = (typeof leadStatuses)[number]

/** `voicemail`: a machine answered. */
export const attemptOutcomes = ['conversation', 'voicemail', 'busy', 'no-answer', 'failed'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** A finished call to a lead or contact. */
export interface DialAttempt {
  call_id: number
  /** The called member's id. */
  lead_id: number
  /** Epoch milliseconds. */
  at: number
  outcome: AttemptOutcome
  /** Absent without a goal or conversation. */
  goal?: GoalState | undefined
}

export const goalStates = ['pending', 'reached', 'missed'] as const
/** `pending`: without evaluation until `until`, then missed. `again_at`: due time after a miss. */
export type GoalState = { state: 'pending'; until: number; again_at: number } | { state: 'reached' | 'missed' }

/** A dialable number of a lead; each has its own id. */
export interface Contact {
  id: number
  /** E.164 */
  phone_number: string
  variables: Variables
  status: LeadStatus
  /** Stated place: an IANA zone, a country or state. Absent: the number decides. */
  timezone?: string
  region?: string
  /** Still to be dialled. */
  in_line: boolean
  /** Missing permission of the carrier; other members come first. */
  barred_by?: Refusal
  /** Dials since it was queued. */
  dials: number
  /** Epoch milliseconds; the id has the creation time. */
  updated_at: number
}

/** A lead with contacts, which share one call at a time and one status. */
export interface Lead extends Contact {
  user_id: number
  campaign_id: number
  contacts: Contact[]
  /** Next dial, epoch milliseconds; while it waits. */
  next_attempt_at: number
  /** Its queue's place, by name. Absent before the dialler's judgement. */
  queue_place?: string
  /** Its reserved or running call. */
  call_id?: number
  /** Pool number of the last call. */
  caller_number_id?: number | undefined
  /** The called member. */
  called_id?: number
  /** Members whose status the user set during the call; the result does not change it. */
  set_by_hand?: number[]
  /** A requested call-back. */
  call_back?: CallBack
  /** Call-backs since it was queued. */
  call_backs?: number
  /** The next number is blacklisted; waits for its removal. */
  blocked?: true
  /** The next country is not allowed or lacks a permission; waits for a change. */
  barred?: true
  /** May have been called without record; waits for the user. */
  in_doubt?: true
  /** Hidden; removed after its call. */
  deleted_at?: number
  /** Newest attempts, oldest first. */
  attempts: DialAttempt[]
  /** Counts writes; each is conditional on the one before. */
  revision: number
}

/** The attempt without evaluation. */
export const pendingGoal = ({ attempts }: Pick<Lead, 'attempts'>, now: number): DialAttempt | undefined =>
  attempts.find(({ goal }) => goal?.state === 'pending' && now < goal.until)

/** True when the newest attempt missed the goal. */
export const hasMissedGoal = ({ attempts }: Pick<Lead, 'attempts'>, now: number): boolean => {
  const goal = attempts.at(-1)?.goal
  return goal?.state === 'missed' || (goal?.state === 'pending' && goal.until <= now)
}

export const contactsMax = 10

/** In dialling order. */
export const familyOf = (lead: Lead): Contact[] => [lead, ...lead.contacts]

export const memberOf = (lead: Lead, id: number): Contact | undefined =>
  familyOf(lead).find((member) => member.id === id)

/** The next member to call. */
export const nextInLine = (lead: Lead): Contact | undefined => {
  const inLine = familyOf(lead).filter(({ in_line }) => in_line)
  return inLine.find(({ barred_by }) => !barred_by) ?? inLine[0]
}

export const withMember = (lead: Lead, id: number, change: (member: Contact) => Partial<Contact>): Lead => {
  if (id === lead.id) return { ...lead, ...change(lead) }
  return {
    ...lead,
    contacts: lead.contacts.map((contact) => (contact.id === id ? { ...contact, ...change(contact) } : contact)),
  }
}

export const withFamily = (lead: Lead, change: (member: Contact) => Partial<Contact>): Lead => ({
  ...lead,
  ...change(lead),
  contacts: lead.contacts.map((contact) => ({ ...contact, ...change(contact) })),
})
