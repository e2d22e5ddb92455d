import {
  chosen,
  clearable,
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
  type FormValues,
  finding,
  form,
  merge,
  partial,
  withAliases,
  withEither,
  withUnsupported,
} from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Stage } from '../../words/stage.ts'
import { webhookUrlMisfit } from '../../words/webhook-url.ts'
import { isAvailable, type OwnedNumber } from '../account/number.ts'
import { knowledgeModes } from '../knowledge/knowledgebase.ts'
import { languageById, languageByName } from '../reference/languages.ts'
import { modelById, modelByName, realtimeModelById } from '../reference/models.ts'
import { isMadeForOthers, type Voice, voiceById } from '../reference/voices.ts'
import { assistantsNamed, builtInTools, endCallAmong, toolsPerAssistantMax } from '../tools/built-in-tools.ts'
import { transferMisfits } from '../tools/transfer-misfits.ts'
import {
  type Assistant,
  answerTypes,
  assistantModes,
  assistantTypes,
  disclosures,
  endpointTypes,
  optOutKeys,
} from './assistant.ts'

/** With these an assistant always fits into one item of the table (400 KB), whatever its texts are made of. */
const schemaEntriesMax = 32
const descriptionMax = 500

const name = () => text({ max: 100 })

const entryName = /^\w+$/
/** Members that an evaluation has by itself, and the one that no object can be given. */
const takenNames = ['score', 'sentiment', 'outcome', '__proto__']

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

const assistantName = () => text({ max: 255 })
const reengagementInterval = () => integer({ min: 7, max: 600 })
const maxDuration = () => integer({ min: 20, max: 1200 })

/** What the assistant says while it thinks, in one tone. */
const phrases = () => optional(list(text({ max: 200 }), { max: 20 }))

const core = {
  assistant_name: assistantName(),
  voice_id: integer(),
  language: chosen(name(), languageByName),
  llm_model: chosen(name(), modelByName),
  calls_direction: oneOf(['receive', 'make']),
  engine_type: oneOf(assistantModes),
  timezone: zone(),
  initial_message: text({ max: 2000, exact: true }),
  system_prompt: text({ max: 60_000, exact: true }),
}

const settings = {
  /** Lists show it under the same name. */
  multimodal_model_id: optional(chosen(integer(), realtimeModelById)),
  endpoint_type: optional(oneOf(endpointTypes)),
  endpoint_sensitivity: optional(decimal({ min: 0, max: 5 })),
  interrupt_sensitivity: optional(decimal({ min: 0, max: 5 })),
  ambient_sound_volume: optional(decimal({ min: 0, max: 1 })),
  post_call_evaluation: optional(flag()),
  send_webhook_only_on_completed: optional(flag()),
  include_recording_in_webhook: optional(flag()),
  is_webhook_active: optional(flag()),
  use_min_interrupt_words: optional(flag()),
  min_interrupt_words: optional(integer({ min: 0, max: 10 })),
  variables: optional(variables()),
  post_call_schema: optional(list(schemaEntry, { max: schemaEntriesMax })),
  /** Old clients send the path as a name, others the object that it describes. */
  'end_call_tool.description': optional(text({ max: descriptionMax })),
  end_call_tool: optional(object({ description: optional(text({ max: descriptionMax })) })),
  tool_ids: optional(list(integer(), { max: toolsPerAssistantMax })),
  tools: optional(builtInTools()),
  knowledgebase_mode: optional(oneOf(knowledgeModes)),
  llm_temperature: optional(decimal({ min: 0, max: 1 })),
  voice_stability: optional(decimal({ min: 0, max: 1 })),
  voice_similarity: optional(decimal({ min: 0, max: 1 })),
  speech_speed: optional(decimal({ min: 0.7, max: 1.2 })),
  allow_interruptions: optional(flag()),
  filler_audios: optional(flag()),
  filler_config: optional(
    object({ neutral: phrases(), negative: phrases(), positive: phrases(), question: phrases() }),
  ),
  ambient_sound: optional(text({ max: 100 })),
  re_engagement_interval: optional(reengagementInterval()),
  max_call_duration: optional(maxDuration()),
  max_silence_duration: optional(integer({ min: 1, max: 120 })),
  end_call_on_voicemail: optional(flag()),
  voice_mail_message: clearable(text({ max: 1000 })),
  opt_out_key: optional(oneOf(optOutKeys)),
  noise_cancellation: optional(flag()),
  record_call: optional(flag()),
  disclosure: clearable(oneOf(disclosures)),
  disclosure_text: optional(text({ max: 500, exact: true })),
  recording_notice: clearable(flag()),
  who_speaks_first: optional(oneOf(['AI assistant', 'Customer'])),
}

/** The names under which lists show these fields: what was read there may be sent back. */
const asShown = {
  name: { of: 'assistant_name', field: assistantName() },
  type: {
    of: 'calls_direction',
    field: oneOf(assistantTypes).transform((type) => (type === 'inbound' ? ('receive' as const) : ('make' as const))),
  },
  mode: { of: 'engine_type', field: oneOf(assistantModes) },
  language_id: { of: 'language', field: chosen(integer(), languageById) },
  llm_model_id: { of: 'llm_model', field: chosen(integer(), modelById) },
  max_duration: { of: 'max_call_duration', field: maxDuration() },
  reengagement_interval: { of: 're_engagement_interval', field: reengagementInterval() },
  fillers: { of: 'filler_audios', field: flag() },
  record: { of: 'record_call', field: flag() },
  enable_noise_cancellation: { of: 'noise_cancellation', field: flag() },
  wait_for_customer: {
    of: 'who_speaks_first',
    field: flag().transform((waits) => (waits ? ('Customer' as const) : ('AI assistant' as const))),
  },
} as const

/** What other products have beside these. */
const unsupported = [
  'ringing_time',
  'max_initial_silence_duration',
  'reengagement_prompt',
  'secondary_language_ids',
  'chat_llm_fallback_id',
  'folder_id',
  'label_ids',
]

const draft = form({
  ...core,
  ...settings,
  llm_model: optional(core.llm_model),
  phone_number_id: optional(integer()),
  knowledgebase_id: optional(integer()),
  webhook_url: optional(webUrl()),
})

export const AssistantDraft = withUnsupported(
  withEither(withAliases(draft, asShown), 'llm_model', 'multimodal_model_id'),
  unsupported,
)
export type AssistantDraft = FormValues<typeof AssistantDraft>

export const AssistantChanges = withUnsupported(
  withAliases(
    form({
      ...partial(core),
      ...settings,
      phone_number_id: clearable(integer()),
      knowledgebase_id: clearable(integer()),
      webhook_url: clearable(webUrl()),
    }),
    asShown,
  ),
  unsupported,
)
export type AssistantChanges = FormValues<typeof AssistantChanges>

/** What the fields of a draft, or of changes to a stored assistant, are held against. */
export interface Surroundings {
  /** The assistant's own id: a number that it has already may stay. */
  id: number
  stored?: Assistant
  /** The voice that was asked for, if the user may choose it. */
  voice: Voice | undefined
  numbers: OwnedNumber[]
  /** Those of the tools asked for that are the user's. */
  tool_ids: readonly number[]
  /** Those of the assistants that tools of this one name that are the user's. */
  assistant_ids: readonly number[]
  /** The knowledge base that was asked for, if it is the user's. */
  knowledgebase_id: number | undefined
  stage: Stage
  now: number
}

/** What a field cannot know by itself: whether voice, model, number and webhook exist and suit each other and what is stored. */
export const misfits = (asked: Partial<AssistantChanges>, around: Surroundings): FieldErrors =>
  merge(
    voiceMisfit(asked, around),
    modelMisfit(asked, around),
    numberMisfit(asked, around),
    webhookMisfit(asked, around),
    toolsMisfit(asked, around),
    passingOnMisfit(asked, around),
    knowledgeMisfit(asked, around),
  )

const voiceMisfit = (
  { voice_id, engine_type, language }: Partial<AssistantChanges>,
  { stored, voice: wanted }: Surroundings,
) => {
  if (voice_id !== undefined && !wanted) return finding('voice_id', sentences.selected)
  const mode = engine_type ?? stored?.mode
  const suits = voice_id === undefined ? stored?.mode : wanted?.mode
  if (mode && suits && mode !== suits)
    return finding('voice_id', `The selected voice does not support the ${mode} engine.`)
  // A pair that is stored from before may stay while neither is touched.
  const voice = wanted ?? (language && stored && voiceById(stored.voice_id))
  const spoken = language ?? (stored && languageById(stored.language_id))
  return voice && spoken && isMadeForOthers(voice, spoken)
    ? finding('voice_id', `The selected voice does not speak ${spoken.name}.`)
    : {}
}

const modelMisfit = (
  { llm_model, multimodal_model_id, engine_type }: Partial<AssistantChanges>,
  { stored }: Surroundings,
): FieldErrors => {
  const isPipeline = (engine_type ?? stored?.mode) === 'pipeline'
  const named = llm_model?.kind === 'realtime' ? llm_model : undefined
  if (isPipeline)
    return {
      ...(named && finding('llm_model', sentences.selected)),
      ...(multimodal_model_id && finding('multimodal_model_id', sentences.selected)),
    }
  return named && multimodal_model_id && named !== multimodal_model_id
    ? finding('multimodal_model_id', 'The :attribute field must say the same as llm model.')
    : {}
}

const numberMisfit = (asked: Partial<AssistantChanges>, { id, stored, numbers, now }: Surroundings) => {
  const { phone_number_id = stored?.phone_number_id, calls_direction } = asked
  const isTouched = asked.phone_number_id !== undefined || calls_direction !== undefined
  if (!isTouched || phone_number_id === undefined || phone_number_id === null) return {}
  const number = numbers.find((owned) => owned.id === phone_number_id)
  if (!number) return finding('phone_number_id', sentences.selected)
  const answers = calls_direction ? calls_direction === 'receive' : stored?.type === 'inbound'
  return answers && !isAvailable(number, now, id) ? numberTaken : {}
}

/** A tool that was deleted in the same moment may come back with what was read; it is passed over in talks. */
const toolsMisfit = (
  asked: Partial<AssistantChanges>,
  { stored, tool_ids: own, numbers, now }: Surroundings,
): FieldErrors => {
  const { tool_ids = stored?.tool_ids ?? [] } = asked
  const built = asked.tools?.filter(({ type }) => type !== 'end_call') ?? stored?.built_in_tools ?? []
  const field = asked.tools ? 'tools' : 'tool_ids'
  const isTouched = asked.tool_ids || asked.tools
  if (tool_ids.length + built.length > toolsPerAssistantMax && isTouched)
    return finding(
      field,
      `An assistant may have at most ${toolsPerAssistantMax} tools, built-in and other ones together.`,
    )
  const described = asked['end_call_tool.description'] ?? asked.end_call_tool?.description
  const ending = endCallAmong(asked.tools)
  if (described !== undefined && ending?.description !== undefined && described !== ending.description)
    return finding('tools', 'The :attribute field must say the same as end call tool.')
  const known = [...own, ...(stored?.tool_ids ?? [])]
  const place = asked.tool_ids?.findIndex((id) => !known.includes(id)) ?? -1
  const unknown = place < 0 ? {} : finding(`tool_ids.${place}`, sentences.selected)
  return { ...unknown, ...transferMisfits(asked.tools, { numbers, now }) }
}

/**
 * One that was deleted since may come back with what was read; the model is told that it is gone. What is not stored yet cannot name itself:
 * an id drawn for it that is another one's is drawn again.
 */
const passingOnMisfit = ({ tools = [] }: Partial<AssistantChanges>, { id, stored, assistant_ids }: Surroundings) => {
  const known = [...assistant_ids, ...assistantsNamed(stored?.built_in_tools)]
  const isItself = (assistant_id: number) => stored !== undefined && assistant_id === id
  const place = tools.findIndex(
    (tool) => tool.type === 'assistant_transfer' && (isItself(tool.assistant_id) || !known.includes(tool.assistant_id)),
  )
  return place < 0 ? {} : finding(`tools.${place}.assistant_id`, sentences.selected)
}

/** As with tools, what is stored may be sent back. The realtime model speaks before anything could be looked up for it. */
const knowledgeMisfit = (asked: Partial<AssistantChanges>, { stored, knowledgebase_id: own }: Surroundings) => {
  const { knowledgebase_id: wanted } = asked
  const { knowledgebase_mode = stored?.knowledgebase_mode, engine_type = stored?.mode } = asked
  if (wanted && wanted !== own && wanted !== stored?.knowledgebase_id)
    return finding('knowledgebase_id', sentences.selected)
  const isTouched = asked.knowledgebase_mode !== undefined || asked.engine_type !== undefined
  return isTouched && engine_type === 'multimodal' && knowledgebase_mode === 'prompt'
    ? finding('knowledgebase_mode', 'The multimodal engine needs the knowledgebase mode function_call.')
    : {}
}

/** Also what the loser of a race for a number is told. */
export const numberTaken: FieldErrors = finding(
  'phone_number_id',
  'The selected phone number is not available for inbound assistants.',
)

const webhookMisfit = (asked: Partial<AssistantChanges>, { stored, stage }: Surroundings) => {
  const { webhook_url = stored?.webhook_url, is_webhook_active } = asked
  return is_webhook_active && !webhook_url
    ? finding('webhook_url', 'The :attribute field is required when is webhook active is true.')
    : webhookUrlMisfit(asked.webhook_url, stage)
}
