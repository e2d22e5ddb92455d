import * as z from 'zod'
import {
  chosen,
  decimal,
  documented,
  flag,
  integer,
  list,
  object,
  oneOf,
  optional,
  sentences,
  text,
  variables,
  webUrl,
  zone,
} from '../../words/fields.ts'
import {
  asked,
  given,
  nullable,
  nullableLater,
  required,
  type Stored,
  settingsOf,
  unlessLeftOut,
  withDefault,
} from '../../words/setting.ts'
import { knowledgeModes } from '../knowledge/knowledgebase.ts'
import { type FillerPhrases, languageById, languageByName } from '../reference/languages.ts'
import { modelById, modelByName, realtimeModelById } from '../reference/models.ts'
import { builtInTools, toolsPerAssistantMax } from '../tools/built-in-tools.ts'
import { assistantHelp } from './assistant-help.ts'
import { widgetSettings } from './widget-settings.ts'

export const assistantTypes = ['inbound', 'outbound'] as const
export type AssistantType = (typeof assistantTypes)[number]

/** `pipeline`: separate parts hear, think and speak. `multimodal`: one realtime model. */
export const assistantModes = ['pipeline', 'multimodal'] as const

/** Limit of `post_call_schema` entries: an assistant must stay below DynamoDB's 400 KB. */
const schemaEntriesMax = 32
const descriptionMax = 500

const words = (limits: { max: number; exact?: boolean }) => ({ field: text(limits), shown: z.string() })
const whole = (limits?: { min?: number; max?: number }) => ({ field: integer(limits), shown: z.int() })
const amount = (limits: { min: number; max: number }) => ({ field: decimal(limits), shown: z.number() })
const amountAsText = (limits: { min: number; max: number }) => ({
  field: decimal(limits),
  shown: z.string(),
  show: (value: number) => value.toFixed(2),
})
const yesOrNo = () => ({ field: flag(), shown: z.boolean() })
const oneOrZero = () => ({ field: flag(), shown: z.int(), show: (value: boolean) => (value ? 1 : 0) })
const word = <const T extends readonly [string, ...string[]]>(all: T) => ({ field: oneOf(all), shown: z.enum(all) })

const entryName = /^\w+$/
/** Names that every evaluation uses, and a name that objects cannot have. */
const takenNames = ['score', 'sentiment', 'outcome', '__proto__']
const answerTypes = ['string', 'number', 'bool'] as const

export interface SchemaEntry {
  /** Letters, digits and underscores. */
  name: string
  type: (typeof answerTypes)[number]
  description: string
}

const schemaEntry = object({
  name: documented(
    text({ max: 100 })
      .refine((name) => entryName.test(name), { error: 'The :attribute field format is invalid.' })
      .refine((name) => !takenNames.includes(name), { error: sentences.selected }),
    { pattern: entryName.source },
  ),
  type: oneOf(answerTypes),
  description: text({ max: descriptionMax }),
})

const phrases = () => optional(list(text({ max: 200 }), { max: 20 }))
const Phrases = z.array(z.string()).readonly()

const fillerPhrases = {
  field: object({ neutral: phrases(), negative: phrases(), positive: phrases(), question: phrases() }),
  shown: z.object({ neutral: Phrases, negative: Phrases, positive: Phrases, question: Phrases }),
  join: (sent: Partial<FillerPhrases>, stored: Partial<FillerPhrases> | undefined) => ({ ...stored, ...given(sent) }),
}

const modelName = () => chosen(text({ max: 100 }), modelByName)

/**
 * Fields are in the order of checks and responses. Type, forms, defaults and views derive from
 * them. Durations are seconds.
 */
const assistantFields = {
  assistant_name: required(words({ max: 255 }), { storedAs: 'name' }),
  voice_id: required(whole()),
  language: required(
    {
      field: chosen(text({ max: 100 }), (name) => languageByName(name)?.id),
      asShown: chosen(integer(), (id) => languageById(id)?.id),
      shown: z.int(),
    },
    { storedAs: 'language_id' },
  ),
  llm_model: {
    ...asked(modelName(), { name: 'llm_model_id', field: chosen(integer(), modelById) }),
    changes: unlessLeftOut(modelName()),
  },
  calls_direction: required(
    {
      field: oneOf(['receive', 'make']).transform(
        (calls): AssistantType => (calls === 'receive' ? 'inbound' : 'outbound'),
      ),
      asShown: oneOf(assistantTypes),
      shown: z.enum(assistantTypes),
    },
    { storedAs: 'type' },
  ),
  engine_type: required(word(assistantModes), { storedAs: 'mode' }),
  timezone: required({ field: zone(), shown: z.string() }),
  initial_message: required(words({ max: 2000, exact: true })),
  system_prompt: required(words({ max: 60_000, exact: true })),

  multimodal_model_id: asked(chosen(integer(), realtimeModelById)),
  endpoint_type: withDefault(word(['vad', 'ai']), 'vad'),
  endpoint_sensitivity: withDefault(amount({ min: 0, max: 5 }), 0.5),
  interrupt_sensitivity: withDefault(amount({ min: 0, max: 5 }), 0.5),
  ambient_sound_volume: withDefault(amountAsText({ min: 0, max: 1 }), 0.5),
  post_call_evaluation: withDefault(yesOrNo(), true),
  send_webhook_only_on_completed: withDefault(yesOrNo(), true),
  include_recording_in_webhook: withDefault(yesOrNo(), true),
  is_webhook_active: withDefault(yesOrNo(), false),
  /** False sets `min_interrupt_words` to 0. */
  use_min_interrupt_words: asked(flag()),
  min_interrupt_words: withDefault(whole({ min: 0, max: 10 }), 0),
  variables: withDefault({ field: variables(), shown: z.record(z.string(), z.unknown()), isFree: true }, {}),
  post_call_schema: withDefault(
    {
      field: list(schemaEntry, { max: schemaEntriesMax }),
      shown: z.array(z.object({ name: z.string(), type: z.enum(answerTypes), description: z.string() })),
      isFree: true,
    },
    [
      { name: 'status', type: 'bool', description: 'Whether the goal of the call was reached' },
      { name: 'summary', type: 'string', description: 'A short summary of the call' },
    ],
  ),
  /**
   * Old clients send this field, other clients send the object `end_call_tool`. Both set
   * `end_call_description`.
   */
  'end_call_tool.description': asked(text({ max: descriptionMax })),
  end_call_tool: asked(object({ description: optional(text({ max: descriptionMax })) })),
  tool_ids: withDefault(
    {
      field: list(integer(), { max: toolsPerAssistantMax }),
      shown: z.array(z.int()),
      join: (sent: number[]) => [...new Set(sent)],
    },
    [],
  ),
  tools: asked(builtInTools()),
  /** A multimodal assistant can only use `function_call`. */
  knowledgebase_mode: withDefault(word(knowledgeModes), 'function_call'),
  llm_temperature: withDefault(amountAsText({ min: 0, max: 1 }), 0.1),
  voice_stability: withDefault(amountAsText({ min: 0, max: 1 }), 0.7),
  voice_similarity: withDefault(amountAsText({ min: 0, max: 1 }), 0.5),
  speech_speed: withDefault(amountAsText({ min: 0.7, max: 1.2 }), 1),
  allow_interruptions: withDefault(yesOrNo(), true),
  filler_audios: withDefault(oneOrZero(), false, { storedAs: 'fillers' }),
  filler_config: withDefault(fillerPhrases, {}),
  ambient_sound: withDefault(words({ max: 100 }), 'off'),
  re_engagement_interval: withDefault(whole({ min: 7, max: 600 }), 30, { storedAs: 'reengagement_interval' }),
  max_call_duration: withDefault(whole({ min: 20, max: 1200 }), 600, { storedAs: 'max_duration' }),
  max_silence_duration: withDefault(whole({ min: 1, max: 120 }), 40),
  end_call_on_voicemail: withDefault(oneOrZero(), true),
  voice_mail_message: nullable(words({ max: 1000 })),
  opt_out_key: withDefault(word(['off', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#']), 'off'),
  noise_cancellation: withDefault(yesOrNo(), true, { storedAs: 'enable_noise_cancellation' }),
  record_call: withDefault(yesOrNo(), false, { storedAs: 'record' }),
  /**
   * Notice that the assistant is an AI. `off`: none. `auto`: standard text. `custom`:
   * `disclosure_text`. Null: the calling rules decide.
   */
  disclosure: nullable(word(['off', 'auto', 'custom'])),
  disclosure_text: withDefault({ ...words({ max: 500, exact: true }) }, ''),
  /** Null: the calling rules decide. */
  recording_notice: nullable(yesOrNo()),
  who_speaks_first: withDefault(
    {
      field: oneOf(['AI assistant', 'Customer']).transform((first) => first === 'Customer'),
      asShown: flag(),
      shown: z.boolean(),
    },
    false,
    { storedAs: 'wait_for_customer' },
  ),
  widget_settings: withDefault(widgetSettings, {}),

  /** Two inbound assistants cannot have the same number. */
  phone_number_id: nullableLater(whole()),
  knowledgebase_id: nullableLater(whole()),
  webhook_url: nullableLater({ field: webUrl(), shown: z.string() }),
  conversation_ended_webhook_url: nullableLater({ field: webUrl(), shown: z.string() }),
}

export type AssistantSettings = Stored<typeof assistantFields>

export const assistantSettings = settingsOf(assistantFields, assistantHelp)
