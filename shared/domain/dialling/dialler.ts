import { countryOf } from '../../words/phone.ts'
import { callingNumber, type OwnedNumber } from '../account/number.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { CallDetail } from '../calls/call.ts'
import { newCall } from '../calls/new-call.ts'
import { newlyWaiting } from '../calls/placement.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { goalOf, tellsGoal } from '../campaigns/goal.ts'
import type { Contact, Lead } from '../leads/lead.ts'
import type { ReservedCall } from './campaign-call.ts'

/** A campaign with what it dials with. */
export interface Dialler {
  campaign: Campaign
  assistant: Assistant
  from: OwnedNumber
}

/**
 * A lead that may be dialled: which of its family, in which of the campaign's slots, and when the
 * carrier takes the call.
 */
export interface Target {
  lead: Lead
  contact: Contact
  slot: number
  dial_at: number
}

/**
 * The parts that a campaign dials with, or the reason why it cannot dial at all, in words for
 * people.
 */
export const diallerOf = (
  campaign: Campaign,
  assistant: Assistant | undefined,
  owned: OwnedNumber[],
  now: number,
): Dialler | { obstacle: string } => {
  if (!assistant) return { obstacle: 'Its assistant has been deleted.' }
  if (assistant.type !== 'outbound') return { obstacle: 'Its assistant cannot make calls.' }
  const goal = goalOf(campaign)
  if (goal !== undefined && !tellsGoal(assistant, goal))
    return { obstacle: 'Its assistant does not tell any more whether the goal is reached.' }
  const from = callingNumber(owned, assistant.phone_number_id, now)
  return from ? { campaign, assistant, from } : { obstacle: 'There is no phone number to call from.' }
}

/** The call that is reserved for a target. */
export const callFor = (
  { campaign, assistant, from }: Dialler,
  { lead, contact, slot, dial_at }: Target,
  id: number,
  now: number,
): ReservedCall => ({
  ...newCall({ assistant, from, to: { number: contact.phone_number, country: countryOf(contact.phone_number) } }, now),
  id,
  campaign: {
    ...{ id: campaign.id, name: campaign.name, lead_id: contact.id, main_lead_id: lead.id, slot },
    ...(campaign.retry_on_goal_incomplete && { goal: goalOf(campaign) }),
  },
  placement: newlyWaiting(dial_at),
  detects_machine: campaign.retry_on_voicemail,
})

/** Details of that call: the contact's own variables override the assistant's. */
export const detailFor = ({ assistant }: Dialler, { contact: { variables } }: Target): CallDetail => ({
  variables,
  input_variables: { ...assistant.variables, ...variables },
})
