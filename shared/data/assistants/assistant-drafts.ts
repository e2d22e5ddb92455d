import type { Draft } from '../../domain/assistants/assistant-draft.ts'
import { assistantDraftKey, assistantKey, type StoredKey } from '../../table/keys.ts'
import { exists, isNew, type Table, type Write, when, without } from '../../table/table.ts'

export interface AssistantDrafts {
  find(user_id: number, id: number): Promise<Draft | undefined>
  /** False on a conflict or when the assistant is gone. */
  replace(before: Draft | undefined, after: Draft): Promise<boolean>
  remove(user_id: number, id: number): Promise<boolean>
}

/** `changes` is JSON text, because settings have any shape. */
type StoredDraft = Omit<Draft, 'changes'> & StoredKey & { changes: string }

export const assistantDrafts = ({ table }: { table: Table }): AssistantDrafts => ({
  find: (user_id, id) => findDraft(table, user_id, id),

  replace: async (before, after) => {
    const { user_id, assistant_id } = after
    const key = assistantDraftKey(user_id, assistant_id)
    const written = await table.write([
      {
        put: { ...key, ...after, changes: JSON.stringify(after.changes) },
        when: before ? isAt(before) : isNew,
      },
      { check: assistantKey(user_id, assistant_id), when: exists },
    ])
    return written.done
  },

  remove: async (user_id, id) => (await table.write([{ delete: assistantDraftKey(user_id, id), when: exists }])).done,
})

export const findDraft = async (table: Table, user_id: number, id: number): Promise<Draft | undefined> => {
  const stored = await table.get<StoredDraft>(assistantDraftKey(user_id, id))
  return stored && { ...without(stored, 'pk', 'sk'), changes: JSON.parse(stored.changes) }
}

const isAt = ({ revision }: Draft) => when('#revision = :revision', { revision })

export const draftRemoval = (draft: Draft): Write => ({
  delete: assistantDraftKey(draft.user_id, draft.assistant_id),
  when: isAt(draft),
})
