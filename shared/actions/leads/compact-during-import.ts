import type { Clock } from '../../words/clock.ts'

/** Imported records per compactor run. A run costs about 30 write units. */
const recordsPerRun = 1_000
/**
 * With this many uncompacted records, the import waits, so that a list page costs at most 600 read
 * units.
 */
const looseMax = 4_000
const pauseMs = 500
/** Milliseconds to wait. A crashed compactor run blocks other runs for two minutes. */
const patienceMs = 150_000

interface ImportCompactionParts {
  compact(): Promise<{ more: boolean } | undefined>
  clock: Clock
  warn(text: string): void
}

export const compactDuringImport = ({ compact, clock, warn }: ImportCompactionParts) => {
  let loose = 0
  let hasGivenUp = false
  let underWay: Promise<unknown> = Promise.resolve()

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
    warn('The compactor of lists is too slow: lists cost more and may answer 503.')
  }

  return {
    stored: (count: number) => {
      loose += count
    },
    keepUp: async () => {
      if (loose < recordsPerRun) return
      await underWay
      if (loose >= looseMax && !hasGivenUp) await waitForCompactor()
      else underWay = compactAll()
    },
    finish: async () => {
      await underWay
      await compactAll()
    },
  }
}
