import { countryOf } from '../../words/phone.ts'
import { callingNumber, type OwnedNumber } from '../account/number.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { Call, CallDetail } from '../calls/call.ts'
import { newCall } from '../calls/new-call.ts'
import { newlyWaiting } from '../calls/placement.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { goalOf, tellsGoal } from '../campaigns/goal.ts'
import type { Contact, Lead } from '../leads/lead.ts'
import type { ReservedCall } from './campaign-call.ts'
import { type NumberDay, type NumberPool, poolOf, poolReasons } from './number-pool.ts'

export interface Dialler {
  campaign: Campaign
  assistant: Assistant
  caller: { from: OwnedNumber; pool?: undefined } | { pool: NumberPool; from?: undefined }
  rollout?: Call['rollout'] | undefined
}

export interface Target {
  lead: Lead
  contact: Contact
  slot: number
  dial_at: number
}

export interface ShownNumber {
  from: OwnedNumber
  day?: string
}

interface Numbers {
  owned: readonly OwnedNumber[]
  days: readonly NumberDay[]
}

export const hasNumber = (campaign: Campaign, owned: readonly OwnedNumber[], now: number): boolean => {
  const pool = poolOf(campaign, owned, [], now)
  return pool ? pool.numbers.length > 0 : callingNumber(owned, undefined, now) !== undefined
}

export const diallerOf = (
  campaign: Campaign,
  assistant: Assistant | undefined,
  { owned, days }: Numbers,
  now: number,
): Dialler | { obstacle: string } => {
  if (!assistant) return { obstacle: 'Its assistant has been deleted.' }
  if (assistant.type !== 'outbound') return { obstacle: 'Its assistant cannot make calls.' }
  const goal = goalOf(campaign)
  if (goal !== undefined && !tellsGoal(assistant, goal))
    return { obstacle: 'Its assistant does not tell any more whether the goal is reached.' }
  const pool = poolOf(campaign, owned, days, now)
  if (pool) return pool.numbers.length > 0 ? { campaign, assistant, caller: { pool } } : { obstacle: poolReasons.none }
  const from = callingNumber(owned, assistant.phone_number_id, now)
  return from ? { campaign, assistant, caller: { from } } : { obstacle: 'There is no phone number to call from.' }
}

export const callFor = (
  { campaign, assistant, rollout }: Pick<Dialler, 'campaign' | 'assistant' | 'rollout'>,
  { lead, contact, slot, dial_at, from, day }: Target & ShownNumber,
  id: number,
  now: number,
): ReservedCall => ({
  ...newCall(
    {
      ...{ assistant, from, rollout, detects_machine: campaign.retry_on_voicemail },
      to: { number: contact.phone_number, country: countryOf(contact.phone_number) },
    },
    now,
  ),
  id,
  campaign: {
    ...{ id: campaign.id, name: campaign.name, lead_id: contact.id, main_lead_id: lead.id, slot },
    ...(day !== undefined && { number: { id: from.id, day } }),
    ...(campaign.retry_on_goal_incomplete && { goal: goalOf(campaign) }),
  },
  placement: newlyWaiting(dial_at),
})

export const detailFor = (
  { assistant }: Pick<Dialler, 'assistant'>,
  { contact: { variables } }: Target,
): CallDetail => ({
  variables,
  input_variables: { ...assistant.variables, ...variables },
})
