import * as z from 'zod'
import { PlaceItem } from '../domain/places/place-view.ts'
import { regionField } from '../domain/places/stated-place.ts'
import { Judgement } from '../domain/rules/judgement.ts'
import { OverrideForm } from '../domain/rules/override-form.ts'
import { RuleItem } from '../domain/rules/rule-view.ts'
import { clearable, integer, optional, period, text, zone } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { http } from './define.ts'

const area = 'calling-rules'

export const listCallingRules = http({
  id: 'list-calling-rules',
  area,
  method: 'GET',
  path: '/user/calling-rules',
  summary: 'List calling hours by country and state',
  description:
    'Current and future rules, each with its source, its day and its grade, and your own hours. None of it is legal advice.',
  returns: z.object({ notice: z.string(), data: z.array(RuleItem) }),
  uses: ['callingRules.ruleSet', 'clock'],
})

export const setCallingRule = http({
  id: 'set-calling-rule',
  area,
  method: 'PUT',
  path: '/user/calling-rules/{region}',
  summary: 'Set your calling hours for a region',
  description:
    'Only fields that are sent change; null removes `hours`. Stricter hours apply in addition to the rule. Looser ones replace it and need `because` in the same request, which is stored; a later row of the rule ends them. `caps` limit the calls to one number within a number of hours, by campaigns and single calls together, in addition to those of the rule. None of it is legal advice.',
  scope: 'all',
  body: OverrideForm,
  missing: 'region_not_found',
  returns: z.object({ message: z.string(), data: RuleItem }),
  uses: ['callingRules.find', 'callingRules.replace', 'clock', 'random'],
})

export const removeCallingRule = http({
  id: 'remove-calling-rule',
  area,
  method: 'DELETE',
  path: '/user/calling-rules/{region}',
  summary: 'Remove your calling hours for a region',
  description: 'From then on only the rule applies there.',
  missing: 'override_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['callingRules.remove'],
})

export const checkCallingRules = http({
  id: 'check-calling-rules',
  area,
  method: 'POST',
  path: '/user/calling-rules/check',
  summary: 'Check whether a number may be called',
  description:
    'Dials and stores nothing. With `campaign_id`, the hours of the campaign apply too. The answer names rules that are not verified. None of it is legal advice.',
  body: form({
    phone_number: text({ max: 64 }),
    at: optional(period()),
    campaign_id: optional(integer()),
    timezone: optional(zone()),
    region: optional(regionField()),
  }),
  returns: Judgement,
  problems: ['invalid_phone_number', 'campaign_not_found'],
  uses: ['blacklist.has', 'callingRules.ruleSet', 'campaigns.find', 'clock', 'dialCounts.of'],
})

export const setLeadPlace = http({
  id: 'set-lead-place',
  area,
  method: 'PUT',
  path: '/user/leads/{id}/place',
  summary: 'Set the time zone of a lead',
  description:
    'Only fields that are sent change, and null removes one. A time zone or region replaces the clock of the number; the law of its area code still applies.',
  body: form({ timezone: clearable(zone()), region: clearable(regionField()) }),
  missing: 'lead_not_found',
  returns: z.object({
    message: z.string(),
    data: PlaceItem.extend({ timezone: z.string().nullable(), region: z.string().nullable() }),
  }),
  uses: ['clock', 'dispatchCampaignQueue.nudge', 'leads.change', 'leads.find'],
})
