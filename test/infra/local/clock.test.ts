import { describe, expect, test, vi } from 'vitest'
import { scaledClock, virtualClock } from '../../../infra/local/clock.ts'

describe('a scaled clock', () => {
  test('at speed 1 shows the time of day', () => {
    const before = Date.now()
    const shown = scaledClock(1).now()
    expect(shown).toBeGreaterThanOrEqual(before)
    expect(shown).toBeLessThanOrEqual(Date.now())
  })

  test('agrees with another one of the same start and speed, and shows whole milliseconds', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    try {
      const startedAt = Date.now()
      const one = scaledClock(60, startedAt)
      vi.advanceTimersByTime(7)
      const other = scaledClock(60, startedAt)
      const slow = scaledClock(0.3, startedAt)
      expect([one.now(), other.now(), slow.now()]).toEqual([1_000_420, 1_000_420, 1_000_002])
    } finally {
      vi.useRealTimers()
    }
  })

  test('runs a task when its own time has come, not before', async () => {
    const clock = scaledClock(1_000)
    const dueAt = clock.now() + 20_000
    const ranAt = await new Promise<number>((resolve) => clock.after(20_000, () => resolve(clock.now())))
    expect(ranAt).toBeGreaterThanOrEqual(dueAt)
  })

  test('runs a task at once when its delay is negative', async () => {
    await new Promise<void>((resolve) => scaledClock(1).after(-5, resolve))
  })

  test('waits for longer than a timer of the system can', () => {
    vi.useFakeTimers()
    try {
      const sixtyDaysMs = 60 * 86_400_000
      const task = vi.fn()
      scaledClock(1).after(sixtyDaysMs, task)
      vi.advanceTimersByTime(sixtyDaysMs - 1)
      expect(task).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(task).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })

  test('never runs a cancelled task, also during a long wait', () => {
    vi.useFakeTimers()
    try {
      const task = vi.fn()
      const cancel = scaledClock(1).after(2 ** 31 + 1_000, task)
      vi.advanceTimersByTime(2 ** 31)
      cancel()
      vi.runAllTimers()
      expect(task).not.toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('tells onError when a task %s', async (_, task) => {
    const cause = await new Promise((resolve) => scaledClock(1, Date.now(), { onError: resolve }).after(0, task))
    expect(cause).toEqual(new Error('no'))
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the speed %d', (speed) => {
    expect(() => scaledClock(speed)).toThrow(RangeError)
  })
})

describe('a virtual clock', () => {
  const quiet = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

  test('stands still until it is told to move', async () => {
    const clock = virtualClock(1_000)
    expect(clock.now()).toBe(1_000)
    await clock.advance(500)
    expect(clock.now()).toBe(1_500)
  })

  test('runs due tasks in order of time, then of scheduling', async () => {
    const clock = virtualClock(0)
    const ran: [string, number][] = []
    const note = (name: string) => () => void ran.push([name, clock.now()])
    clock.after(30, note('third'))
    clock.after(10, note('first'))
    clock.after(10, note('second'))
    clock.after(31, note('too late'))
    await clock.advance(30)
    expect(ran).toEqual([
      ['first', 10],
      ['second', 10],
      ['third', 30],
    ])
  })

  test('runs tasks that tasks schedule, when they fall due on the way', async () => {
    const clock = virtualClock(0)
    const ticks: number[] = []
    const tick = () => {
      ticks.push(clock.now())
      clock.after(10, tick)
    }
    clock.after(10, tick)
    await clock.advance(35)
    expect(ticks).toEqual([10, 20, 30])
    expect(clock.nextAt()).toBe(40)
  })

  test('awaits a task before it runs the next one', async () => {
    const clock = virtualClock(0)
    const ran: string[] = []
    clock.after(1, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      ran.push('slow')
    })
    clock.after(2, () => void ran.push('quick'))
    await clock.advance(2)
    expect(ran).toEqual(['slow', 'quick'])
  })

  test('lets promise chains that nobody awaits settle before time moves on', async () => {
    const clock = virtualClock(0)
    const ran: number[] = []
    const chain = async () => {
      for (let step = 0; step < 50; step++) await null
      clock.after(1, () => void ran.push(clock.now()))
    }
    clock.after(1, () => void chain())
    clock.after(5, () => void ran.push(clock.now()))
    await clock.advance(5)
    expect(ran).toEqual([2, 5])
  })

  test('awaits what must come to rest before the first and after every task', async () => {
    const seen: string[] = []
    const clock = virtualClock(0, { settle: async () => void seen.push(`rest at ${clock.now()}`) })
    clock.after(3, () => void seen.push('task at 3'))
    await clock.advance(5)
    expect(seen).toEqual(['rest at 0', 'task at 3', 'rest at 3'])
  })

  test('moves on from a task that itself waits for a later time', async () => {
    const clock = virtualClock(0, { patienceMs: 1 })
    const ran: number[] = []
    clock.after(1, async () => {
      await new Promise<void>((resolve) => clock.after(10, resolve))
      ran.push(clock.now())
    })
    await clock.advance(20)
    expect(ran).toEqual([11])
  })

  test('goes by whole milliseconds, however long a task shall wait', async () => {
    const clock = virtualClock(0)
    const ran: number[] = []
    clock.after(0.4, () => void ran.push(clock.now()))
    await clock.advance(5)
    expect(ran).toEqual([1])
  })

  test('wakes who sleeps when their time has come, and not before', async () => {
    const clock = virtualClock(0, { quiet })
    const woken: number[] = []
    clock.after(1, async () => {
      for (const ms of [10, 300]) {
        await clock.sleep(ms)
        woken.push(clock.now())
      }
    })
    await clock.advance(1_000)
    expect(woken).toEqual([11, 311])
  })

  test('wakes sleepers after a rest in still time, once', async () => {
    const clock = virtualClock(0, { quiet })
    await clock.sleep(60_000)
    expect([clock.now(), clock.pending()]).toEqual([0, 0])
  })

  test('lets who still sleeps when it stops go on after a rest, too', async () => {
    const clock = virtualClock(0, { quiet })
    let slept: Promise<void> | undefined
    clock.after(1, () => {
      slept = clock.sleep(60_000)
    })
    await clock.advance(5)
    expect(clock.pending()).toBe(1)
    await slept
    expect([clock.now(), clock.pending()]).toEqual([5, 0])
  })

  test('waits for running work, and reports when that takes too long', async () => {
    const clock = virtualClock(0, { quiet: () => new Promise(() => undefined), patienceMs: 5 })
    clock.after(1, () => new Promise(() => undefined))
    await expect(clock.advance(5)).rejects.toThrow('1970-01-01T00:00:00.001Z something goes on for 5 ms')
  })

  test('runs everything that the past is asked for at the present', async () => {
    const clock = virtualClock(100)
    const task = vi.fn(() => expect(clock.now()).toBe(100))
    clock.after(-50, task)
    await clock.advance(0)
    expect(task).toHaveBeenCalledOnce()
  })

  test('counts what waits and forgets what was cancelled', async () => {
    const clock = virtualClock(0)
    const task = vi.fn()
    const cancel = clock.after(2 ** 40, task)
    clock.after(5, () => {})
    expect([clock.pending(), clock.nextAt()]).toEqual([2, 5])
    cancel()
    await clock.advance(2 ** 41)
    expect([clock.pending(), clock.nextAt()]).toEqual([0, undefined])
    expect(task).not.toHaveBeenCalled()
  })

  test('tells onError what failed and goes on', async () => {
    const errors: unknown[] = []
    const clock = virtualClock(0, { onError: (cause) => errors.push(cause) })
    const after = vi.fn()
    clock.after(1, () => Promise.reject(new Error('rejected')))
    clock.after(2, () => {
      throw new Error('thrown')
    })
    clock.after(3, after)
    await clock.advance(3)
    expect(errors).toEqual([new Error('rejected'), new Error('thrown')])
    expect(after).toHaveBeenCalledOnce()
  })

  test('refuses to be moved by two at once', async () => {
    const clock = virtualClock(0)
    const first = clock.advance(1)
    await expect(clock.advance(1)).rejects.toThrow('Time is moving already')
    await first
    await clock.advance(1)
    expect(clock.now()).toBe(2)
  })
})
