import type { RetentionMonths } from '../../domain/account/retention.ts'
import { balanceKey, userKey } from '../../table/keys.ts'
import { exists, isNew, type Table } from '../../table/table.ts'

export interface User {
  id: number
  name: string
  email: string
  created_at: number
  /** Set while the user is being erased; then no history is written. */
  closed_at?: number
  retention_months?: RetentionMonths
}

export interface Users {
  find(user_id: number): Promise<User | undefined>
  create(user: User): Promise<boolean>
  keepFor(user_id: number, retention_months: RetentionMonths): Promise<boolean>
  /** Stops new data before an erasure. */
  close(user_id: number, now: number): Promise<boolean>
  list(): Promise<User[]>
}

export const users = ({ table }: { table: Table }): Users => ({
  find: (user_id) => table.get<User>(userKey(user_id)),
  create: async (user) => {
    const written = await table.write([
      { put: { ...userKey(user.id), ...user }, when: isNew },
      { put: { ...balanceKey(user.id), micros: 0, is_prepaid: false }, when: isNew },
    ])
    return written.done
  },
  keepFor: async (user_id, retention_months) =>
    (await table.write([{ update: userKey(user_id), set: { retention_months }, when: exists }])).done,
  close: async (user_id, now) =>
    (await table.write([{ update: userKey(user_id), set: { closed_at: now }, when: exists }])).done,
  list: () => table.query<User>({ pk: userKey(0).pk }),
})
