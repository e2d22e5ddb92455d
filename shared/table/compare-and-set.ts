import type { Clock, Random } from '../words/clock.ts'
import type { Table } from './table.ts'

/** Clock and chance for the pauses between attempts. */
export interface Pauses {
  clock: Clock
  random: Random
}

/** Parts of a repository whose items have several writers. */
export interface StoreParts extends Pauses {
  table: Table
}

/**
 * An attempt's answer when another writer was faster: it has to be made again from what is stored
 * now.
 */
export const lost = Symbol('lost')

/**
 * Attempts of one writer. Every lost race is another writer's success, so as many may write one
 * item at once.
 */
const attemptsMax = 60
/** The longest pause between two attempts, at random so that many writers come apart. */
const pauseMsMax = 40

/**
 * Runs `attempt` until it has written: it reads, decides, writes on condition that what it read
 * still stands, and answers `lost` if it does not; it is told how often it lost before. The first
 * lost race is run again at once, as its winner is done. A writer that loses every time is an
 * accident, which names the noun.
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
