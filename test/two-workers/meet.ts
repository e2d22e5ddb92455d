import type { Table, Write } from '../../shared/table/table.ts'
import { must } from '../../shared/words/must.ts'
import { useWorld } from '../use-world.ts'

export const world = useWorld()

/** Write conditions that failed for the slow worker, because another worker was faster. */
export const met = new Set<string>()

const siteOf = (write: Write): string | undefined => (write as { site?: string }).site

/** Removes the condition that the environment variable WITHOUT names. A test must then fail. */
const unconditional = (write: Write): Write[] => {
  if (siteOf(write) === undefined || siteOf(write) !== process.env.WITHOUT) return [write]
  if ('check' in write) return []
  const { when: _, ...rest } = write
  return [rest]
}

/**
 * Returns a table on which another worker acts right before the first write that `isIt` accepts.
 */
export const overtaken = (
  table: Table,
  act: () => Promise<unknown>,
  isIt: (writes: Write[]) => boolean = () => true,
): Table => {
  let next: (() => Promise<unknown>) | undefined = act
  return {
    ...table,
    write: async (writes, how) => {
      const happen = isIt(writes) ? next : undefined
      if (happen) next = undefined
      await happen?.()
      const done = await table.write<never>(writes.flatMap(unconditional), how)
      if (!done.done && !next) noteFailed(writes, done.failed)
      return done
    },
  }
}

const noteFailed = (writes: Write[], failed: boolean[]) => {
  for (const write of writes.filter((_, index) => failed[index])) met.add(must(siteOf(write), 'name of a condition'))
}

/** Opens a worker whose own clock jumps ahead when it sleeps. */
export const worker = (table: Table = world.parts.table, aheadMs = 0) => {
  let time = world.clock.now() + aheadMs
  const sleep = async (delayMs: number) => {
    time += delayMs
  }
  return { ...world.parts, table, clock: { now: () => time, sleep } }
}
export type Worker = ReturnType<typeof worker>

export const orders = ['first', 'second'] as const
export const aheadMs = 1000
/**
 * Runs `first` and `second` at once. The worker that `slow` names reads before the other acts, and
 * writes after the other has acted.
 */
export const meet = async <A, B>(
  slow: (typeof orders)[number],
  first: (parts: Worker) => Promise<A>,
  second: (parts: Worker) => Promise<B>,
): Promise<[A, B]> => {
  const { table } = world.parts
  const answers: { first?: { is: A }; second?: { is: B } } = {}
  const run = {
    first: async (parts: Worker) => {
      answers.first = { is: await first(parts) }
    },
    second: async (parts: Worker) => {
      answers.second = { is: await second(parts) }
    },
  }
  const fast = slow === 'first' ? 'second' : 'first'
  await run[slow](
    worker(
      overtaken(table, () => run[fast](worker())),
      aheadMs,
    ),
  )
  return [must(answers.first, 'answer of the first').is, must(answers.second, 'answer of the second').is]
}

/** Lets a second worker act before the slow worker's first write that `isIt` accepts. */
export const overtake = <T>(
  slow: (parts: Worker) => Promise<T>,
  fast: (parts: Worker) => Promise<unknown>,
  isIt?: (writes: Write[]) => boolean,
): Promise<T> =>
  slow(
    worker(
      overtaken(world.parts.table, () => fast(worker()), isIt),
      aheadMs,
    ),
  )

/** Runs the same work in two workers. Returns the result of the slower one. */
export const slowerOf = <T>(act: (parts: Worker) => Promise<T>): Promise<T> => overtake(act, act)
