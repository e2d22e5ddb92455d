import { histories } from '../../../shared/data/histories.ts'
import type { Key } from '../../../shared/data/keys.ts'
import type { Table, Write } from '../../../shared/data/table.ts'
import { openLives } from './lives.ts'
import { type Operation, tinyLimits } from './model.ts'

const beginMs = 30_000

/**
 * A world of histories that is older than histories are: what the version before does neither settles in nor leaves marks. It begins
 * nothing any more once a sealer has come, and what is under way then is over before rows are sealed.
 */
export const openMigrating = () => {
  const lives = openLives({ ...tinyLimits, beginMs })
  const { clock, perform } = lives
  const { begin } = histories(lives.parts)
  const oldOnes = new Set<Promise<void>>()
  let begun_at: number | undefined

  return {
    ...lives,
    perform: async (over: Table, operation: Operation, isOld: boolean) => {
      if (operation.do === 'seal' && begun_at === undefined) {
        begun_at = clock.now()
        await begin()
      }
      const passes = operation.do === 'wait' ? operation.seconds * 1000 : 0
      if (begun_at !== undefined && clock.now() + passes >= begun_at + beginMs) await Promise.allSettled([...oldOnes])
      if (!isOld || begun_at !== undefined) return perform(over, operation)
      const performing = perform(withoutHistories(over), operation)
      oldOnes.add(performing)
      await performing.finally(() => oldOnes.delete(performing))
    },
  }
}

/** The table as the version before saw it, which knew nothing of heads and marks. */
const withoutHistories = (table: Table): Table => ({
  ...table,
  get: async <T>(key: Key, how?: { stale?: boolean }) => (isOfHistory(key) ? undefined : table.get<T>(key, how)),
  write: async (writes, how) => {
    const known = writes.filter((write) => !isOfHistory(keyOf(write)))
    return known.length ? table.write(known, how) : { done: true }
  },
})

const isOfHistory = ({ pk }: Key): boolean => /-(history|mark)$/.test(pk)
const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put
  if ('update' in write) return write.update
  return 'delete' in write ? write.delete : write.check
}
