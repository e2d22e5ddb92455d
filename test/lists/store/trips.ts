import type { Table } from '../../../shared/table/table.ts'

export const tripsOver = (table: Table) => {
  const chains: { endedAt: number; length: number }[] = []
  let moment = 0
  const trip = async <T>(perform: () => Promise<T>): Promise<T> => {
    const before = chains.filter(({ endedAt }) => endedAt <= moment)
    const length = 1 + Math.max(0, ...before.map((chain) => chain.length))
    try {
      return await perform()
    } finally {
      chains.push({ endedAt: ++moment, length })
    }
  }
  const watched: Table = {
    get: (...request) => trip(() => table.get(...request)),
    getMany: (...request) => trip(() => table.getMany(...request)),
    putMany: (...request) => trip(() => table.putMany(...request)),
    query: (...request) => trip(() => table.query(...request)),
    count: (...request) => trip(() => table.count(...request)),
    write: (...request) => trip(() => table.write(...request)),
  }
  return { table: watched, inSequence: () => Math.max(0, ...chains.map(({ length }) => length)) }
}
