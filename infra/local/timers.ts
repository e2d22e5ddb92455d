import type { LocalClock } from './clock.ts'

/**
 * Runs the task again and again, the first time after one interval. The next interval starts when
 * the task has ended, so a slow task never runs twice at once; a failed one goes to the clock's
 * `onError` and runs again all the same. The returned function stops it and waits for a run that is
 * under way.
 */
export const every = (
  clock: LocalClock,
  intervalMs: number,
  task: () => void | Promise<void>,
): (() => Promise<void>) => {
  let stopped = false
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()

  const run = async () => {
    try {
      await task()
    } finally {
      if (!stopped) wait()
    }
  }
  const wait = () => {
    cancel = clock.after(intervalMs, () => {
      const started = run()
      running = started.catch(() => {})
      return started
    })
  }

  wait()
  return async () => {
    stopped = true
    cancel()
    await running
  }
}
