import { timeOfId } from '../../words/id.ts'
import { defaultRealtimeModel, defaultTextModel } from '../reference/models.ts'
import { type BuiltIn, endCallAmong } from '../tools/built-in-tools.ts'
import type { Assistant } from './assistant.ts'
import type { AssistantChanges, AssistantDraft } from './assistant-form.ts'

/** A new assistant: what the draft says, and the defaults for the rest. */
export const newAssistant = (
  draft: AssistantDraft,
  identity: Pick<Assistant, 'id' | 'user_id' | 'uuid'>,
): Assistant => {
  const { assistant_name, voice_id, language, calls_direction, engine_type, timezone } = draft
  const { initial_message, system_prompt } = draft
  const blank: Assistant = {
    ...identity,
    ...assistantDefaults,
    name: assistant_name,
    voice_id,
    language_id: language.id,
    type: typeOf[calls_direction],
    mode: engine_type,
    timezone,
    initial_message,
    system_prompt,
  }
  return revise(blank, draft, timeOfId(identity.id))
}

/** The assistant after changes; what they leave out stays. */
export const revise = (stored: Assistant, changes: AssistantChanges, now: number): Assistant => ({
  ...stored,
  ...given({
    name: changes.assistant_name,
    voice_id: changes.voice_id,
    language_id: changes.language?.id,
    type: changes.calls_direction && typeOf[changes.calls_direction],
    mode: changes.engine_type,
    phone_number_id: changes.phone_number_id,
    timezone: changes.timezone,
    initial_message: changes.initial_message,
    system_prompt: changes.system_prompt,
    variables: changes.variables,
    disclosure: changes.disclosure,
    disclosure_text: changes.disclosure_text,
    recording_notice: changes.recording_notice,
    wait_for_customer: changes.who_speaks_first && changes.who_speaks_first === 'Customer',
    end_call_description:
      changes['end_call_tool.description'] ?? changes.end_call_tool?.description ?? endCallOf(changes.tools),
    tool_ids: changes.tool_ids && [...new Set(changes.tool_ids)],
    built_in_tools: changes.tools?.filter(({ type }) => type !== 'end_call'),
    knowledgebase_id: changes.knowledgebase_id,
    knowledgebase_mode: changes.knowledgebase_mode,
    endpoint_type: changes.endpoint_type,
    endpoint_sensitivity: changes.endpoint_sensitivity,
    interrupt_sensitivity: changes.interrupt_sensitivity,
    allow_interruptions: changes.allow_interruptions,
    min_interrupt_words: changes.use_min_interrupt_words === false ? 0 : changes.min_interrupt_words,
    llm_temperature: changes.llm_temperature,
    voice_stability: changes.voice_stability,
    voice_similarity: changes.voice_similarity,
    speech_speed: changes.speech_speed,
    ambient_sound_volume: changes.ambient_sound_volume,
    fillers: changes.filler_audios,
    filler_config: changes.filler_config && { ...stored.filler_config, ...given(changes.filler_config) },
    ambient_sound: changes.ambient_sound,
    enable_noise_cancellation: changes.noise_cancellation,
    reengagement_interval: changes.re_engagement_interval,
    max_duration: changes.max_call_duration,
    max_silence_duration: changes.max_silence_duration,
    end_call_on_voicemail: changes.end_call_on_voicemail,
    voice_mail_message: changes.voice_mail_message,
    opt_out_key: changes.opt_out_key,
    record: changes.record_call,
    post_call_evaluation: changes.post_call_evaluation,
    post_call_schema: changes.post_call_schema,
    send_webhook_only_on_completed: changes.send_webhook_only_on_completed,
    include_recording_in_webhook: changes.include_recording_in_webhook,
    webhook_url: changes.webhook_url,
    is_webhook_active: changes.webhook_url === null ? false : changes.is_webhook_active,
  }),
  ...modelIds(stored, changes),
  updated_at: now,
})

/**
 * A model's name chooses anew; without one the models stay, as far as the engine has a use for them. The text model that a list
 * showed, sent back, chooses nothing: the realtime model beside it stays.
 */
const modelIds = (
  stored: Assistant,
  { llm_model: named, multimodal_model_id, engine_type = stored.mode }: AssistantChanges,
): Pick<Assistant, 'llm_model_id' | 'multimodal_model_id'> => {
  const llm_model = named?.id === stored.llm_model_id ? undefined : named
  const text = llm_model ? idOf(llm_model.kind === 'text' && llm_model) : stored.llm_model_id
  const realtime =
    multimodal_model_id?.id ??
    (llm_model ? idOf(llm_model.kind === 'realtime' && llm_model) : stored.multimodal_model_id)
  return engine_type === 'pipeline'
    ? { llm_model_id: text ?? defaultTextModel.id, multimodal_model_id: null }
    : { llm_model_id: text, multimodal_model_id: realtime ?? defaultRealtimeModel.id }
}

const idOf = (thing: { id: number } | false): number | null => (thing ? thing.id : null)

/** When to hang up, as the list of tools says it; null when it leaves that out. */
const endCallOf = (tools: readonly BuiltIn[] | undefined): string | null | undefined => {
  const ending = endCallAmong(tools)
  return ending ? (ending.description ?? '') : tools && null
}

const typeOf = { receive: 'inbound', make: 'outbound' } as const

/** What a draft need not say. */
export const assistantDefaults = {
  status: 'active',
  phone_number_id: null,
  llm_model_id: null,
  multimodal_model_id: null,
  variables: {},
  wait_for_customer: false,
  disclosure: null,
  disclosure_text: '',
  recording_notice: null,
  end_call_description: null,
  tool_ids: [] as number[],
  built_in_tools: [] as BuiltIn[],
  knowledgebase_id: null,
  knowledgebase_mode: 'function_call',
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  allow_interruptions: true,
  min_interrupt_words: 0,
  llm_temperature: 0.1,
  voice_stability: 0.7,
  voice_similarity: 0.5,
  speech_speed: 1,
  ambient_sound_volume: 0.5,
  fillers: false,
  enable_noise_cancellation: true,
  reengagement_interval: 30,
  max_duration: 600,
  max_silence_duration: 40,
  end_call_on_voicemail: true,
  voice_mail_message: null,
  opt_out_key: 'off',
  record: false,
  post_call_evaluation: true,
  post_call_schema: [
    { name: 'status', type: 'bool', description: 'Whether the goal of the call was reached' },
    { name: 'summary', type: 'string', description: 'A short summary of the call' },
  ],
  is_webhook_active: false,
  webhook_url: null,
  inbound_webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  updated_at: 0,
} as const satisfies Partial<Assistant>

/** Only the members that are there: a spread would also copy the holes. */
const given = <T extends object>(changes: T): Partial<T> => {
  const members: Partial<T> = {}
  for (const name in changes) if (changes[name] !== undefined) members[name] = changes[name]
  return members
}
