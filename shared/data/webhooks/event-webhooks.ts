import { eventWebhookKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'

/** A user's URL for events without a call. */
export interface EventWebhooks {
  find(user_id: number): Promise<string | undefined>
  set(user_id: number, url: string | null): Promise<void>
  /** No effect if the URL has changed. */
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

export const findEventWebhook = async (table: Table, user_id: number): Promise<string | undefined> =>
  (await table.get<{ url: string }>(eventWebhookKey(user_id)))?.url
