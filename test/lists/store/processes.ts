import type { StoredKey } from '../../../shared/table/keys.ts'
import type { Table } from '../../../shared/table/table.ts'

export type ProcessGate = (what: string) => Promise<void>

/**
 * Returns a table whose requests wait at `gate` before and after their effect. While `isBehind` is
 * true, stale reads find no item.
 */
export const pacedTable = (table: Table, gate: ProcessGate, isBehind: () => boolean): Table => {
  const at = async <T>(what: string, perform: () => Promise<T>): Promise<T> => {
    await gate(what)
    const answer = await perform()
    await gate(`${what} answered`)
    return answer
  }
  const get = <T>(key: StoredKey, how: { stale?: boolean } = {}) =>
    at<T | undefined>(`get ${key.pk} ${key.sk}`, async () => (how.stale && isBehind() ? undefined : table.get<T>(key)))
  return {
    get,
    getMany: <T>(keys: StoredKey[]) => Promise.all(keys.map((key) => get<T>(key))),
    putMany: async (items) => {
      await Promise.all(items.map((put) => at('write of 1', () => table.write([{ put }]))))
    },
    query: (range) => at(`query ${range.pk}`, () => table.query(range)),
    count: (range) => table.count(range),
    write: (writes, how) => at(`write of ${writes.length}`, () => table.write(writes, how)),
  }
}

const died = new Error('The process died')

export const dyingTable = (table: Table, requests: number): Table => {
  let left = requests
  const step = async <T>(perform: () => Promise<T>): Promise<T> => {
    if (left-- <= 0) throw died
    return perform()
  }
  return {
    get: (...request) => step(() => table.get(...request)),
    getMany: (...request) => step(() => table.getMany(...request)),
    putMany: async (items) => {
      for (const item of items) await step(() => table.putMany([item]))
    },
    query: (...request) => step(() => table.query(...request)),
    count: (...request) => step(() => table.count(...request)),
    write: (...request) => step(() => table.write(...request)),
  }
}

export const untilDeath = async <T>(life: Promise<T>): Promise<T | undefined> => {
  try {
    return await life
  } catch (cause) {
    if (cause !== died) throw cause
    return undefined
  }
}

export const quickRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Lets processes make steps in a random order that depends on `seed`. A step with pause 3 is
 * skipped the first three times.
 */
export const takingTurns = (seed: number) => {
  const random = quickRandom(seed)
  const waiting: { turns: number; go: () => void }[] = []
  return {
    gateOf: (pauses: readonly number[]): ProcessGate => {
      let step = 0
      return () =>
        new Promise((go) => {
          waiting.push({ turns: pauses[step++ % pauses.length] ?? 0, go })
        })
    },
    run: async (lives: Promise<unknown>[]): Promise<void> => {
      let isOver = false
      const over = Promise.all(lives).finally(() => {
        isOver = true
      })
      over.catch(() => undefined)
      for (let idle = 0; !isOver && idle < 100; ) {
        await new Promise((resolve) => setImmediate(resolve))
        idle = waiting.length ? 0 : idle + 1
        while (waiting.length) {
          const place = Math.floor(random() * waiting.length)
          const one = waiting[place]
          if (!one || one.turns-- > 0) continue
          waiting.splice(place, 1)
          one.go()
          break
        }
      }
      await over
    },
  }
}
