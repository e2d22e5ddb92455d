import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { knowledgeModes } from '../knowledge/knowledgebase.ts'
import { languageById } from '../reference/languages.ts'
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
/** Members of this family of APIs that are always null here. */
const NoId = z.int().nullable()
const NoTime = z.string().nullable()

/** What lists and look-ups show; several fields are named and written differently in requests. */
export const FullAssistant = z.object({
  id: z.int(),
  user_id: z.int(),
  phone_number_id: z.int().nullable(),
  engine_id: NoId,
  synthesizer_id: NoId,
  transcriber_id: NoId,
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
  flows_platform_id: NoId,
  timezone: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  max_silence_duration: z.int(),
  reengagement_interval: z.int(),
  deleted_at: NoTime,
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
  transcriber_provider_id: NoId,
  synthesizer_provider_id: NoId,
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

/**
 * Everything that any view shows; each operation's answer keeps what its own view names. Member by member: to spread what the table gave
 * takes four times as long as all of this.
 */
export const assistantView = (assistant: Assistant): z.input<typeof FullAssistant> => ({
  ...nothings,
  id: assistant.id,
  user_id: assistant.user_id,
  phone_number_id: assistant.phone_number_id,
  voice_id: assistant.voice_id,
  name: assistant.name,
  variables: assistant.variables,
  post_call_evaluation: assistant.post_call_evaluation,
  post_call_schema: assistant.post_call_schema,
  tool_ids: assistant.tool_ids,
  is_webhook_active: assistant.is_webhook_active,
  webhook_url: assistant.webhook_url,
  inbound_webhook_url: assistant.inbound_webhook_url,
  type: assistant.type,
  status: assistant.status,
  max_duration: assistant.max_duration,
  record: assistant.record,
  initial_message: assistant.initial_message,
  system_prompt: assistant.system_prompt,
  timezone: assistant.timezone,
  max_silence_duration: assistant.max_silence_duration,
  reengagement_interval: assistant.reengagement_interval,
  voice_mail_message: assistant.voice_mail_message,
  opt_out_key: assistant.opt_out_key,
  allow_interruptions: assistant.allow_interruptions,
  enable_noise_cancellation: assistant.enable_noise_cancellation,
  endpoint_sensitivity: assistant.endpoint_sensitivity,
  endpoint_type: assistant.endpoint_type,
  wait_for_customer: assistant.wait_for_customer,
  disclosure: assistant.disclosure,
  disclosure_text: assistant.disclosure_text,
  recording_notice: assistant.recording_notice,
  mode: assistant.mode,
  language_id: assistant.language_id,
  llm_model_id: assistant.llm_model_id,
  multimodal_model_id: assistant.multimodal_model_id,
  uuid: assistant.uuid,
  send_webhook_only_on_completed: assistant.send_webhook_only_on_completed,
  include_recording_in_webhook: assistant.include_recording_in_webhook,
  interrupt_sensitivity: assistant.interrupt_sensitivity,
  knowledgebase_id: assistant.knowledgebase_id,
  knowledgebase_mode: assistant.knowledgebase_mode,
  min_interrupt_words: assistant.min_interrupt_words,
  language: languageById(assistant.language_id)?.name ?? null,
  fillers: assistant.fillers ? 1 : 0,
  end_call_on_voicemail: assistant.end_call_on_voicemail ? 1 : 0,
  llm_temperature: places(assistant.llm_temperature),
  voice_stability: places(assistant.voice_stability),
  voice_similarity: places(assistant.voice_similarity),
  speech_speed: places(assistant.speech_speed),
  ambient_sound_volume: places(assistant.ambient_sound_volume),
  tools: [...endCallOf(assistant.end_call_description), ...assistant.built_in_tools].map(builtInView),
  ambient_sound: assistant.ambient_sound ?? 'off',
  filler_config: fillersOf(assistant),
  ...timesOf(assistant),
})

/** What the smaller views show is stored under these names, beside when it was created. */
export const nameMembers = ['id', 'name', 'type', 'status', 'updated_at'] as const
export const outboundMembers = [
  ...nameMembers,
  'user_id',
  'mode',
  'voice_id',
  'language_id',
  'timezone',
  'initial_message',
  'system_prompt',
  'variables',
  'webhook_url',
  'is_webhook_active',
] as const

/** Both name their members one by one, as the view above does. */
export const nameView = (assistant: Pick<Assistant, (typeof nameMembers)[number]>) => ({
  id: assistant.id,
  name: assistant.name,
  type: assistant.type,
  status: assistant.status,
  ...timesOf(assistant),
})

export const outboundView = (assistant: Pick<Assistant, (typeof outboundMembers)[number]>) => ({
  ...nameView(assistant),
  user_id: assistant.user_id,
  mode: assistant.mode,
  voice_id: assistant.voice_id,
  language_id: assistant.language_id,
  timezone: assistant.timezone,
  initial_message: assistant.initial_message,
  system_prompt: assistant.system_prompt,
  variables: assistant.variables,
  webhook_url: assistant.webhook_url,
  is_webhook_active: assistant.is_webhook_active,
})

const timesOf = ({ id, updated_at }: Pick<Assistant, 'id' | 'updated_at'>) => ({
  created_at: isoTime(timeOfId(id)),
  updated_at: isoTime(updated_at),
})

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
