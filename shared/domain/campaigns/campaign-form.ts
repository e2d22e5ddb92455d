import { integer, oneOf, sentences } from '../../words/fields.ts'
import { type FormValues, finding, form, withAliases } from '../../words/form.ts'
import { timeOfId } from '../../words/id.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { OwnedNumber } from '../account/number.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { Campaign } from './campaign.ts'
import { campaignSettings } from './campaign-settings.ts'
import { goalOf, tellsGoal, type WithGoal } from './goal.ts'
import { type Protection, ruledBy } from './protection-floor.ts'

export const CampaignDraft = form(campaignSettings.draft)
export type CampaignDraft = FormValues<typeof CampaignDraft>

export const CampaignChanges = form(campaignSettings.changes)
export type CampaignChanges = FormValues<typeof CampaignChanges>

export const assistantMisfit = (assistant: Assistant | undefined): FieldErrors =>
  assistant?.type === 'inbound' ? finding('assistant_id', sentences.selected) : {}

export const goalMisfit = (campaign: WithGoal, assistant: Assistant): FieldErrors => {
  if (!campaign.retry_on_goal_incomplete) return {}
  const goal = goalOf(campaign)
  if (goal === undefined) return finding('goal_completion_variable', sentences.required)
  return tellsGoal(assistant, goal) ? {} : finding('goal_completion_variable', untold)
}

const untold =
  "The :attribute field must be the name of a bool entry of the assistant's post-call schema, and the assistant must evaluate its calls."

export const poolMisfit = (
  asked: readonly number[] | null | undefined,
  owned: readonly OwnedNumber[],
  known: readonly number[] | null = null,
): FieldErrors => {
  const own = new Set(owned.flatMap(({ id, leaves_at }) => (leaves_at === undefined ? id : [])))
  const strange = asked?.some((id) => !own.has(id) && known?.includes(id) !== true)
  return strange ? finding('phone_number_ids', sentences.selected) : {}
}

export const newCampaign = (
  draft: CampaignDraft,
  { user_id, timezone }: Assistant,
  id: number,
  usual: Protection,
): Campaign => {
  const calling_rules = draft.calling_rules ?? usual.calling_rules
  const require_consent = draft.require_consent ?? usual.require_consent
  const resolved = { timezone: draft.timezone ?? timezone, calling_rules, require_consent }
  return {
    id,
    user_id,
    status: 'draft',
    ...campaignSettings.made({ ...draft, ...resolved }),
    ...ruledBy(calling_rules),
    updated_at: timeOfId(id),
    revision: 1,
  }
}

export const reviseCampaign = (campaign: Campaign, changes: CampaignChanges, now: number): Campaign => ({
  ...campaign,
  ...campaignSettings.changed(changes, campaign),
  ...(changes.calling_rules && ruledBy(changes.calling_rules)),
  updated_at: now,
})

const action = () => oneOf(['start', 'stop'])
export const CampaignAction = withAliases(form({ campaign_id: integer(), action: action() }), {
  status: { of: 'action', field: action() },
})
