import type { Variables } from '../../words/fields.ts'
import type { Refusal } from '../../words/refusal.ts'

/** A requested call-back. It takes effect after the current call. */
export interface CallBack {
  call_id: number
  /** Epoch milliseconds, within the campaign's hours. */
  at: number
}

export const leadStatuses = ['created', 'completed', 'reached-max-retries'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const attemptOutcomes = ['conversation', 'voicemail', 'busy', 'no-answer', 'failed'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

export interface DialAttempt {
  call_id: number
  lead_id: number
  at: number
  outcome: AttemptOutcome
  /** Absent if the campaign has no goal or the customer was not reached. */
  goal?: GoalState | undefined
}

export const goalStates = ['pending', 'reached', 'missed'] as const
/** `until`: time after which a pending goal counts as missed. `again_at`: due time after a miss. */
export type GoalState = { state: 'pending'; until: number; again_at: number } | { state: 'reached' | 'missed' }

export interface Contact {
  id: number
  phone_number: string
  variables: Variables
  status: LeadStatus
  /** Stated by the user: an IANA zone, a country or state. Absent: the number decides. */
  timezone?: string
  region?: string
  in_line: boolean
  /** The carrier does not permit calls to this country, so other contacts are called first. */
  barred_by?: Refusal
  dials: number
  updated_at: number
}

/** A lead and its contacts. Only one of them is called at a time. */
export interface Lead extends Contact {
  user_id: number
  campaign_id: number
  contacts: Contact[]
  next_attempt_at: number
  /** Name of the lead's queue; absent before the dialler has checked the lead. */
  queue_place?: string
  call_id?: number
  caller_number_id?: number | undefined
  called_id?: number
  /** Contacts whose status the user set during the call; the call's result does not change it. */
  set_by_hand?: number[]
  call_back?: CallBack
  call_backs?: number
  /** The lead waits until its next number leaves the blacklist. */
  blocked?: true
  /** The lead waits until the country of its next number is allowed and the carrier permits it. */
  barred?: true
  /** It is unknown whether the lead was called, so the user decides about further calls. */
  in_doubt?: true
  deleted_at?: number
  /** The latest attempts, in order of time. */
  attempts: DialAttempt[]
  revision: number
}

export const pendingGoal = ({ attempts }: Pick<Lead, 'attempts'>, now: number): DialAttempt | undefined =>
  attempts.find(({ goal }) => goal?.state === 'pending' && now < goal.until)

export const hasMissedGoal = ({ attempts }: Pick<Lead, 'attempts'>, now: number): boolean => {
  const goal = attempts.at(-1)?.goal
  return goal?.state === 'missed' || (goal?.state === 'pending' && goal.until <= now)
}

export const contactsMax = 10

export const familyOf = (lead: Lead): Contact[] => [lead, ...lead.contacts]

export const memberOf = (lead: Lead, id: number): Contact | undefined =>
  familyOf(lead).find((member) => member.id === id)

export const queuedContact = (lead: Lead): Contact | undefined => {
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
