import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import type { Call, OpenCall } from '../../../shared/domain/calls/call.ts'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import type { CarrierCall } from '../../../shared/domain/calls/carrier-call.ts'
import { newIncomingCall } from '../../../shared/domain/calls/incoming-call.ts'
import { type Caller, newCall } from '../../../shared/domain/calls/new-call.ts'
import { isOver } from '../../../shared/domain/calls/placement.ts'
import { freeSlots } from '../../../shared/domain/campaigns/campaign.ts'
import { type CallOwner, callOwner } from '../../../shared/domain/dialling/call-owner.ts'
import { isCampaignCall } from '../../../shared/domain/dialling/campaign-call.ts'
import type { Contact, Lead } from '../../../shared/domain/leads/lead.ts'
import { doubt } from '../../../shared/domain/leads/lead-life.ts'
import { idAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { countryOf } from '../../../shared/words/phone.ts'
import { spellingsOf } from '../../../shared/words/phone-spellings.ts'
import type { AdminTools } from '../tools.ts'

export type ReconcilingTools = Omit<AdminTools, 'stack' | 'warn'>

/** A call in the carrier's list from or to one of our numbers. */
export interface OwnCall extends CarrierCall {
  number: OwnedNumber
}

interface Counts {
  recorded: number
  attempts_of_leads: number
  in_doubt: number
}

/** True when the carrier may have placed the call, but its SID is not stored. */
export const isUnnamed = (call: Call): boolean => call.type === 'outbound' && !call.carrier_sid && !isOver(call)

const slotsMax = 100
const attemptsMax = 20

export const adoptCall = async (
  one: OwnCall,
  unnamed: Call[],
  counts: Counts,
  tools: ReconcilingTools,
): Promise<CallRef> => {
  const { calls } = tools
  const { user_id } = one.number
  if (one.direction === 'inbound') {
    counts.recorded += 1
    return calls.receive(await incoming(one, tools), noDetail, one.created_at)
  }
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const verdict = await judge(one, unnamed, tools)
    if (verdict.kind === 'call') {
      counts.recorded += 1
      return refOf(verdict.call)
    }
    if (verdict.kind === 'lead') {
      const ref = await giveTo(verdict, one, tools)
      if (!ref) continue
      counts.recorded += 1
      counts.attempts_of_leads += 1
      return ref
    }
    // Puts the lead on hold before recording the call, so that a crash between these steps leaves
    // the lead on hold.
    if (verdict.kind === 'ambiguous') {
      await holdBack(verdict, tools)
      counts.in_doubt += 1
    }
    counts.recorded += 1
    return calls.receive(outgoing(one, unknownCaller(user_id)), noDetail, one.created_at)
  }
  throw new Error('The lead of a call is too busy')
}

const noDetail = { variables: {}, input_variables: {} }
const refOf = ({ user_id, id }: Call): CallRef => ({ user_id, call_id: id })

const judge = async (
  one: OwnCall,
  unnamed: Call[],
  { calls, leads, campaigns }: ReconcilingTools,
): Promise<CallOwner> => {
  const { user_id } = one.number
  const spellings = spellingsOf(one.to)
  const candidates = unnamed.filter((call) => call.user_id === user_id && spellings.includes(call.client_phone_number))
  const [current, withNumber] = await Promise.all([
    Promise.all(candidates.map((call) => calls.find(refOf(call)))),
    leads.withNumbers(user_id, spellings),
  ])
  const kept = await Promise.all(withNumber.map((lead) => campaigns.find(user_id, lead.campaign_id)))
  return callOwner(
    one,
    current.filter((call) => call !== undefined).filter(isUnnamed),
    withNumber.filter((_, index) => kept[index]),
  )
}

/** Assigns the call to its lead; returns undefined when the lead has changed. */
const giveTo = async (
  { lead, contact }: { lead: Lead; contact: Contact },
  one: OwnCall,
  tools: ReconcilingTools,
): Promise<CallRef | undefined> => {
  const { campaigns, assistants, dials, random } = tools
  const { user_id } = lead
  if (lead.call_id !== undefined) {
    await undoReservation({ user_id, call_id: lead.call_id }, tools)
    return undefined
  }
  const campaign = must(await campaigns.find(user_id, lead.campaign_id), 'campaign of the lead')
  const assistant = await assistants.find(user_id, campaign.assistant_id)
  const [slot = 0] = freeSlots(slotsMax, await dials.taken({ user_id, campaign_id: campaign.id }))
  const call = {
    ...outgoing({ ...one, to: contact.phone_number }, assistant ?? unknownCaller(user_id)),
    id: idAt(one.created_at, random.number()),
    campaign: { id: campaign.id, name: campaign.name, lead_id: contact.id, main_lead_id: lead.id, slot },
  }
  const { variables } = contact
  const detail = { variables, input_variables: { ...assistant?.variables, ...variables } }
  const outcome = await dials.reserve(lead, call, detail)
  return outcome === 'reserved' ? refOf(call) : undefined
}

/**
 * Frees the lead of a call that was never requested from the carrier. Returns false if there was
 * nothing to free.
 */
const undoReservation = async (ref: CallRef, { calls, dials, accounts }: ReconcilingTools): Promise<boolean> => {
  const call = await calls.find(ref)
  if (!call || !isCampaignCall(call) || !(await dials.cancel(call))) return false
  await accounts.release(ref)
  return true
}

const undecided = 'The call may have been made in a time whose records were lost.'

/** Puts all leads that the call may belong to on hold for an operator. */
const holdBack = async (
  { calls: fitting, leads: waiting }: Extract<CallOwner, { kind: 'ambiguous' }>,
  tools: ReconcilingTools,
) => {
  const { leads, calls, clock } = tools
  for (const call of fitting) {
    if (isCampaignCall(call)) await undoReservation(refOf(call), tools)
    else await calls.apply(refOf(call), { declined: true, failure_reason: undecided }, clock.now())
    if (call.campaign) await leads.change(call.user_id, call.campaign.main_lead_id, doubt)
  }
  for (const { user_id, id } of waiting) await leads.change(user_id, id, doubt)
}

const daySeconds = 24 * 60 * 60

/** Returns a placeholder for the call's assistant, which the carrier's list does not name. */
const unknownCaller = (user_id: number): Caller => ({
  id: 0,
  user_id,
  name: 'unknown',
  version: undefined,
  mode: 'pipeline',
  max_duration: daySeconds,
  end_call_on_voicemail: false,
  voice_mail_message: null,
  record: false,
  disclosure: null,
  recording_notice: null,
})

const madeFields = ({ carrier_sid, created_at, direction }: OwnCall) => ({
  carrier_sid,
  placement: { phase: direction === 'inbound' ? ('received' as const) : ('placed' as const), asked_at: created_at },
  records: false,
})

const outgoing = (one: OwnCall, assistant: Caller): Omit<OpenCall, 'id'> => ({
  ...newCall({ assistant, from: one.number, to: { number: one.to, country: countryOf(one.to) } }, one.created_at),
  ...madeFields(one),
})

const incoming = async (one: OwnCall, { assistants }: ReconcilingTools): Promise<Omit<OpenCall, 'id'>> => {
  const { number, from, carrier_sid, created_at } = one
  const { user_id, inbound_assistant_id } = number
  const assistant = inbound_assistant_id ? await assistants.find(user_id, inbound_assistant_id) : undefined
  const call = { assistant: assistant ?? unknownCaller(user_id), number, from, carrier_sid, is_attested: false }
  return { ...newIncomingCall(call, created_at), ...madeFields(one) }
}
