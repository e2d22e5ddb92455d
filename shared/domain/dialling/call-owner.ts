import { timeOfId } from '../../words/id.ts'
import { spellingsOf } from '../../words/phone-spellings.ts'
import type { Call } from '../calls/call.ts'
import type { CarrierCall } from '../calls/carrier-call.ts'
import { createdAround } from '../calls/listed-call.ts'
import { askedAt } from '../calls/placement.ts'
import { type Contact, familyOf, type Lead } from '../leads/lead.ts'

/** Our call or lead to which a carrier call belongs. No record contains the carrier call's SID. */
export type CallOwner =
  | { kind: 'call'; call: Call }
  | { kind: 'lead'; lead: Lead; contact: Contact }
  | { kind: 'none' }
  | { kind: 'ambiguous'; calls: Call[]; leads: Lead[] }

export const carrierSkewMs = 10_000

/** Finds the call or lead to which a carrier call belongs. `unnamed`: calls without a known SID. */
export const callOwner = (listed: CarrierCall, unnamed: Call[], leads: Lead[]): CallOwner => {
  const calls = unnamed.filter((call) => mayBe(call, listed))
  const attempts = leads.flatMap((lead) => {
    const contact = dialled(lead, listed)
    const isRepresented = calls.some(({ id }) => id === lead.call_id)
    const isBusy = lead.call_id !== undefined && timeOfId(lead.call_id) <= listed.created_at + carrierSkewMs
    return contact && !isRepresented && !isBusy ? [{ lead, contact }] : []
  })
  const [call] = calls
  const [attempt] = attempts
  if (calls.length + attempts.length > 1) return { kind: 'ambiguous', calls, leads: attempts.map(({ lead }) => lead) }
  if (call) return { kind: 'call', call }
  return attempt ? { kind: 'lead', ...attempt } : { kind: 'none' }
}

const isSameNumber = (one: string, other: string): boolean => spellingsOf(one).includes(other)

const mayBe = (call: Call, listed: CarrierCall): boolean => {
  if (call.assistant_phone_number !== listed.from || !isSameNumber(call.client_phone_number, listed.to)) return false
  const asked_at = askedAt(call)
  if (asked_at !== undefined) return createdAround(asked_at, [listed]).length > 0
  return timeOfId(call.id) <= listed.created_at + carrierSkewMs
}

const dialled = (lead: Lead, { to, created_at }: CarrierCall): Contact | undefined =>
  lead.status === 'created' && timeOfId(lead.id) <= created_at + carrierSkewMs
    ? familyOf(lead).find(({ in_line, phone_number }) => in_line && isSameNumber(phone_number, to))
    : undefined
