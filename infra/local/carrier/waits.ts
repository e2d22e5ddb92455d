import type { LocalClock } from '../clock.ts'

export interface Waits {
  live(): boolean
  after(delayMs: number, task: () => void | Promise<void>): void
  stop(): void
}

export const createWaits = (clock: LocalClock): Waits => {
  const cancels: (() => void)[] = []
  let live = true
  return {
    live: () => live,
    after: (delayMs, task) => {
      cancels.push(clock.after(delayMs, task))
    },
    stop: () => {
      live = false
      for (const cancel of cancels) cancel()
    },
  }
}
