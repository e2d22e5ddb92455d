import { expect, test } from 'vitest'
import { virtualClock } from '../../../infra/local/clock.ts'
import { every } from '../../../infra/local/timers.ts'

test('runs once per interval, the first time after one', async () => {
  const clock = virtualClock(0)
  const ranAt: number[] = []
  every(clock, 60_000, () => void ranAt.push(clock.now()))
  await clock.advance(180_000)
  expect(ranAt).toEqual([60_000, 120_000, 180_000])
})

test('does not overlap itself: the next interval starts when a slow run has ended', async () => {
  const clock = virtualClock(0, { patienceMs: 1 })
  const ranAt: number[] = []
  every(clock, 10, async () => {
    ranAt.push(clock.now())
    await new Promise<void>((resolve) => clock.after(25, resolve))
  })
  await clock.advance(50)
  expect(ranAt).toEqual([10, 45])
})

test('runs again after a failed run, which onError hears of', async () => {
  const errors: unknown[] = []
  const clock = virtualClock(0, { onError: (cause) => errors.push(cause) })
  every(clock, 10, () => Promise.reject(new Error('no')))
  await clock.advance(20)
  expect(errors).toEqual([new Error('no'), new Error('no')])
})

test('stops, and stopping waits for the run under way', async () => {
  const clock = virtualClock(0, { patienceMs: 1 })
  const seen: string[] = []
  let finish = () => {}
  const stop = every(clock, 10, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    seen.push('run ended')
  })
  await clock.advance(10)
  const stopped = stop().then(() => seen.push('stopped'))
  finish()
  await stopped
  expect(seen).toEqual(['run ended', 'stopped'])
  expect(clock.pending()).toBe(0)
})
