import * as z from 'zod'
import { timeOfId } from '../id.ts'
import { knowledgeModes } from '../knowledge/knowledgebase.ts'
import { languageById } from '../reference/languages.ts'
import { isoTime } from '../time.ts'
import { type BuiltIn, BuiltInView, builtInView } from '../tools/built-in-tools.ts'
import {
  type Assistant,
  answerTypes,
  assistantModes,
  assistantTypes,
  disclosures,
  endpointTypes,
  fillersOf,
  optOutKeys,
} from './assistant.ts'

const Status = z.enum(['active', 'inactive'])
const Free = z.record(z.string(), z.unknown())
const Phrases = z.array(z.string()).readonly()
/** Members of the interface that nothing here fills. */
const Nothing = z.null()

/** What lists and look-ups show; several fields are named and written differently in requests. */
export const FullAssistant = z.object({
  id: z.int(),
  user_id: z.int(),
  phone_number_id: z.int().nullable(),
  engine_id: Nothing,
  synthesizer_id: Nothing,
  transcriber_id: Nothing,
  voice_id: z.int(),
  instance_id: z.int(),
  name: z.string(),
  variables: Free,
  post_call_evaluation: z.boolean(),
  fillers: z.int(),
  post_call_schema: z.array(z.object({ name: z.string(), type: z.enum(answerTypes), description: z.string() })),
  tools: z.array(BuiltInView),
  tool_ids: z.array(z.int()),
  is_webhook_active: z.boolean(),
  webhook_url: z.string().nullable(),
  inbound_webhook_url: z.string().nullable(),
  language: z.string().nullable(),
  type: z.enum(assistantTypes),
  status: Status,
  max_duration: z.int(),
  record: z.boolean(),
  initial_message: z.string(),
  system_prompt: z.string(),
  flows_platform_id: Nothing,
  timezone: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  max_silence_duration: z.int(),
  reengagement_interval: z.int(),
  deleted_at: Nothing,
  end_call_on_voicemail: z.int(),
  voice_mail_message: z.string().nullable(),
  opt_out_key: z.enum(optOutKeys),
  llm_temperature: z.string(),
  voice_stability: z.string(),
  voice_similarity: z.string(),
  allow_interruptions: z.boolean(),
  enable_noise_cancellation: z.boolean(),
  endpoint_sensitivity: z.number(),
  speech_speed: z.string(),
  endpoint_type: z.enum(endpointTypes),
  wait_for_customer: z.boolean(),
  disclosure: z.enum(disclosures).nullable(),
  disclosure_text: z.string(),
  recording_notice: z.boolean().nullable(),
  mode: z.enum(assistantModes),
  language_id: z.int(),
  transcriber_provider_id: Nothing,
  synthesizer_provider_id: Nothing,
  llm_model_id: z.int().nullable(),
  multimodal_model_id: z.int().nullable(),
  ambient_sound: z.string(),
  uuid: z.uuid(),
  send_webhook_only_on_completed: z.boolean(),
  include_recording_in_webhook: z.boolean(),
  interrupt_sensitivity: z.number(),
  filler_config: z.object({ neutral: Phrases, negative: Phrases, positive: Phrases, question: Phrases }),
  knowledgebase_id: z.int().nullable(),
  knowledgebase_mode: z.enum(knowledgeModes),
  min_interrupt_words: z.int(),
  ambient_sound_volume: z.string(),
  widget_settings: Free,
})

/** The smaller view, for choosing who makes a call. */
export const OutboundAssistant = FullAssistant.pick({
  id: true,
  user_id: true,
  name: true,
  type: true,
  mode: true,
  status: true,
  voice_id: true,
  language_id: true,
  timezone: true,
  initial_message: true,
  system_prompt: true,
  variables: true,
  webhook_url: true,
  is_webhook_active: true,
  created_at: true,
  updated_at: true,
})

export const AssistantName = FullAssistant.pick({
  id: true,
  name: true,
  type: true,
  status: true,
  created_at: true,
  updated_at: true,
})

/** What create and update answer. */
export const WrittenAssistant = FullAssistant.pick({ id: true, name: true, status: true, type: true, mode: true })

/** Everything that any view shows; each operation's answer keeps what its own view names. */
export const assistantView = (assistant: Assistant): z.input<typeof FullAssistant> => {
  const { end_call_description, built_in_tools, ...shown } = assistant
  const language = languageById(assistant.language_id)?.name ?? null
  return {
    ...shown,
    ...nothings,
    language,
    fillers: assistant.fillers ? 1 : 0,
    end_call_on_voicemail: assistant.end_call_on_voicemail ? 1 : 0,
    llm_temperature: places(assistant.llm_temperature),
    voice_stability: places(assistant.voice_stability),
    voice_similarity: places(assistant.voice_similarity),
    speech_speed: places(assistant.speech_speed),
    ambient_sound_volume: places(assistant.ambient_sound_volume),
    tools: [...endCallOf(end_call_description), ...built_in_tools].map(builtInView),
    ambient_sound: assistant.ambient_sound ?? 'off',
    filler_config: fillersOf(assistant),
    created_at: isoTime(timeOfId(assistant.id)),
    updated_at: isoTime(assistant.updated_at),
  }
}

const endCallOf = (description: string | null): BuiltIn[] =>
  description === null ? [] : [{ type: 'end_call', ...(description && { description }) }]

/** Decimals that the interface carries as strings have two places. */
const places = (value: number): string => value.toFixed(2)

/** What the interface shows but no request can set. */
const nothings = {
  engine_id: null,
  synthesizer_id: null,
  transcriber_id: null,
  instance_id: 1,
  flows_platform_id: null,
  deleted_at: null,
  transcriber_provider_id: null,
  synthesizer_provider_id: null,
  widget_settings: {},
}
