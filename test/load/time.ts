import { setImmediate as nextTurn } from 'node:timers/promises'

const tookTooLong = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
/** Turns of the event loop after which no task has work left. */
const turns = 3

/**
 * Opens virtual time in which all tasks of one millisecond start together. Only work in `outside`
 * may wait for real time.
 */
export const openTime = (startAt: number) => {
  const instants = new Map<number, Set<() => unknown>>()
  const heap: number[] = []
  const outside = new Set<Promise<unknown>>()
  let now = startAt
  let broken: unknown
  const { timeout } = AbortSignal

  const after = (delayMs: number, task: () => unknown): (() => void) => {
    const dueAt = now + Math.max(0, Math.ceil(delayMs))
    const entry = () => task()
    const known = instants.get(dueAt)
    if (known) known.add(entry)
    else {
      instants.set(dueAt, new Set([entry]))
      push(heap, dueAt)
    }
    return () => void instants.get(dueAt)?.delete(entry)
  }

  const rest = async () => {
    for (let turn = 0; turn < turns; turn++) {
      await nextTurn()
      if (outside.size > 0) turn = 0
      await Promise.all(outside)
    }
    if (broken) throw broken
  }

  const step = async (until: number): Promise<boolean> => {
    const [next] = heap
    if (next === undefined || next > until) return false
    pop(heap)
    const tasks = instants.get(next)
    instants.delete(next)
    if (!tasks?.size) return true
    now = next
    for (const task of tasks) Promise.resolve(task()).catch(fail)
    await rest()
    return true
  }
  const fail = (cause: unknown) => {
    broken ??= cause
  }

  // Makes time-outs of `AbortSignal` use this virtual time.
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    after(ms, () => controller.abort(tookTooLong))
    return controller.signal
  }

  return {
    now: () => now,
    after,
    sleep: (delayMs: number) =>
      new Promise<void>((done) => {
        after(delayMs, done)
      }),
    /** Stops virtual time until `doing` has resolved. */
    outside: async <T>(doing: Promise<T>): Promise<T> => {
      outside.add(doing)
      return doing.finally(() => outside.delete(doing))
    },
    advance: async (ms: number) => {
      const until = now + ms
      await rest()
      while (await step(until)) {}
      now = until
    },
    until: async <T>(answer: Promise<T>): Promise<T> => {
      let isAnswered = false
      const done = () => {
        isAnswered = true
      }
      answer.then(done, done)
      await rest()
      while (!isAnswered) if (!(await step(Number.POSITIVE_INFINITY))) throw new Error('Nothing happens any more')
      return answer
    },
    close: () => {
      AbortSignal.timeout = timeout
    },
  }
}

export type LoadTime = ReturnType<typeof openTime>

const push = (heap: number[], value: number): void => {
  let place = heap.length
  heap.push(value)
  while (place > 0) {
    const parent = (place - 1) >> 1
    if ((heap[parent] as number) <= value) break
    heap[place] = heap[parent] as number
    place = parent
  }
  heap[place] = value
}

const pop = (heap: number[]): void => {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let place = 0
  for (;;) {
    let child = 2 * place + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child += 1
    if ((heap[child] as number) >= last) break
    heap[place] = heap[child] as number
    place = child
  }
  heap[place] = last
}
