import { type Assistant, answeredNumber } from '../../domain/assistants/assistant.ts'
import type { AssistantType } from '../../domain/assistants/assistant-settings.ts'
import { jsonMembers, storedDefaults } from '../../domain/assistants/stored-assistant.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { assistantKey, assistantUuidKey, type Key } from '../../table/keys.ts'
import { type Item, isNew, type Table, type Write, when, without } from '../../table/table.ts'
import { assignNumber, releaseNumber } from '../account/numbers.ts'

export interface Assistants {
  find(user_id: number, id: number): Promise<Assistant | undefined>
  /** Finds an assistant of any user, for visitors of web pages. */
  findByUuid(uuid: string): Promise<Assistant | undefined>
  /** All of a user's, or those of one type; newest first. Of each `only` these members, if they are named: what else it has is not decoded. */
  list<K extends keyof Assistant = keyof Assistant>(
    user_id: number,
    how?: { type?: AssistantType; only?: readonly K[] },
  ): Promise<Pick<Assistant, K>[]>
  /** `count` assistants of that list, behind its `first` ones, and how many it has in all. */
  page(
    user_id: number,
    type: AssistantType | undefined,
    first: number,
    count: number,
  ): Promise<{ items: Assistant[]; total: number }>
  /**
   * Stores a new assistant; the number that an inbound one answers becomes its own in the same transaction. `clash` when
   * the id is taken (try the next), `number_taken` when the number went to another assistant meanwhile.
   */
  create(assistant: Assistant): Promise<'created' | 'clash' | 'number_taken'>
  /**
   * Writes the members in which `after` differs from `before`, and moves its number with it. False when what they were
   * judged by has changed meanwhile, or the number is no longer free: `after` must be made again from what is stored now.
   */
  replace(before: Assistant, after: Assistant): Promise<boolean>
  /** Puts what `step` makes of the stored assistant, again from the start when another writer was faster. */
  change(user_id: number, id: number, step: (assistant: Assistant) => Assistant): Promise<Assistant | undefined>
  /** Removes it for good and frees the number it answered. False when there is none. */
  remove(user_id: number, id: number): Promise<boolean>
}

/** Members of any shape are stored as JSON text. */
type StoredAssistant = Assistant & Partial<Key>

/** What the rules across fields look at. Changes of anything else never stand in each other's way. */
const judgedBy = [
  'type',
  'phone_number_id',
  'mode',
  'llm_model_id',
  'multimodal_model_id',
  'webhook_url',
  'is_webhook_active',
  'tool_ids',
  'built_in_tools',
  'knowledgebase_id',
  'knowledgebase_mode',
] as const

export const assistants = (parts: StoreParts): Assistants => {
  const { table } = parts
  const find = (user_id: number, id: number) => findAssistant(table, user_id, id)

  const listed = async (user_id: number, type?: AssistantType, only?: readonly string[]) => {
    const { pk } = assistantKey(user_id, 0)
    const members = only && [...new Set([...only, ...(type ? ['type'] : [])])]
    const items = await table.query<StoredAssistant>({ pk, newestFirst: true, only: members })
    return items.filter((item) => !type || item.type === type)
  }

  const replace = async (before: Assistant, after: Assistant) => {
    const update = assistantKey(before.user_id, before.id)
    const set = { ...difference(item(before), item(after)), updated_at: after.updated_at }
    return (await table.write([{ update, set, when: stands(before) }, ...numberMoves(before, after)])).done
  }

  return {
    find,
    replace,

    findByUuid: async (uuid) => {
      const named = await table.get<{ user_id: number; assistant_id: number }>(assistantUuidKey(uuid))
      return named && find(named.user_id, named.assistant_id)
    },

    list: async (user_id, { type, only } = {}) => (await listed(user_id, type, only)).map((item) => read(item, only)),

    page: async (user_id, type, first, count) => {
      const items = await listed(user_id, type)
      return { items: items.slice(first, first + count).map((item) => read(item)), total: items.length }
    },

    create: async (assistant) => {
      const { user_id, id: assistant_id, uuid } = assistant
      const written = await table.write([
        { put: item(assistant), when: isNew },
        { put: { ...assistantUuidKey(uuid), user_id, assistant_id } },
        ...numberMoves(undefined, assistant),
      ])
      if (written.done) return 'created'
      return written.before[0] ? 'clash' : 'number_taken'
    },

    change: (user_id, id, step) =>
      untilWritten(parts, 'assistant', async () => {
        const stored = await find(user_id, id)
        if (!stored) return undefined
        const after = step(stored)
        return (await replace(stored, after)) ? after : lost
      }),

    remove: (user_id, id) =>
      untilWritten(parts, 'assistant', async () => {
        const stored = await find(user_id, id)
        if (!stored) return false
        const gone: Write[] = [
          { delete: assistantKey(user_id, id), when: stands(stored) },
          { delete: assistantUuidKey(stored.uuid) },
        ]
        return (await table.write([...gone, ...numberMoves(stored, undefined)])).done || lost
      }),
  }
}

export const findAssistant = async (table: Table, user_id: number, id: number): Promise<Assistant | undefined> => {
  const stored = await table.get<StoredAssistant>(assistantKey(user_id, id))
  return stored && read(stored)
}

/** What happens to the numbers beside the write of the assistant itself: the old one is freed, the new one is taken. */
const numberMoves = (before: Assistant | undefined, after: Assistant | undefined): Write[] => {
  const [old, next] = [before && answeredNumber(before), after && answeredNumber(after)]
  if (old === next) return []
  return [
    ...(before && old ? [releaseNumber(before.user_id, old, before.id)] : []),
    ...(after && next ? [assignNumber(after.user_id, next, after.id)] : []),
  ]
}

/** The stored assistant is still such that what was decided about `before` holds. */
const stands = (before: Assistant) =>
  when(
    judgedBy.map((name) => `#${name} = :${name}`).join(' AND '),
    Object.fromEntries(judgedBy.map((name) => [name, before[name]])),
  )

const difference = (before: Item, after: Item): Item =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]))

const defaults = Object.entries(storedDefaults)

const item = (assistant: Assistant) => ({
  ...assistantKey(assistant.user_id, assistant.id),
  ...assistant,
  ...Object.fromEntries(jsonMembers.map((name) => [name, JSON.stringify(assistant[name])])),
})

/**
 * An assistant that was stored before a setting existed has its default. The item itself becomes the assistant:
 * a copy of sixty members costs a list more than everything else.
 */
const read = (stored: StoredAssistant, only?: readonly string[]): Assistant => {
  const lacks = defaults.filter(([name]) => !(name in stored) && (!only || only.includes(name)))
  const parsed = jsonMembers.flatMap((name) => (name in stored ? [[name, JSON.parse(String(stored[name]))]] : []))
  return Object.assign(without(stored, 'pk', 'sk'), Object.fromEntries([...lacks, ...parsed]))
}
