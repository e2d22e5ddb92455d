import type { Assistant } from '../../domain/assistants/assistant.ts'
import { asAsked, assistantErrors, type Surroundings } from '../../domain/assistants/assistant-form.ts'
import type { VersionSettings } from '../../domain/assistants/assistant-version.ts'
import { refuseErrors } from '../../words/problem.ts'
import { readSurroundings, type SurroundingServices } from './surroundings.ts'

/**
 * Returns the assistant with these settings, without deleted tools, knowledge bases and assistants.
 * Throws a problem if the settings are invalid.
 */
export const publishable = async (
  services: SurroundingServices,
  live: Assistant,
  settings: VersionSettings,
): Promise<Assistant> => {
  const { user_id, id } = live
  const around = await readSurroundings(services, user_id, asAsked(settings), { id, isStored: true })
  return validWhole(live, settings, around)
}

export const validWhole = (live: Assistant, settings: VersionSettings, around: Surroundings): Assistant => {
  const { tool_ids, assistant_ids, knowledgebase_id = null, now: updated_at } = around
  const built_in_tools = settings.built_in_tools.filter(
    (tool) => tool.type !== 'assistant_transfer' || assistant_ids.includes(tool.assistant_id),
  )
  const there = { ...settings, tool_ids: settings.tool_ids.filter((one) => tool_ids.includes(one)), built_in_tools }
  const next = { ...live, ...there, knowledgebase_id, updated_at }
  refuseErrors(assistantErrors(asAsked(next), { ...around, stored: live }))
  return next
}
