import type { StoredKey } from './keys.ts'
import type { Range, Table } from './table.ts'

export async function* chunksOf<T>(
  table: Table,
  range: Omit<Range, 'limit'>,
  size = 2000,
): AsyncGenerator<(T & StoredKey)[]> {
  for (let after: string | undefined; ; ) {
    const from = after ?? range.from
    const items = await table.query<T & StoredKey>({ ...range, from, limit: size + 1 })
    const chunk = items.filter(({ sk }) => sk !== after)
    if (chunk.length > 0) yield chunk
    if (items.length <= size) return
    after = items.at(-1)?.sk
  }
}
