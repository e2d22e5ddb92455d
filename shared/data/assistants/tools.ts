import { type Tool, toolsMax } from '../../domain/tools/tool.ts'
import { type StoredKey, toolKey, toolSecretKey } from '../../table/keys.ts'
import { exists, isNew, type Table, type Write, when, without } from '../../table/table.ts'

export interface Tools {
  find(user_id: number, id: number): Promise<Tool | undefined>
  findMany(user_id: number, ids: readonly number[]): Promise<Tool[]>
  list(user_id: number): Promise<Tool[]>
  secret(user_id: number, id: number): Promise<string | undefined>
  /** `clash`: the id is taken. `full`: the user has `toolsMax`. */
  create(tool: Tool, sealed: string | undefined): Promise<'created' | 'clash' | 'full'>
  /**
   * `sealed`: encrypted secret headers; if undefined, the stored headers stay. False on a conflict.
   */
  replace(before: Tool, after: Tool, sealed?: string): Promise<boolean>
  remove(user_id: number, id: number): Promise<boolean>
}

export const tools = ({ table }: { table: Table }): Tools => {
  return {
    find: async (user_id, id) => read(await table.get<Tool>(toolKey(user_id, id))),

    findMany: async (user_id, ids) => {
      const distinct = [...new Set(ids)]
      const found = distinct.length ? await table.getMany<Tool>(distinct.map((id) => toolKey(user_id, id))) : []
      return found.flatMap((item) => read(item) ?? [])
    },

    list: async (user_id) => {
      const items = await table.query<Tool>({ pk: toolKey(user_id, 0).pk, newestFirst: true })
      return items.flatMap((item) => read(item) ?? [])
    },

    secret: async (user_id, id) => (await table.get<{ sealed: string }>(toolSecretKey(user_id, id)))?.sealed,

    create: async (tool, sealed) => {
      const { user_id, id } = tool
      const written = await table.write([
        { put: { ...toolKey(user_id, id), ...tool }, when: isNew },
        {
          update: countKey(user_id),
          add: { tools: 1 },
          when: when('attribute_not_exists(#tools) OR #tools < :max', { max: toolsMax }),
        },
        ...secretWrites(tool, sealed),
      ])
      if (written.done) return 'created'
      return written.before[0] ? 'clash' : 'full'
    },

    replace: async (before, after, sealed) => {
      const unchanged = when('#revision = :revision', { revision: before.revision })
      const written = await table.write([
        { put: { ...toolKey(after.user_id, after.id), ...after }, when: unchanged },
        ...secretWrites(after, sealed),
      ])
      return written.done
    },

    remove: async (user_id, id) => {
      const written = await table.write([
        { delete: toolKey(user_id, id), when: exists },
        { update: countKey(user_id), add: { tools: -1 } },
        { delete: toolSecretKey(user_id, id) },
      ])
      return written.done
    },
  }
}

/**
 * Returns the key of the item that counts the user's tools. Lists of tools do not read this item.
 */
const countKey = (user_id: number): StoredKey => toolSecretKey(user_id, 0)

const secretWrites = ({ user_id, id }: Tool, sealed: string | undefined): Write[] =>
  sealed === undefined ? [] : [{ put: { ...toolSecretKey(user_id, id), sealed } }]

const read = (item: Tool | undefined): Tool | undefined => item && without(item, 'pk', 'sk')
