import type { Variables } from '../../words/fields.ts'
import type { Refusal } from '../../words/refusal.ts'

/**
 * A request on the phone to be called at another time. It is stored with the lead during the call,
 * and counts once the call is over.
 */
export interface CallBack {
  call_id: number
  /** Epoch milliseconds, inside the campaign's hours when it was asked for. */
  at: number
}

export const leadStatuses = ['created', 'completed', 'reached-max-retries'] as const
export type LeadStatus = (typeof leadStatuses)[number]

/** Result of an attempt. `voicemail`: a machine answered. */
export const attemptOutcomes = ['conversation', 'voicemail', 'busy', 'no-answer', 'failed'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** One call to a lead or to one of its contacts that is over. */
export interface DialAttempt {
  call_id: number
  /** The called member: the lead's own id or that of a contact. */
  lead_id: number
  /** When the call was made, epoch milliseconds. */
  at: number
  outcome: AttemptOutcome
  /** Absent where any conversation completes the lead, or where none took place. */
  goal?: GoalState | undefined
}

export const goalStates = ['pending', 'reached', 'missed'] as const
/**
 * State of the goal of a conversation. `pending`: the evaluation has not arrived; from `until` on,
 * the goal counts as missed. `again_at`: when the lead is due again after a miss.
 */
export type GoalState = { state: 'pending'; until: number; again_at: number } | { state: 'reached' | 'missed' }

/**
 * A number that can be dialled for a lead: its own, or that of a secondary contact. Each is a lead
 * with its own id.
 */
export interface Contact {
  id: number
  /** E.164 */
  phone_number: string
  variables: Variables
  status: LeadStatus
  /**
   * The person's location as the user states it: a clock (an IANA name), a country or state. Absent
   * where only the number tells.
   */
  timezone?: string
  region?: string
  /** Still to be dialled when its turn comes. */
  in_line: boolean
  /** The carrier lacks a permission to call it; other members of the family come first. */
  barred_by?: Refusal
  /** Dials of this number since it was queued. */
  dials: number
  /** Epoch milliseconds; its id says when it was created. */
  updated_at: number
}

/**
 * A lead with its secondary contacts: they share one call at a time and one fate, so they are one
 * record and move as one. Its status is that of the whole family.
 */
export interface Lead extends Contact {
  user_id: number
  campaign_id: number
  contacts: Contact[]
  /** When it may be dialled next, epoch milliseconds; meaningful while it waits. */
  next_attempt_at: number
  /**
   * The line of its campaign's queue in which it waits: a place, by its name. Absent where the
   * dialler has not looked at it, or does not care.
   */
  queue_place?: string
  /** The call that is reserved or running for it; it has at most one. */
  call_id?: number
  /** The number of a pool that the family was last called from. Absent where none was. */
  caller_number_id?: number | undefined
  /** The member of the family that the call goes to. */
  called_id?: number
  /** Members whose status a user set during that call: the call's result does not change it. */
  set_by_hand?: number[]
  /** The person on the line asked for another call. */
  call_back?: CallBack
  /** Call-backs since it was queued. */
  call_backs?: number
  /** The number to dial is blacklisted; it waits for that to end. */
  blocked?: true
  /**
   * The country to dial is in no list of the account, or the carrier lacks a permission; it waits
   * for that to change.
   */
  barred?: true
  /**
   * A call that is not recorded as its own may have been made to it; it waits for a hand to say.
   */
  in_doubt?: true
  /** Gone from every answer; removed once its call has ended. */
  deleted_at?: number
  /** The newest attempts, oldest first. */
  attempts: DialAttempt[]
  /** Counts the writes; every change is conditional on the one it was made from. */
  revision: number
}

/** The attempt whose conversation is still being evaluated. */
export const pendingGoal = ({ attempts }: Pick<Lead, 'attempts'>, now: number): DialAttempt | undefined =>
  attempts.find(({ goal }) => goal?.state === 'pending' && now < goal.until)

/** True when the newest attempt was a conversation that did not reach the goal. */
export const hasMissedGoal = ({ attempts }: Pick<Lead, 'attempts'>, now: number): boolean => {
  const goal = attempts.at(-1)?.goal
  return goal?.state === 'missed' || (goal?.state === 'pending' && goal.until <= now)
}

export const contactsMax = 10

/** The lead itself and its contacts, in the order in which they are dialled. */
export const familyOf = (lead: Lead): Contact[] => [lead, ...lead.contacts]

/** The member of the family with this id. */
export const memberOf = (lead: Lead, id: number): Contact | undefined =>
  familyOf(lead).find((member) => member.id === id)

/** The member that the next call goes to. */
export const nextInLine = (lead: Lead): Contact | undefined => {
  const inLine = familyOf(lead).filter(({ in_line }) => in_line)
  return inLine.find(({ barred_by }) => !barred_by) ?? inLine[0]
}

/** The lead with one member of its family changed. */
export const withMember = (lead: Lead, id: number, change: (member: Contact) => Partial<Contact>): Lead => {
  if (id === lead.id) return { ...lead, ...change(lead) }
  return {
    ...lead,
    contacts: lead.contacts.map((contact) => (contact.id === id ? { ...contact, ...change(contact) } : contact)),
  }
}

/** The lead with every member of its family changed. */
export const withFamily = (lead: Lead, change: (member: Contact) => Partial<Contact>): Lead => ({
  ...lead,
  ...change(lead),
  contacts: lead.contacts.map((contact) => ({ ...contact, ...change(contact) })),
})
