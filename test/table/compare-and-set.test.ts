import { expect, test } from 'vitest'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'

const racing = () => {
  const sleptMs: number[] = []
  const random = { number: () => 0.5, bytes: (length: number) => new Uint8Array(length) }
  const clock = { now: () => 0, sleep: async (delayMs: number) => void sleptMs.push(delayMs) }
  let tries = 0
  return {
    run: <T>(attempt: () => Promise<T | typeof lost>) => untilWritten({ clock, random }, 'lead', attempt),
    losing: (races: number) => async () => (++tries > races ? 'written' : lost),
    sleptMs,
    tries: () => tries,
  }
}

test('what is written at once, or after one lost race, waits for nothing', async () => {
  for (const races of [0, 1]) {
    const { run, losing, sleptMs, tries } = racing()
    expect(await run(losing(races))).toBe('written')
    expect([tries(), sleptMs]).toEqual([races + 1, []])
  }
})

test('a writer that has lost twice pauses before every further attempt, by chance', async () => {
  const { run, losing, sleptMs } = racing()
  expect(await run(losing(4))).toBe('written')
  expect(sleptMs).toEqual([20, 20, 20])
})

test('an answer of nothing is an answer', async () => {
  expect(await racing().run(async () => undefined)).toBeUndefined()
})

test('losing every time is an accident that names the noun', async () => {
  const { run, losing, tries } = racing()
  await expect(run(losing(1000))).rejects.toThrow('The lead is too busy')
  expect(tries()).toBe(60)
})

test('what breaks is not run again', async () => {
  const { run, sleptMs } = racing()
  await expect(run(() => Promise.reject(new Error('The table is gone')))).rejects.toThrow('The table is gone')
  expect(sleptMs).toEqual([])
})
