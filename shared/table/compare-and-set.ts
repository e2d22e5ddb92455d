import type { Clock, Random } from '../words/clock.ts'
import type { Table } from './table.ts'

/** For pauses between attempts. */
export interface Pauses {
  clock: Clock
  random: Random
}

/** Dependencies of repositories with several writers. */
export interface StoreParts extends Pauses {
  table: Table
}

/** An attempt met another writer: it must be made again from the stored state. */
export const lost = Symbol('lost')

/** Every conflict is another writer's success, so as many may write one item at once. */
const attemptsMax = 60
/** Longest random pause. */
const pauseMsMax = 40

/**
 * Runs `attempt` until it writes: it reads, decides, writes conditionally, and returns `lost` on a
 * conflict. It receives the number of conflicts. The first conflict repeats at once. Throws after
 * too many, naming the noun.
 */
export const untilWritten = async <T>(
  { clock, random }: Pauses,
  noun: string,
  attempt: (losses: number) => Promise<T | typeof lost>,
): Promise<T> => {
  for (let losses = 0; losses < attemptsMax; losses++) {
    if (losses > 1) await clock.sleep(random.number() * pauseMsMax)
    const written = await attempt(losses)
    if (written !== lost) return written
  }
  throw new Error(`The ${noun} is too busy`)
}
