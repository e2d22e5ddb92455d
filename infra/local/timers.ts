import type { LocalClock } from './clock.ts'

/**
 * Repeats a task; each interval starts after the last run. The returned function stops the task and
 * waits until a started run ends.
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
