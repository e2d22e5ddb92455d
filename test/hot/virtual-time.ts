import { setImmediate as nextTurn } from 'node:timers/promises'

/** Turns of the event loop after which no running task has work left. */
const turns = 4

/**
 * Opens a clock that stands still while tasks work. When all tasks sleep, it jumps to the next
 * wake-up.
 */
export const openTime = (startAt = Date.UTC(2026, 10, 25, 10)) => {
  const sleepers = new Map<number, (() => void)[]>()
  let now = startAt
  const sleep = (ms: number) =>
    new Promise<void>((wake) => {
      const at = now + Math.max(0, ms)
      sleepers.set(at, [...(sleepers.get(at) ?? []), wake])
    })
  const rest = async () => {
    for (let turn = 0; turn < turns; turn++) await nextTurn()
  }
  const step = async (): Promise<boolean> => {
    await rest()
    const next = Math.min(...sleepers.keys())
    if (next === Number.POSITIVE_INFINITY) return false
    now = next
    const awake = sleepers.get(next) ?? []
    sleepers.delete(next)
    for (const wake of awake) wake()
    return true
  }
  return {
    clock: { now: () => Math.floor(now), sleep },
    until: async <T>(answer: Promise<T>): Promise<T> => {
      let isAnswered = false
      const done = () => {
        isAnswered = true
      }
      answer.then(done, done)
      await rest()
      while (!isAnswered && (await step()));
      return answer
    },
  }
}

export type VirtualTime = ReturnType<typeof openTime>
