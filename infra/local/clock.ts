import type { Clock } from '../../shared/words/clock.ts'

/**
 * The time of the local stack: everything local asks it for the time and leaves its timers with it.
 */
export interface LocalClock {
  /** Milliseconds since the epoch, whole. */
  now(): number
  /**
   * Runs the task once, `delayMs` of this clock's time from now (at once when negative); the
   * returned function cancels it.
   */
  after(delayMs: number, task: () => void | Promise<void>): () => void
}

/**
 * A clock that functions read and sleep by, too. A sleeper must not spin while time stands still:
 * then it is woken after a short rest.
 */
export type StackClock = LocalClock & Clock

interface ClockOptions {
  /** Told what a task threw or rejected with; by default it is printed. */
  onError?: (cause: unknown) => void
}

/**
 * Real time, `speed` times as fast. Processes given the same `startedAt` (milliseconds since the
 * epoch) and the same speed agree on the time; at speed 1 it is the time of day.
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
  /**
   * Moves time on by `ms`, running what falls due on the way, in order of time and then of
   * scheduling, one task after another. Resolves when the last of them has ended.
   */
  advance(ms: number): Promise<void>
  /** Number of waiting tasks. */
  pending(): number
  /** When the next task falls due. */
  nextAt(): number | undefined
}

interface VirtualClockOptions extends ClockOptions {
  /**
   * Work that must rest before time moves on, for example queues; awaited before the first and
   * after every task.
   */
  settle?: () => Promise<unknown>
  /**
   * Resolves when the world around has nothing left to do but wait for a later time: then time
   * moves on, and those who sleep are woken by it alone. Once it `isOver`, that is no longer asked.
   */
  quiet?: (isOver: () => boolean) => Promise<void>
  /**
   * Milliseconds of real time for which one task or `settle` may hold time up: one that waits for a
   * later time would do so for ever. With `quiet` it is an error to take longer.
   */
  patienceMs?: number
  /**
   * Tasks of one instant run side by side, as in the world outside; the order in which they end is
   * then left to chance.
   */
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

/** One who sleeps; `rest` ends their sleep in real time. */
interface Sleeper {
  dueAt: number
  wake: () => void
  rest: NodeJS.Timeout | undefined
}

/** Time that stands still until it is told to move: a day passes as fast as its tasks can run. */
export const virtualClock = (startAt: number, options: VirtualClockOptions = {}): VirtualClock => {
  const { onError = print, settle = async () => {}, patienceMs = 5_000, quiet, together = false } = options
  const tasks = new Set<Task>()
  const sleepers = new Set<Sleeper>()
  let time = startAt
  let moving = false

  const next = () => earliestOf(tasks)
  /** Waits for what may hold time up. */
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
  /** True while time stands still; without sleepers to wait for, always. */
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
          // A task that starts may cancel another.
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

/**
 * However fast the clock, a pause leaves the machine to others for this long, in real milliseconds.
 */
const restMs = 20
const realTime = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Node fires a longer time-out at once. */
const timeoutMsMax = 2 ** 31 - 1

const print = (cause: unknown) => console.error('A task of the clock failed:', cause)

const run = async (task: () => unknown, onError: (cause: unknown) => void) => {
  try {
    await task()
  } catch (cause) {
    onError(cause)
  }
}

/** Lets every promise that can go on without input or output go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
