import { type Assistant, answeredNumber } from '../../domain/assistants/assistant.ts'
import { type Draft, drafted } from '../../domain/assistants/assistant-draft.ts'
import type { AssistantType } from '../../domain/assistants/assistant-settings.ts'
import { type Author, draftVersion, firstVersion, nextVersion } from '../../domain/assistants/assistant-version.ts'
import type { Rollout } from '../../domain/assistants/rollout.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { assistantDraftKey, assistantKey, assistantUuidKey, rolloutKey, type StoredKey } from '../../table/keys.ts'
import { type Item, isNew, type Table, type Write, when, without } from '../../table/table.ts'
import { assignNumber, releaseNumber } from '../account/numbers.ts'
import { draftRemoval, findDraft } from './assistant-drafts.ts'
import { clearVersions, findCanary, versionWrites } from './assistant-versions.ts'
import { packed, unpacked } from './packed-assistant.ts'

export interface Assistants {
  /** `version`: version of the canary or draft that the call uses. */
  find(user_id: number, id: number, version?: number): Promise<Assistant | undefined>
  findByUuid(uuid: string): Promise<Assistant | undefined>
  /** Newest first. `only`: members to decode; all by default. */
  list<K extends keyof Assistant = keyof Assistant>(
    user_id: number,
    how?: { type?: AssistantType; only?: readonly K[] },
  ): Promise<Pick<Assistant, K>[]>
  page(
    user_id: number,
    type: AssistantType | undefined,
    first: number,
    count: number,
  ): Promise<{ items: Assistant[]; total: number }>
  /** `clash`: the id is taken. `number_taken`: another assistant has the phone number. */
  create(assistant: Assistant, author?: Author): Promise<'created' | 'clash' | 'number_taken'>
  /**
   * Stores a new version, unless the settings are equal. Returns the version number; undefined on a
   * conflict, or when another assistant has the phone number.
   */
  replace(before: Assistant, after: Assistant, author?: Author): Promise<number | undefined>
  /** Also deletes the draft. */
  publish(before: Assistant, after: Assistant, author: Author, draft: Draft): Promise<number | undefined>
  change(
    user_id: number,
    id: number,
    step: (assistant: Assistant) => Assistant,
    author?: Author,
  ): Promise<Assistant | undefined>
  remove(user_id: number, id: number): Promise<boolean>
}

type StoredAssistant = Assistant & Partial<StoredKey>

export const assistants = (parts: StoreParts): Assistants => {
  const { table } = parts
  const find: Assistants['find'] = (user_id, id, version) => findAssistant(table, user_id, id, version)

  const listed = async (user_id: number, type?: AssistantType, only?: readonly string[]) => {
    const { pk } = assistantKey(user_id, 0)
    const members = only && [...new Set([...only, ...(type ? ['type'] : [])])]
    const items = await table.query<StoredAssistant>({ pk, newestFirst: true, only: members })
    return items.filter((item) => !type || item.type === type)
  }

  const replace = async (before: Assistant, after: Assistant, author: Author = {}, draft?: Draft) => {
    const next = nextVersion(before, after, author)
    const isChanged = next.version !== before.version
    const ended = isChanged && before.rollout
    const written = await table.write([
      changeWrite(before, next, ended ? ['rollout'] : []),
      ...numberMoves(before, next),
      ...(isChanged ? versionWrites(before, next.updated_at) : []),
      ...(ended ? [rolloutEnd(before, { state: 'aborted', reason: changedReason, at: next.updated_at })] : []),
      ...(draft ? [draftRemoval(draft)] : []),
    ])
    return written.done ? next.version : undefined
  }

  return {
    find,
    publish: replace,
    replace: (before, after, author) => replace(before, after, author),

    findByUuid: async (uuid) => {
      const named = await table.get<{ user_id: number; assistant_id: number }>(assistantUuidKey(uuid))
      return named && find(named.user_id, named.assistant_id)
    },

    list: async (user_id, { type, only } = {}) => (await listed(user_id, type, only)).map((item) => read(item, only)),

    page: async (user_id, type, first, count) => {
      const items = await listed(user_id, type)
      return { items: items.slice(first, first + count).map((item) => read(item)), total: items.length }
    },

    create: async (assistant, author = {}) => {
      const { user_id, id: assistant_id, uuid } = assistant
      const written = await table.write([
        { put: item(firstVersion(assistant, author)), when: isNew },
        { put: { ...assistantUuidKey(uuid), user_id, assistant_id } },
        ...numberMoves(undefined, assistant),
      ])
      if (written.done) return 'created'
      return written.before[0] ? 'clash' : 'number_taken'
    },

    change: (user_id, id, step, author) =>
      untilWritten(parts, 'assistant', async () => {
        const stored = await find(user_id, id)
        if (!stored) return undefined
        const after = step(stored)
        return (await replace(stored, after, author)) === undefined ? lost : after
      }),

    remove: (user_id, id) =>
      untilWritten(parts, 'assistant', async () => {
        const stored = await find(user_id, id)
        if (!stored) return false
        const gone: Write[] = [
          { delete: assistantKey(user_id, id), when: stands(stored) },
          { delete: assistantUuidKey(stored.uuid) },
          { delete: assistantDraftKey(user_id, id) },
          { delete: rolloutKey(user_id, id) },
        ]
        if (!(await table.write([...gone, ...numberMoves(stored, undefined)])).done) return lost
        await clearVersions(table, stored)
        return true
      }),
  }
}

export const findAssistant = async (
  table: Table,
  user_id: number,
  id: number,
  version?: number,
): Promise<Assistant | undefined> => {
  const stored = await table.get<StoredAssistant>(assistantKey(user_id, id))
  const live = stored && read(stored)
  if (live && version === draftVersion) {
    const draft = await findDraft(table, user_id, id)
    return draft ? { ...drafted(live, draft.changes), version } : live
  }
  if (!live || version === undefined || live.rollout?.version !== version) return live
  const settings = await findCanary(table, user_id, id, version)
  return settings ? { ...live, ...settings, version } : live
}

export const numberMoves = (before: Assistant | undefined, after: Assistant | undefined): Write[] => {
  const [old, next] = [before && answeredNumber(before), after && answeredNumber(after)]
  if (old === next) return []
  return [
    ...(before && old ? [releaseNumber(before.user_id, old, before.id)] : []),
    ...(after && next ? [assignNumber(after.user_id, next, after.id)] : []),
  ]
}

const stands = ({ version, rollout }: Assistant) =>
  rollout
    ? when('#version = :version AND #rollout.#id = :rollout', { version, rollout: rollout.id })
    : when('#version = :version AND attribute_not_exists(#rollout)', { version })

export const changeWrite = (before: Assistant, next: Assistant, remove: string[] = []): Write => ({
  update: assistantKey(before.user_id, before.id),
  set: { ...difference(item(before), item(next)), updated_at: next.updated_at },
  ...(remove.length > 0 && { remove }),
  when: stands(before),
})

const changedReason = 'The assistant was changed.'

export const rolloutEnd = (
  { user_id, id, rollout }: Pick<Assistant, 'user_id' | 'id' | 'rollout'>,
  { state, reason, at }: { state: Rollout['state']; reason: string; at: number },
): Write => ({
  update: rolloutKey(user_id, id),
  set: { state, reason, ended_at: at },
  when: when('#id = :id AND #state = :running', { id: rollout?.id, running: 'running' }),
})

const difference = (before: Item, after: Item): Item =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]))

const item = (assistant: Assistant) => ({
  ...assistantKey(assistant.user_id, assistant.id),
  ...packed(assistant),
})

const read = (stored: StoredAssistant, only?: readonly string[]): Assistant =>
  unpacked(without(stored, 'pk', 'sk'), only)
