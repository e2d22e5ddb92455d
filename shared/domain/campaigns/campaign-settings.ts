import * as z from 'zod'
import {
  decimal,
  documented,
  flag,
  integer,
  list,
  oneOf,
  sentences,
  text,
  timeOfDay,
  zone,
} from '../../words/fields.ts'
import {
  nullable,
  required,
  resolved,
  type SettingKind,
  type Stored,
  settingsOf,
  withDefault,
} from '../../words/setting.ts'
import { consentWants } from '../consents/consent-verdict.ts'
import { callerIdStrategies } from './caller-id-strategy.ts'
import { callingModes, modeDefault } from './calling-mode.ts'
import { type Weekday, weekdays } from './calling-window.ts'

const days = () =>
  documented(
    list(oneOf(weekdays), { max: 100 }).refine((sent) => sent.length > 0, { error: sentences.required }),
    { minItems: 1 },
  ).transform((sent): readonly Weekday[] => [...new Set(sent)])

const numberIds = () =>
  documented(
    list(integer(), { max: 50 }).refine((sent) => sent.length > 0, { error: sentences.required }),
    { minItems: 1 },
  ).transform((sent): readonly number[] => [...new Set(sent)])

const whole = (limits?: { min: number; max: number }) => ({ field: integer(limits), shown: z.int() })
const yesOrNo = () => ({ field: flag(), shown: z.boolean() })
const hour = () => ({ field: timeOfDay(), shown: z.string() })
const purpose: SettingKind<string | null, z.ZodNullable<z.ZodString>> = {
  field: text({ max: 100 }),
  shown: z.string().nullable(),
}

const described = <S extends { draft: z.ZodType; changes: z.ZodType }>(setting: S, description: string): S => {
  documented(setting.draft, { description })
  documented(setting.changes, { description })
  return setting
}

/** Settings are in the order of checks. Type, forms, defaults and views derive from them. */
const campaignFields = {
  name: required({ field: text({ max: 255 }), shown: z.string() }),
  assistant_id: required(whole()),
  timezone: resolved({ field: zone(), shown: z.string() }),
  max_calls_in_parallel: withDefault(whole({ min: 1, max: 100 }), 3),
  mark_complete_when_no_leads: withDefault(yesOrNo(), true),
  allowed_hours_start_time: withDefault(hour(), '00:00:00'),
  allowed_hours_end_time: withDefault(hour(), '23:59:59'),
  allowed_days: withDefault({ field: days(), shown: z.array(z.enum(weekdays)).readonly() }, weekdays),
  /** Further dials of a number after its first dial. */
  max_retries: withDefault(whole({ min: 0, max: 10 }), 3),
  retry_interval: described(
    withDefault(whole({ min: 60, max: 7 * 24 * 60 * 60 }), 3600),
    'Seconds, not minutes, from the end of the failed call',
  ),
  /** True when reaching an answering machine counts as a failed call. */
  retry_on_voicemail: withDefault(yesOrNo(), false),
  retry_on_goal_incomplete: described(
    withDefault(yesOrNo(), false),
    'A conversation completes its lead only if `goal_completion_variable` is true',
  ),
  goal_completion_variable: described(
    nullable({ field: text({ max: 255 }), shown: z.string() }),
    'Name of a `bool` entry of the post_call_schema of the assistant. `retry_on_goal_incomplete` needs it',
  ),
  pause_on_failure_rate: described(
    nullable({ field: decimal({ min: 0.05, max: 1 }), shown: z.number() }, 0.5),
    'Share of calls that fail for technical reasons at which the campaign stops; null: it never stops for that',
  ),
  phone_number_ids: described(
    nullable({ field: numberIds(), shown: z.array(z.int()).readonly() }),
    'Own numbers that its calls are made from; null: the number of the assistant',
  ),
  caller_id_strategy: described(
    withDefault({ field: oneOf(callerIdStrategies), shown: z.enum(callerIdStrategies) }, 'rotate'),
    '`rotate`: the number with the fewest calls today; `local`: a number from the same area; `sticky`: the number that called the lead before',
  ),
  /** Calls from each number in `phone_number_ids` per day in the campaign's time zone. */
  caller_id_daily_max: withDefault(whole({ min: 1, max: 10_000 }), 200),
  calling_rules: described(
    withDefault({ field: oneOf(callingModes), shown: z.enum(callingModes) }, modeDefault),
    'What the calling rules do: `enforce` keeps calls from being made that they do not allow, `observe` only records what they say',
  ),
  require_consent: withDefault({ field: oneOf(consentWants), shown: z.enum(consentWants) }, 'none'),
  /** A consent for another purpose does not count. */
  purpose: withDefault(purpose, null),
}

export type CampaignSettings = Stored<typeof campaignFields>

export const campaignSettings = settingsOf(campaignFields)
