import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { isoTime } from '../../words/time.ts'
import { languageById } from '../reference/languages.ts'
import { type BuiltIn, BuiltInView, builtInView } from '../tools/built-in-tools.ts'
import type { Assistant } from './assistant.ts'
import { assistantSettings } from './assistant-settings.ts'
import type { VersionSettings } from './assistant-version.ts'
import { fillersOf } from './fillers.ts'

const NoId = z.int().nullable()

const settings = {
  ...assistantSettings.schemas,
  language: z.string().nullable(),
  llm_model_id: z.int().nullable(),
  multimodal_model_id: z.int().nullable(),
  tools: z.array(BuiltInView),
  inbound_webhook_url: z.string().nullable(),
}

export const SettingsItem = z.object(settings)

export const FullAssistant = z.object({
  id: z.int(),
  user_id: z.int(),
  uuid: z.uuid(),
  status: z.enum(['active', 'inactive']),
  ...settings,
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  engine_id: NoId,
  synthesizer_id: NoId,
  transcriber_id: NoId,
  instance_id: z.int(),
  flows_platform_id: NoId,
  deleted_at: z.string().nullable(),
  transcriber_provider_id: NoId,
  synthesizer_provider_id: NoId,
})

export const assistantView = (assistant: Assistant): z.input<typeof FullAssistant> => ({
  ...nothings,
  ...settingsView(assistant),
  id: assistant.id,
  user_id: assistant.user_id,
  uuid: assistant.uuid,
  status: assistant.status,
  version: assistant.version,
  ...timesOf(assistant),
})

export const settingsView = (assistant: VersionSettings): z.input<typeof SettingsItem> => ({
  ...assistantSettings.show(assistant),
  language: languageById(assistant.language_id)?.name ?? null,
  llm_model_id: assistant.llm_model_id,
  multimodal_model_id: assistant.multimodal_model_id,
  tools: [...endCallOf(assistant.end_call_description), ...assistant.built_in_tools].map(builtInView),
  filler_config: fillersOf(assistant),
  inbound_webhook_url: assistant.inbound_webhook_url,
})

const maskOf = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<K, true>

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

export const AssistantName = FullAssistant.pick(maskOf(...nameMembers, 'created_at'))

export const OutboundAssistant = FullAssistant.pick(maskOf(...outboundMembers, 'created_at'))

export const shortView = <A extends Pick<Assistant, 'id' | 'updated_at'>>(assistant: A) => ({
  ...assistant,
  ...timesOf(assistant),
})

export const WrittenAssistant = FullAssistant.pick(maskOf('id', 'name', 'status', 'type', 'mode'))

const timesOf = ({ id, updated_at }: Pick<Assistant, 'id' | 'updated_at'>) => ({
  created_at: isoTime(timeOfId(id)),
  updated_at: isoTime(updated_at),
})

const endCallOf = (description: string | null): BuiltIn[] =>
  description === null ? [] : [{ type: 'end_call', ...(description && { description }) }]

const nothings = {
  engine_id: null,
  synthesizer_id: null,
  transcriber_id: null,
  instance_id: 1,
  flows_platform_id: null,
  deleted_at: null,
  transcriber_provider_id: null,
  synthesizer_provider_id: null,
}
