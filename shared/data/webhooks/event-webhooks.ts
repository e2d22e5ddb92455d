import { eventWebhookKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'

/** A user's address for events that are no call's. */
export interface EventWebhooks {
  /** Undefined while it is told nowhere. */
  find(user_id: number): Promise<string | undefined>
  /** From now on, events go there; null: nowhere. */
  set(user_id: number, url: string | null): Promise<void>
  /**
   * The receiver says that it is gone: it is told nothing more, unless another URL was named
   * meanwhile.
   */
  switchOff(user_id: number, url: string): Promise<void>
}

export const eventWebhooks = ({ table }: { table: Table }): EventWebhooks => ({
  find: (user_id) => findEventWebhook(table, user_id),
  set: async (user_id, url) => {
    await table.write([
      url === null ? { delete: eventWebhookKey(user_id) } : { put: { ...eventWebhookKey(user_id), url } },
    ])
  },
  switchOff: async (user_id, url) => {
    await table.write([{ delete: eventWebhookKey(user_id), when: when('#url = :url', { url }) }])
  },
})

/** The same for a transaction that records an event. */
export const findEventWebhook = async (table: Table, user_id: number): Promise<string | undefined> =>
  (await table.get<{ url: string }>(eventWebhookKey(user_id)))?.url
