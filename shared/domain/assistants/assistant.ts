import type { Variables } from '../../words/fields.ts'
import type { KnowledgeMode } from '../knowledge/knowledgebase.ts'
import { type FillerPhrases, fillersFor, languageById } from '../reference/languages.ts'
import type { BuiltIn } from '../tools/built-in-tools.ts'

export const assistantTypes = ['inbound', 'outbound'] as const
export type AssistantType = (typeof assistantTypes)[number]

/** `pipeline` hears, thinks and speaks with one part each; `multimodal` does all three with a realtime model. */
export const assistantModes = ['pipeline', 'multimodal'] as const
export type AssistantMode = (typeof assistantModes)[number]

/** What an assistant says at the beginning of what it is: nothing, the words of its language, or its own. */
export const disclosures = ['off', 'auto', 'custom'] as const
export type Disclosure = (typeof disclosures)[number]

/** What a phone's keypad has; `off`: no key asks to be left alone. */
export const optOutKeys = ['off', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'] as const
export type OptOutKey = (typeof optOutKeys)[number]

export const endpointTypes = ['vad', 'ai'] as const
export const answerTypes = ['string', 'number', 'bool'] as const

/** One thing to find out about a call once it is over. */
export interface SchemaEntry {
  /** Letters, digits and underscores. */
  name: string
  type: (typeof answerTypes)[number]
  description: string
}

/** A voice agent and everything that it was told. Durations are seconds, sensitivities 0–5, the other decimals 0–1. */
export interface Assistant {
  id: number
  user_id: number
  uuid: string
  name: string
  status: 'active' | 'inactive'
  type: AssistantType
  mode: AssistantMode
  /** An inbound assistant's number is its own; outbound ones may share one. */
  phone_number_id: number | null
  /** Its voice always suits its mode. */
  voice_id: number
  language_id: number
  /** Talks in a pipeline and judges the call afterwards; null leaves that to the default text model. */
  llm_model_id: number | null
  /** Talks in a multimodal assistant; null in a pipeline. */
  multimodal_model_id: number | null
  timezone: string

  initial_message: string
  system_prompt: string
  variables: Variables
  wait_for_customer: boolean
  /** Null leaves it to the calling rules of the call. */
  disclosure: Disclosure | null
  /** Its own words, with variables; those of the language stand in where there are none. */
  disclosure_text: string
  /** Whether it says that the call is recorded, if it is; null leaves that to the calling rules of the call. */
  recording_notice: boolean | null
  /** When to hang up, in words for the model; empty: it was not said; null: it has no such tool. */
  end_call_description: string | null
  /** What it can do in the world besides; one that was deleted meanwhile is passed over. */
  tool_ids: number[]
  /** What it can do by itself, but for ending the call. */
  built_in_tools: BuiltIn[]
  /** What it knows beside its prompt; a base that was deleted meanwhile is passed over. */
  knowledgebase_id: number | null
  /** How it gets at that; a multimodal one always asks for it. */
  knowledgebase_mode: KnowledgeMode

  endpoint_type: (typeof endpointTypes)[number]
  endpoint_sensitivity: number
  interrupt_sensitivity: number
  allow_interruptions: boolean
  min_interrupt_words: number
  llm_temperature: number
  voice_stability: number
  voice_similarity: number
  /** 0.7–1.2 */
  speech_speed: number
  ambient_sound_volume: number
  fillers: boolean
  /** Phrases of its own, by tone; a tone that is left out has those of the language. */
  filler_config?: Partial<FillerPhrases>
  /** Kept for clients that show it; nothing plays it. */
  ambient_sound?: string
  enable_noise_cancellation: boolean

  reengagement_interval: number
  max_duration: number
  max_silence_duration: number
  end_call_on_voicemail: boolean
  /** What is left on a machine, with variables. */
  voice_mail_message: string | null
  /** The key by which a customer asks never to be called again. */
  opt_out_key: OptOutKey
  record: boolean

  post_call_evaluation: boolean
  post_call_schema: SchemaEntry[]
  is_webhook_active: boolean
  webhook_url: string | null
  inbound_webhook_url: string | null
  send_webhook_only_on_completed: boolean
  include_recording_in_webhook: boolean

  /** Epoch milliseconds; its id says when it was created. */
  updated_at: number
}

/** The number that rings for this assistant and for no other. */
export const answeredNumber = ({ type, phone_number_id }: Assistant): number | null =>
  type === 'inbound' ? phone_number_id : null

/** What it says while it thinks: its own phrases, and those of its language where it has none. */
export const fillersOf = ({ language_id, filler_config }: Assistant): FillerPhrases => ({
  ...fillersFor(languageById(language_id)?.name ?? ''),
  ...filler_config,
})

/** It may do something besides talking, so what it did is looked for. */
export const usesTools = ({ tool_ids, built_in_tools }: Assistant): boolean =>
  tool_ids.length + built_in_tools.length > 0
