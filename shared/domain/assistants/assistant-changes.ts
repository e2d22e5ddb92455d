import { timeOfId } from '../../words/id.ts'
import { given } from '../../words/setting.ts'
import { defaultRealtimeModel, defaultTextModel } from '../reference/models.ts'
import { type BuiltIn, endCallAmong } from '../tools/built-in-tools.ts'
import type { Assistant, VersionFacts } from './assistant.ts'
import type { AssistantChanges, AssistantDraft } from './assistant-form.ts'
import { assistantSettings } from './assistant-settings.ts'
import { ownFillers } from './fillers.ts'

export const newAssistant = (draft: AssistantDraft, identity: Pick<Assistant, 'id' | 'user_id' | 'uuid'>): Assistant =>
  revise(
    { ...assistantDefaults, ...assistantSettings.made(draft), ...identity, version_facts: noFacts },
    draft,
    timeOfId(identity.id),
  )

export const noFacts: VersionFacts = { hash: '', note: null, token_id: null, restored_from: null, at: 0 }

export const revise = (stored: Assistant, changes: AssistantChanges, now: number): Assistant => {
  const revised = { ...stored, ...assistantSettings.changed(changes, stored) }
  return { ...revised, ...resolved(stored, changes), filler_config: ownFillers(stored, revised), updated_at: now }
}

/** Computes stored members from request fields with other names. */
const resolved = (stored: Assistant, changes: AssistantChanges): Partial<Assistant> => ({
  ...given({
    min_interrupt_words: changes.use_min_interrupt_words === false ? 0 : undefined,
    is_webhook_active: changes.webhook_url === null ? false : undefined,
    end_call_description:
      changes['end_call_tool.description'] ?? changes.end_call_tool?.description ?? endCallOf(changes.tools),
    built_in_tools: changes.tools?.filter(({ type }) => type !== 'end_call'),
  }),
  ...modelIds(stored, changes),
})

/**
 * Returns the models' ids: by default the stored ids. Sending the stored text model back does not
 * change the realtime model.
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

const endCallOf = (tools: readonly BuiltIn[] | undefined): string | null | undefined => {
  const ending = endCallAmong(tools)
  return ending ? (ending.description ?? '') : tools && null
}

export const assistantDefaults = {
  ...assistantSettings.defaults,
  status: 'active',
  llm_model_id: null,
  multimodal_model_id: null,
  end_call_description: null,
  built_in_tools: [] as BuiltIn[],
  inbound_webhook_url: null,
  updated_at: 0,
  version: 1,
} as const satisfies Partial<Assistant>
