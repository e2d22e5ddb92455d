import type { Table } from '../../table/table.ts'
import type { Stage } from '../../words/stage.ts'

/** `secrets` stores the hash key, so that copies of the table do not contain the key. */
export interface HashParts {
  table: Table
  secrets: { read(name: string): Promise<Record<string, string>> }
  stage: Stage
}

export const hashSecret = async ({ secrets, stage }: Omit<HashParts, 'table'>): Promise<string> => {
  const { key = stage.isLocal ? 'the key of one machine' : undefined } = await secrets.read('TOOLS')
  if (!key) throw new Error('The secret TOOLS holds no key')
  return key
}
