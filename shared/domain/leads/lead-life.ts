import type { Variables } from '../../words/fields.ts'
import { timeOfId } from '../../words/id.ts'
import { type Refusal, usesAttempt } from '../../words/refusal.ts'
import type { Call } from '../calls/call.ts'
import { askedAt, outcomeOf, overAt, wasAnswered } from '../calls/placement.ts'
import type { RetryRules } from '../campaigns/campaign.ts'
import { goalMsMax } from '../campaigns/goal.ts'
import { calledBack } from './call-back.ts'
import {
  type AttemptOutcome,
  type Contact,
  type DialAttempt,
  familyOf,
  type Lead,
  type LeadStatus,
  memberOf,
  pendingGoal,
  queuedContact,
  withFamily,
  withMember,
} from './lead.ts'

/**
 * Limit of attempts stored per lead: a lead and ten contacts have 11 numbers, each with a first
 * dial and 10 retries.
 */
const attemptsMax = 121

export const startDial = (
  lead: Lead,
  call_id: number,
  called_id: number,
  caller_number_id = lead.caller_number_id,
): Lead => ({
  ...lead,
  call_id,
  caller_number_id,
  called_id,
  set_by_hand: undefined,
})

export const putBack = (lead: Lead, call_id: number): Lead =>
  lead.call_id === call_id
    ? { ...lead, call_id: undefined, called_id: undefined, set_by_hand: undefined, call_back: undefined }
    : lead

export const leadAfterCall = (lead: Lead, call: Call, rules: RetryRules, now: number): Lead => {
  const { campaign } = call
  if (lead.call_id !== call.id || !campaign) return lead
  // A call that we ended before its answer does not count as an attempt.
  if (call.hang_up && call.hang_up !== 'assistant' && !wasAnswered(call))
    return { ...putBack(lead, call.id), next_attempt_at: now }
  const over_at = overAt(call) ?? now
  const again_at = over_at + rules.retry_interval * 1000
  const by_hand = lead.set_by_hand ?? []
  const free: Lead = {
    ...putBack(lead, call.id),
    attempts: [...lead.attempts, attemptOf(call, campaign.lead_id)].slice(-attemptsMax),
  }
  // The lead waits for the retry interval, even if the user queued the lead during this call.
  if (by_hand.includes(lead.id) || by_hand.includes(campaign.lead_id))
    return { ...free, next_attempt_at: Math.max(lead.next_attempt_at, again_at) }
  if (call.refusal && !usesAttempt(call.refusal) && !wasAnswered(call))
    return refusedCall({ ...putBack(lead, call.id), next_attempt_at: again_at }, campaign.lead_id, call.refusal, now)
  if (lead.call_back && wasAnswered(call)) {
    const again = calledBack(free, { id: campaign.lead_id, at: lead.call_back.at, over_at }, now)
    if (again) return again
  }
  if (wasReached(call, rules)) {
    if (campaign.goal === undefined) return complete(free, campaign.lead_id, now)
    return awaitGoal(free, { call, lead_id: campaign.lead_id, again_at }, now)
  }

  const called = memberOf(free, campaign.lead_id)
  if (!called || called.phone_number !== call.client_phone_number) return { ...free, next_attempt_at: now }
  const isFinal = call.refusal?.sort === 'recipient' && call.refusal.is_final
  const dialled = (dials: number) => (isFinal ? Math.max(dials, rules.max_retries) + 1 : dials + 1)
  const tried = withMember(free, called.id, ({ dials }) => ({ dials: dialled(dials), updated_at: now }))
  const rested = withoutSpent({ ...tried, updated_at: now }, rules, now)
  // The called contact waits for the retry interval. Another contact is due at once.
  return { ...rested, next_attempt_at: memberOf(rested, called.id)?.in_line ? again_at : now }
}

const awaitGoal = (
  lead: Lead,
  { call, lead_id, again_at }: { call: Call; lead_id: number; again_at: number },
  now: number,
): Lead => {
  const until = now + goalMsMax
  const goal = { state: 'pending' as const, until, again_at }
  const attempts = lead.attempts.map((attempt) => (attempt.call_id === call.id ? { ...attempt, goal } : attempt))
  const tried = withMember(lead, lead_id, ({ phone_number, dials }) =>
    phone_number === call.client_phone_number ? { dials: dials + 1, updated_at: now } : {},
  )
  return { ...tried, attempts, next_attempt_at: Math.max(again_at, until), updated_at: now }
}

/** Stores whether the goal was reached. Idempotent. A status that the user set stays. */
export const goalDecided = (
  lead: Lead,
  { call_id, isReached }: { call_id: number; isReached: boolean },
  rules: RetryRules,
  now: number,
): Lead => {
  const attempt = lead.attempts.find((one) => one.call_id === call_id)
  if (attempt?.goal?.state !== 'pending') return lead
  const { again_at, until } = attempt.goal
  const goal = { state: isReached ? ('reached' as const) : ('missed' as const) }
  const attempts = lead.attempts.map((one) => (one === attempt ? { ...one, goal } : one))
  if (isReached) return setStatus({ ...lead, attempts }, attempt.lead_id, 'completed', now)
  const waits = lead.status === 'created' && lead.call_id === undefined
  if (!waits || lead.next_attempt_at !== Math.max(again_at, until)) return { ...lead, attempts }
  const rested = withoutSpent({ ...lead, attempts, updated_at: now }, rules, now)
  return { ...rested, next_attempt_at: memberOf(rested, attempt.lead_id)?.in_line ? again_at : now }
}

/**
 * Skips a contact whose country the carrier does not permit, without using an attempt. If every
 * contact is skipped, the lead waits.
 */
export const refusedCall = (lead: Lead, called_id: number, refusal: Refusal, now: number): Lead => {
  if (refusal.sort !== 'country') return lead
  const passed = withMember(lead, called_id, () => ({ barred_by: refusal, updated_at: now }))
  return queuedContact(passed)?.barred_by ? { ...passed, barred: true } : { ...passed, next_attempt_at: now }
}

export const unbarred = (lead: Lead): Lead =>
  lead.barred ? { ...withFamily(lead, () => ({ barred_by: undefined })), barred: undefined } : lead

/** Ends contacts without attempts left. When no contact is left, the lead ends. */
export const withoutSpent = (lead: Lead, rules: RetryRules, now: number): Lead => {
  const evaluated = pendingGoal(lead, now)?.lead_id
  const isSpent = ({ id, in_line, dials }: Contact) => in_line && dials > rules.max_retries && id !== evaluated
  if (!familyOf(lead).some(isSpent)) return lead
  const spent = { in_line: false, updated_at: now }
  const contacts = lead.contacts.map((contact) =>
    isSpent(contact) ? { ...contact, ...spent, status: 'reached-max-retries' as const } : contact,
  )
  return closeIfEmpty({ ...lead, ...(isSpent(lead) && spent), contacts }, now)
}

/**
 * Makes the lead wait until its numbers leave the blacklist, or ends the lead if it has no attempts
 * left.
 */
export const setAside = (lead: Lead, rules: RetryRules, now: number): Lead => {
  const rested = withoutSpent(lead, rules, now)
  return rested.status === 'created' ? { ...rested, blocked: true } : rested
}

export const doubt = (lead: Lead): Lead =>
  lead.status === 'created' && !lead.in_doubt ? { ...lead, in_doubt: true } : lead

/** `created` queues the lead or contact again, with new attempts. */
export const setStatus = (lead: Lead, id: number, status: LeadStatus, now: number): Lead => {
  const isMain = id === lead.id
  const set: Lead = {
    ...lead,
    updated_at: now,
    in_doubt: undefined,
    call_back: undefined,
    call_backs: undefined,
    attempts: lead.attempts.map((attempt) =>
      attempt.goal?.state === 'pending' ? { ...attempt, goal: undefined } : attempt,
    ),
    set_by_hand: lead.call_id === undefined ? undefined : [...(lead.set_by_hand ?? []), id],
  }
  const changed = { status, updated_at: now }
  if (status === 'created') {
    const fresh = { ...changed, in_line: true, dials: 0, barred_by: undefined }
    const queued: Lead = { ...set, status, blocked: undefined, barred: undefined }
    const again = isMain ? withFamily(queued, () => fresh) : withMember(queued, id, () => fresh)
    return queuedContact(again)?.id === id ? { ...again, next_attempt_at: now } : again
  }
  if (isMain) return { ...withFamily(set, () => ({ in_line: false })), ...changed }
  const marked = withMember(set, id, () => ({ ...changed, in_line: false }))
  if (status === 'reached-max-retries') return closeIfEmpty(marked, now)
  return byHand(complete(marked, id, now))
}

export const setPlace = (
  lead: Lead,
  id: number,
  { timezone, region }: { timezone?: string | null; region?: string | null },
  now: number,
): Lead =>
  withMember(lead, id, (member) => ({
    timezone: timezone === undefined ? member.timezone : (timezone ?? undefined),
    region: region === undefined ? member.region : (region ?? undefined),
    updated_at: now,
  }))

export const setNumber = (lead: Lead, id: number, phone_number: string, now: number): Lead => {
  if (memberOf(lead, id)?.phone_number === phone_number) return lead
  const isNext = queuedContact(lead)?.id === id
  const changed = withMember(lead, id, () => ({ phone_number, dials: 0, barred_by: undefined, updated_at: now }))
  return isNext
    ? { ...changed, blocked: undefined, barred: undefined, in_doubt: undefined, next_attempt_at: now }
    : changed
}

export interface LeadRevision {
  campaign_id?: number
  phone_number?: string
  status?: LeadStatus
  /** Merged with the stored variables; null removes a variable. */
  variables?: Variables
}

export const reviseLead = (lead: Lead, id: number, revision: LeadRevision, now: number): Lead => {
  const { campaign_id = lead.campaign_id, phone_number, status, variables } = revision
  const moved = campaign_id === lead.campaign_id ? lead : { ...unbarred(lead), campaign_id, updated_at: now }
  const renumbered = phone_number === undefined ? moved : setNumber(moved, id, phone_number, now)
  const merged =
    variables === undefined
      ? renumbered
      : withMember(renumbered, id, (member) => ({ variables: merge(member.variables, variables), updated_at: now }))
  return status === undefined ? merged : setStatus(merged, id, status, now)
}

const merge = (stored: Variables, changes: Variables): Variables =>
  Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null))

export const withoutContact = (lead: Lead, id: number, now: number): Lead =>
  closeIfEmpty({ ...lead, contacts: lead.contacts.filter((contact) => contact.id !== id), updated_at: now }, now)

const wasReached = (call: Call, { retry_on_voicemail }: RetryRules): boolean =>
  wasAnswered(call) && !(retry_on_voicemail && call.answered_by === 'machine')

const complete = (lead: Lead, id: number, now: number): Lead => {
  const reached = withMember(lead, id, () => ({ status: 'completed', updated_at: now }))
  return { ...withFamily(reached, () => ({ in_line: false })), status: 'completed', updated_at: now }
}

const byHand = (lead: Lead): Lead =>
  lead.set_by_hand ? { ...lead, set_by_hand: [...lead.set_by_hand, lead.id] } : lead

const closeIfEmpty = (lead: Lead, now: number): Lead =>
  lead.status === 'created' && !queuedContact(lead) ? { ...lead, status: 'reached-max-retries', updated_at: now } : lead

const attemptOf = (call: Call, lead_id: number): DialAttempt => ({
  call_id: call.id,
  lead_id,
  at: askedAt(call) ?? timeOfId(call.id),
  outcome: attemptOutcomeOf(call),
})

const attemptOutcomeOf = (call: Call): AttemptOutcome => {
  const outcome = outcomeOf(call) ?? 'failed'
  if (outcome !== 'completed') return outcome
  return call.answered_by === 'machine' ? 'voicemail' : 'conversation'
}
