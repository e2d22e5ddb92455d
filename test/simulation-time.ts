import { setImmediate as nextTurn } from 'node:timers/promises'

/** Turns of the event loop after which no task has work left. */
const turns = 4

/** Result of a task that wrote and sent nothing, so that no work follows. */
export const nothingDone = Symbol('nothing was done')
type Task = () => void | Promise<void> | typeof nothingDone

/** Creates virtual time that stands still until promises given to `busy` have resolved. */
export const createTime = (startAt: number) => {
  const tasks: { dueAt: number; task: Task }[] = []
  let now = startAt
  let busy: Promise<unknown> | undefined
  let broken: unknown

  const rest = async () => {
    for (let turn = 0; turn < turns; turn++) {
      await nextTurn()
      while (busy) {
        const doing = busy
        busy = undefined
        await doing
        turn = 0
      }
    }
  }
  const step = async (until: number): Promise<boolean> => {
    const [next] = tasks
    if (!next || next.dueAt > until) return false
    tasks.shift()
    now = Math.max(now, next.dueAt)
    const doing = next.task()
    if (doing === nothingDone) return true
    Promise.resolve(doing).catch((cause) => {
      broken ??= cause
    })
    await rest()
    if (broken) throw broken
    return true
  }

  const clock = {
    now: () => now,
    after: (delayMs: number, task: Task) => {
      const entry = { dueAt: now + Math.max(0, Math.ceil(delayMs)), task }
      tasks.splice(tasks.findLastIndex(({ dueAt }) => dueAt <= entry.dueAt) + 1, 0, entry)
      return () => {
        const place = tasks.indexOf(entry)
        if (place !== -1) tasks.splice(place, 1)
      }
    },
  }
  return {
    ...clock,
    busy: (doing: Promise<unknown>) => {
      busy = busy ? Promise.all([busy, doing]) : doing
    },
    advance: async (ms: number) => {
      const until = now + ms
      await rest()
      while (await step(until)) {}
      now = until
    },
    until: async <T>(answer: Promise<T>): Promise<T> => {
      let isAnswered = false
      const settled = answer.finally(() => {
        isAnswered = true
      })
      settled.catch(() => undefined)
      await rest()
      while (!isAnswered && (await step(Number.POSITIVE_INFINITY))) {}
      return settled
    },
  }
}
