import type { ListAssistantsInput, ListCallsInput, ListLeadsInput, ListWebhookDeliveriesInput } from '../client.ts'
import {
  assistantFilter,
  campaignFilter,
  dayFilter,
  daysOfLists,
  type FilterOf,
  numberFilter,
  wordFilter,
} from './filters.tsx'

type Word<Input, Name extends keyof Input> = Extract<NonNullable<Input[Name]>, string>

const statuses: Record<Word<ListCallsInput, 'status'>, string> = {
  initiated: 'Initiated',
  ringing: 'Ringing',
  'in-progress': 'In progress',
  ended: 'Ended',
  completed: 'Completed',
  ended_by_customer: 'Ended by the customer',
  ended_by_assistant: 'Ended by the assistant',
  busy: 'Busy',
  'no-answer': 'No answer',
  failed: 'Failed',
}

const types: Record<Word<ListCallsInput, 'type'>, string> = {
  outbound: 'Outbound',
  inbound: 'Inbound',
  web: 'Web',
}

export const reasons: Record<Word<ListCallsInput, 'ended_reason'>, string> = {
  customer_hung_up: 'Customer hung up',
  assistant_hung_up: 'Assistant hung up',
  transferred: 'Transferred',
  voicemail: 'Voicemail',
  voicemail_message_left: 'Message left on voicemail',
  screened: 'Call screener',
  ivr: 'Phone menu',
  fax: 'Fax',
  silence: 'Silence',
  max_duration: 'Longest call reached',
  busy: 'Busy',
  no_answer: 'No answer',
  declined: 'Declined',
  invalid_number: 'Invalid number',
  country_not_allowed: 'Country not allowed',
  blacklisted: 'Blacklisted',
  not_allowed_now: 'Not allowed at that time',
  no_consent: 'No consent',
  no_money: 'Balance too low',
  limit_reached: 'Limit reached',
  campaign_stopped: 'Campaign stopped',
  steered: 'Ended by hand',
  carrier_refused_number: 'Carrier refused the number',
  carrier_refused_account: 'Carrier refused the account',
  carrier_failed: 'Carrier failed',
  model_failed: 'Model failed',
  line_lost: 'Line lost',
  web_never_joined: 'Visitor never joined',
  unknown: 'Unknown',
}

export const callFilters = {
  status: wordFilter('Status', statuses),
  type: wordFilter('Direction', types),
  campaign_id: campaignFilter,
  assistant_id: assistantFilter,
  assistant_version: numberFilter('Version of the assistant'),
  ended_reason: wordFilter('Why it ended', reasons),
  ...daysOfLists,
}

const leadStatuses: Record<Word<ListLeadsInput, 'status'>, string> = {
  created: 'Waiting',
  completed: 'Completed',
  'reached-max-retries': 'Reached the most retries',
}

export const leadFilters = {
  status: wordFilter('Status', leadStatuses),
  campaign_id: campaignFilter,
  ...daysOfLists,
}

const directions: Record<Word<ListAssistantsInput, 'type'>, string> = { outbound: 'Outbound', inbound: 'Inbound' }

export const assistantFilters = { type: wordFilter('Direction', directions) }

const deliveryStates: Record<Word<ListWebhookDeliveriesInput, 'state'>, string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  canceled: 'Canceled',
}

export const deliveryFilters = {
  state: wordFilter('State', deliveryStates),
  assistant_id: assistantFilter,
  ...daysOfLists,
}

export const overviewFilters = {
  date_from: dayFilter('From'),
  date_to: dayFilter('To'),
  campaign_id: campaignFilter,
  assistant_id: assistantFilter,
  type: wordFilter('Direction', types),
}
export type OverviewFilter = FilterOf<typeof overviewFilters>
