import type { Clock } from '../../words/clock.ts'

/**
 * Records after which the compactor runs. A run costs about 30 write units, and a page reads a
 * record for a tenth of one.
 */
const recordsPerRun = 1_000
/**
 * With this many records that are not compacted, the import waits for the compactor: pages stay
 * below 600 read units.
 */
const looseMax = 4_000
const pauseMs = 500
/** A run that died keeps others away for two minutes. */
const patienceMs = 150_000

interface Beside {
  /** One run; undefined while another one is under way. */
  compact(): Promise<{ more: boolean } | undefined>
  clock: Clock
  warn(text: string): void
}

/**
 * Compacts the list of an import while it continues, so that pages stay cheap. The import waits for
 * a compactor that is slower.
 */
export const besideImport = ({ compact, clock, warn }: Beside) => {
  let loose = 0
  let hasGivenUp = false
  let underWay: Promise<unknown> = Promise.resolve()

  /** True when everything that was stored before is compacted. */
  const compactAll = async (): Promise<boolean> => {
    const before = loose
    for (;;) {
      const done = await compact().catch(() => undefined)
      if (!done) return false
      if (done.more) continue
      loose -= before
      return true
    }
  }
  const waitForCompactor = async () => {
    const until = clock.now() + patienceMs
    while (loose >= looseMax && clock.now() < until) if (!(await compactAll())) await clock.sleep(pauseMs)
    if (loose < looseMax) return
    hasGivenUp = true
    warn('The compactor of lists does not keep up: until it does, lists cost more and may answer 503.')
  }

  return {
    /** Counts records that were stored since the last call. */
    stored: (count: number) => {
      loose += count
    },
    /** Called after each chunk. */
    keepUp: async () => {
      if (loose < recordsPerRun) return
      await underWay
      if (loose >= looseMax && !hasGivenUp) await waitForCompactor()
      else underWay = compactAll()
    },
    /** Called after the last chunk. */
    finish: async () => {
      await underWay
      await compactAll()
    },
  }
}
