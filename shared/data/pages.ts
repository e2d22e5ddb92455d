import type { Table } from './table.ts'

/** One page of a partition, newest first, and how many items it holds in all. */
export const readPage = async <T>(
  table: Table,
  pk: string,
  first: number,
  count: number,
): Promise<{ items: T[]; total: number }> => {
  const range = { pk, newestFirst: true, limit: first + count }
  const [total, items] = await Promise.all([table.count({ pk }), table.query<T>(range)])
  return { items: items.slice(first), total }
}
