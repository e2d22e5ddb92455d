import type { Assistant } from '../../domain/assistants/assistant.ts'
import { type Choice, type Draft, drafted } from '../../domain/assistants/assistant-draft.ts'
import { settingsAt } from '../../domain/assistants/assistant-version.ts'
import type { Dependencies } from '../../services.ts'
import { found } from '../../words/problem.ts'

export type ChoosingServices = Dependencies<'assistantDrafts.find' | 'assistantVersions.settings' | 'assistants.find'>

export interface Chosen {
  assistant: Assistant
  draft: Draft | undefined
}

export const chosenSettings = async (
  { assistants, assistantDrafts, assistantVersions }: ChoosingServices,
  { user_id, id }: { user_id: number; id: number },
  { draft: wantsDraft, version }: Choice,
): Promise<Chosen> => {
  const [known, draft, kept] = await Promise.all([
    assistants.find(user_id, id),
    wantsDraft ? assistantDrafts.find(user_id, id) : undefined,
    version === undefined ? undefined : assistantVersions.settings(user_id, id, version),
  ])
  const live = found(known, 'assistant_not_found')
  if (wantsDraft) {
    const chosen = found(draft, 'draft_not_found')
    return { assistant: drafted(live, chosen.changes), draft: chosen }
  }
  if (version === undefined) return { assistant: live, draft: undefined }
  const settings = found(settingsAt(live, version, kept), 'version_not_found')
  return { assistant: { ...live, ...settings, version }, draft: undefined }
}
