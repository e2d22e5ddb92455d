import type { Clock } from '../../shared/words/clock.ts'

export interface LocalClock {
  now(): number
  /** Runs the task after this delay on this clock. Returns a function that cancels it. */
  after(delayMs: number, task: () => void | Promise<void>): () => void
}

/**
 * A clock on which polling loops neither hang nor spin: if time does not advance, `sleep` ends
 * after a short real pause.
 */
export type StackClock = LocalClock & Clock

interface ClockOptions {
  onError?: (cause: unknown) => void
}

/**
 * Makes a clock that runs `speed` times as fast as real time. Processes with equal `speed` and
 * `startedAt` (epoch milliseconds) show the same time.
 */
export const scaledClock = (
  speed: number,
  startedAt = Date.now(),
  { onError = print }: ClockOptions = {},
): StackClock => {
  if (!(speed > 0 && speed < Infinity)) throw new RangeError(`The speed of a clock is a positive number, not ${speed}`)
  const now = () => Math.floor(startedAt + (Date.now() - startedAt) * speed)

  return {
    now,
    after: (delayMs, task) => {
      const dueAt = now() + delayMs
      let timer: NodeJS.Timeout
      const wait = () => {
        const realMs = Math.min(Math.max(0, Math.ceil((dueAt - now()) / speed)), timeoutMsMax)
        timer = setTimeout(() => (now() < dueAt ? wait() : run(task, onError)), realMs)
      }
      wait()
      return () => clearTimeout(timer)
    },
    sleep: (delayMs) => realTime(Math.max(Math.min(delayMs, restMs), delayMs / Math.max(1, speed))),
  }
}

export interface VirtualClock extends StackClock {
  advance(ms: number): Promise<void>
  pending(): number
  nextAt(): number | undefined
}

interface VirtualClockOptions extends ClockOptions {
  /** Runs before the first task and after every task. The clock waits for the returned promise. */
  settle?: () => Promise<unknown>
  /** Resolves when all running tasks wait for a later time of this clock. */
  quiet?: (isOver: () => boolean) => Promise<void>
  /**
   * Real milliseconds that a task or `settle` may take. If `quiet` is given, taking longer is an
   * error.
   */
  patienceMs?: number
  /** Runs all tasks of one instant concurrently, so they end in random order. */
  together?: boolean
}

interface Task {
  dueAt: number
  task: () => void | Promise<void>
}

const earliestOf = (tasks: Iterable<Task>): Task | undefined => {
  let earliest: Task | undefined
  for (const entry of tasks) if (!earliest || entry.dueAt < earliest.dueAt) earliest = entry
  return earliest
}

/** A pending `sleep`. `rest` is the real timer that ends it early when time does not advance. */
interface Sleeper {
  dueAt: number
  wake: () => void
  rest: NodeJS.Timeout | undefined
}

export const virtualClock = (startAt: number, options: VirtualClockOptions = {}): VirtualClock => {
  const { onError = print, settle = async () => {}, patienceMs = 5_000, quiet, together = false } = options
  const tasks = new Set<Task>()
  const sleepers = new Set<Sleeper>()
  let time = startAt
  let moving = false

  const next = () => earliestOf(tasks)
  const hold = async (held: Promise<unknown>) => {
    let isOver = false
    let timer: NodeJS.Timeout | undefined
    const late = () =>
      new Error(`At ${new Date(time).toISOString()} something goes on for ${patienceMs} ms and does not wait for time`)
    const patience = new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => (quiet ? reject(late()) : resolve()), patienceMs)
    })
    try {
      await Promise.race([held, patience, ...(quiet ? [quiet(() => isOver)] : [])])
    } finally {
      isOver = true
      clearTimeout(timer)
    }
  }
  const rest = async () => {
    await turn()
    await hold(run(settle, onError))
  }

  const after: LocalClock['after'] = (delayMs, task) => {
    const entry = { dueAt: time + Math.ceil(Math.max(0, delayMs)), task }
    tasks.add(entry)
    return () => tasks.delete(entry)
  }
  const rests = () => !moving || quiet === undefined
  const restOf = (wake: () => void, dueAt: number) =>
    rests() ? setTimeout(wake, Math.min(restMs, dueAt - time)) : undefined
  const restOrWait = () => {
    for (const sleeper of sleepers) {
      clearTimeout(sleeper.rest)
      sleeper.rest = restOf(sleeper.wake, sleeper.dueAt)
    }
  }

  return {
    now: () => time,
    after,
    sleep: (delayMs) =>
      new Promise((resolve) => {
        const wake = () => {
          cancel()
          clearTimeout(sleeper.rest)
          sleepers.delete(sleeper)
          resolve()
        }
        const cancel = after(delayMs, wake)
        const dueAt = time + delayMs
        const sleeper: Sleeper = { wake, dueAt, rest: restOf(wake, dueAt) }
        sleepers.add(sleeper)
      }),
    advance: async (ms) => {
      if (moving) throw new Error('Time is moving already: await the advance before')
      moving = true
      restOrWait()
      const until = time + ms
      try {
        await rest()
        for (let due = next(); due && due.dueAt <= until; due = next()) {
          time = due.dueAt
          const instant = together ? [...tasks].filter(({ dueAt }) => dueAt === time) : [due]
          // Skips tasks that another task of this instant has cancelled.
          await hold(Promise.all(instant.map((entry) => tasks.delete(entry) && run(entry.task, onError))))
          await rest()
        }
        time = until
      } finally {
        moving = false
        restOrWait()
      }
    },
    pending: () => tasks.size,
    nextAt: () => next()?.dueAt,
  }
}

/** Real milliseconds after which a `sleep` ends if time does not advance. */
const restMs = 20
const realTime = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Longest delay of Node's timers in milliseconds. After a longer delay, Node would fire at once.
 */
export const timeoutMsMax = 2 ** 31 - 1

const print = (cause: unknown) => console.error('A task of the clock failed:', cause)

const run = async (task: () => unknown, onError: (cause: unknown) => void) => {
  try {
    await task()
  } catch (cause) {
    onError(cause)
  }
}

/** Lets pending promises continue. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
