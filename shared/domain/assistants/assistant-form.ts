import { integer, optional, sentences, text } from '../../words/fields.ts'
import { type FormValues, finding, form, merge, withEither, withUnsupported } from '../../words/form.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Stage } from '../../words/stage.ts'
import { webhookUrlMisfit } from '../../words/webhook-url.ts'
import { isAvailable, type OwnedNumber } from '../account/number.ts'
import { languageById } from '../reference/languages.ts'
import { isMadeForOthers, type Voice, voiceById } from '../reference/voices.ts'
import { assistantsNamed, endCallAmong, toolsPerAssistantMax } from '../tools/built-in-tools.ts'
import { transferErrors } from '../tools/transfer-errors.ts'
import type { Assistant } from './assistant.ts'
import { assistantSettings } from './assistant-settings.ts'
import { noteLengthMax, type VersionSettings } from './assistant-version.ts'
import { widgetMisfit } from './widget-settings.ts'

const unsupported = [
  'ringing_time',
  'max_initial_silence_duration',
  'reengagement_prompt',
  'secondary_language_ids',
  'chat_llm_fallback_id',
  'folder_id',
  'label_ids',
]

const { draft, changes, aliases } = assistantSettings

export const AssistantDraft = withUnsupported(
  withEither({ ...form(draft), aliases }, 'llm_model', 'multimodal_model_id'),
  unsupported,
)
export type AssistantDraft = FormValues<typeof AssistantDraft>

export const note = optional(text({ max: noteLengthMax }))

export const AssistantChanges = withUnsupported({ ...form({ ...changes, note }), aliases }, unsupported)
/** `if_version`: the live version from which the changes were made. */
export const AssistantUpdate = withUnsupported(
  { ...form({ ...changes, note, if_version: optional(integer({ min: 1 })) }), aliases },
  unsupported,
)
export type AssistantChanges = Omit<FormValues<typeof AssistantChanges>, 'note'>

export interface Surroundings {
  id: number
  stored?: Assistant
  voice: Voice | undefined
  numbers: OwnedNumber[]
  tool_ids: readonly number[]
  assistant_ids: readonly number[]
  knowledgebase_id: number | undefined
  stage: Stage
  now: number
}

export const assistantErrors = (asked: Partial<AssistantChanges>, around: Surroundings): FieldErrors =>
  merge(
    voiceMisfit(asked, around),
    modelMisfit(asked, around),
    numberMisfit(asked, around),
    webhookMisfit(asked, around),
    toolsMisfit(asked, around),
    passingOnMisfit(asked, around),
    knowledgeMisfit(asked, around),
    widgetMisfit(asked.widget_settings, around.stage),
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
  // If the request changes neither voice nor language, the stored pair stays valid.
  const voice = wanted ?? (language && stored && voiceById(stored.voice_id))
  const spoken = languageById(language ?? stored?.language_id ?? 0)
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
  const answers = calls_direction ? calls_direction === 'inbound' : stored?.type === 'inbound'
  return answers && !isAvailable(number, now, id) ? numberTaken : {}
}

/**
 * Reports too many tools, contradictory descriptions and unknown tools. Calls skip a tool that is
 * deleted later.
 */
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
  return { ...unknown, ...transferErrors(asked.tools, { numbers, now }) }
}

const passingOnMisfit = ({ tools = [] }: Partial<AssistantChanges>, { id, stored, assistant_ids }: Surroundings) => {
  const known = [...assistant_ids, ...assistantsNamed(stored?.built_in_tools)]
  const isItself = (assistant_id: number) => stored !== undefined && assistant_id === id
  const place = tools.findIndex(
    (tool) => tool.type === 'assistant_transfer' && (isItself(tool.assistant_id) || !known.includes(tool.assistant_id)),
  )
  return place < 0 ? {} : finding(`tools.${place}.assistant_id`, sentences.selected)
}

export const asAsked = (settings: VersionSettings): Partial<AssistantChanges> => ({
  voice_id: settings.voice_id,
  engine_type: settings.mode,
  language: settings.language_id,
  calls_direction: settings.type,
  phone_number_id: settings.phone_number_id,
  webhook_url: settings.webhook_url,
  is_webhook_active: settings.is_webhook_active,
  conversation_ended_webhook_url: settings.conversation_ended_webhook_url,
  tool_ids: settings.tool_ids,
  tools: settings.built_in_tools,
  knowledgebase_id: settings.knowledgebase_id,
  knowledgebase_mode: settings.knowledgebase_mode,
})

/**
 * Reports an unknown knowledge base that is new to the assistant, and `knowledgebase_mode: prompt`
 * for a realtime model. Such a model answers before a search ends.
 */
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

export const numberTaken: FieldErrors = finding(
  'phone_number_id',
  'The selected phone number is not available for inbound assistants.',
)

const webhookMisfit = (asked: Partial<AssistantChanges>, { stored, stage }: Surroundings) => {
  const { webhook_url = stored?.webhook_url, is_webhook_active } = asked
  return is_webhook_active && !webhook_url
    ? finding('webhook_url', 'The :attribute field is required when is webhook active is true.')
    : merge(
        webhookUrlMisfit(asked.webhook_url, stage),
        webhookUrlMisfit(asked.conversation_ended_webhook_url, stage, 'conversation_ended_webhook_url'),
      )
}
