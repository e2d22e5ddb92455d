import type { Assistant } from '../domain/assistant.ts'
import { assistantKey } from './keys.ts'
import type { Table } from './table.ts'

export interface Assistants {
  find(user_id: number, id: number): Promise<Assistant | undefined>
}

export const assistants = ({ table }: { table: Table }): Assistants => ({
  find: (user_id, id) => table.get<Assistant>(assistantKey(user_id, id)),
})
