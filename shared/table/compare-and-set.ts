import type { Clock, Random } from '../words/clock.ts'
import type { Table } from './table.ts'

export interface Pauses {
  clock: Clock
  random: Random
}

export interface StoreParts extends Pauses {
  table: Table
}

/** Returned by an attempt whose write conflicted. The attempt is then repeated, with new reads. */
export const lost = Symbol('lost')

/**
 * Number of attempts. Each conflict means that another writer succeeded, so up to 60 writers can
 * write one item at once.
 */
const attemptsMax = 60
const pauseMsMax = 40

/**
 * Repeats `attempt` while it returns `lost`. `losses`: conflicts so far. Throws after
 * `attemptsMax`.
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
