import {
  documented,
  flag,
  integer,
  list,
  oneOf,
  optional,
  sentences,
  text,
  timeOfDay,
  zone,
} from '../../words/fields.ts'
import { type FormValues, finding, form, partial, withAliases } from '../../words/form.ts'
import { timeOfId } from '../../words/id.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Assistant } from '../assistants/assistant.ts'
import { consentWants } from '../consents/consent-verdict.ts'
import { callingModes } from './calling-mode.ts'
import { type Weekday, weekdays } from './calling-window.ts'
import type { Campaign } from './campaign.ts'
import { type Protection, ruledBy } from './protection-floor.ts'

/** Weekdays as given, each once; none at all is as good as nothing said. */
const days = () =>
  documented(
    list(oneOf(weekdays), { max: 100 }).refine((given) => given.length > 0, { error: sentences.required }),
    { minItems: 1 },
  ).transform((given): Weekday[] => [...new Set(given)])

const core = { name: text({ max: 255 }), assistant_id: integer() }

const settings = {
  timezone: optional(zone()),
  max_calls_in_parallel: optional(integer({ min: 1, max: 100 })),
  mark_complete_when_no_leads: optional(flag()),
  allowed_hours_start_time: optional(timeOfDay()),
  allowed_hours_end_time: optional(timeOfDay()),
  allowed_days: optional(days()),
  max_retries: optional(integer({ min: 0, max: 10 })),
  retry_interval: documented(optional(integer({ min: 60, max: 7 * 24 * 60 * 60 })), {
    description: 'Seconds, not minutes, from the end of the failed call',
  }),
  retry_on_voicemail: optional(flag()),
  calling_rules: documented(optional(oneOf(callingModes)), {
    description:
      'What the calling rules do: `enforce` keeps calls from being made that they do not allow, `observe` only records what they say',
  }),
  require_consent: optional(oneOf(consentWants)),
  purpose: optional(text({ max: 100 })),
}

export const CampaignDraft = form({ ...core, ...settings })
export type CampaignDraft = FormValues<typeof CampaignDraft>

export const CampaignChanges = form({ ...partial(core), ...settings })
export type CampaignChanges = FormValues<typeof CampaignChanges>

/** Only an outbound assistant can call. One that is not there at all is another answer. */
export const assistantMisfit = (assistant: Assistant | undefined): FieldErrors =>
  assistant?.type === 'inbound' ? finding('assistant_id', sentences.selected) : {}

/** A new campaign: the draft's settings, and defaults for the rest. Protection that the draft does not name is `usual`. */
export const newCampaign = (
  draft: CampaignDraft,
  { user_id, timezone }: Assistant,
  id: number,
  usual: Protection,
): Campaign => ({
  id,
  user_id,
  ...draft,
  status: 'draft',
  timezone: draft.timezone ?? timezone,
  max_calls_in_parallel: draft.max_calls_in_parallel ?? 3,
  mark_complete_when_no_leads: draft.mark_complete_when_no_leads ?? true,
  allowed_hours_start_time: draft.allowed_hours_start_time ?? '00:00:00',
  allowed_hours_end_time: draft.allowed_hours_end_time ?? '23:59:59',
  allowed_days: draft.allowed_days ?? weekdays,
  max_retries: draft.max_retries ?? 3,
  retry_interval: draft.retry_interval ?? 3600,
  retry_on_voicemail: draft.retry_on_voicemail ?? false,
  ...ruledBy(draft.calling_rules ?? usual.calling_rules),
  require_consent: draft.require_consent ?? usual.require_consent,
  purpose: draft.purpose ?? null,
  updated_at: timeOfId(id),
  revision: 1,
})

/** The campaign after changes; what they leave out stays. */
export const reviseCampaign = (campaign: Campaign, changes: CampaignChanges, now: number): Campaign => ({
  ...campaign,
  name: changes.name ?? campaign.name,
  assistant_id: changes.assistant_id ?? campaign.assistant_id,
  timezone: changes.timezone ?? campaign.timezone,
  max_calls_in_parallel: changes.max_calls_in_parallel ?? campaign.max_calls_in_parallel,
  mark_complete_when_no_leads: changes.mark_complete_when_no_leads ?? campaign.mark_complete_when_no_leads,
  allowed_hours_start_time: changes.allowed_hours_start_time ?? campaign.allowed_hours_start_time,
  allowed_hours_end_time: changes.allowed_hours_end_time ?? campaign.allowed_hours_end_time,
  allowed_days: changes.allowed_days ?? campaign.allowed_days,
  max_retries: changes.max_retries ?? campaign.max_retries,
  retry_interval: changes.retry_interval ?? campaign.retry_interval,
  retry_on_voicemail: changes.retry_on_voicemail ?? campaign.retry_on_voicemail,
  ...(changes.calling_rules && ruledBy(changes.calling_rules)),
  require_consent: changes.require_consent ?? campaign.require_consent,
  purpose: changes.purpose ?? campaign.purpose,
  updated_at: now,
})

const action = () => oneOf(['start', 'stop'])
/** The action on a campaign that a request asks for. Some clients send it as `status`. */
export const CampaignAction = withAliases(form({ campaign_id: integer(), action: action() }), {
  status: { of: 'action', field: action() },
})
