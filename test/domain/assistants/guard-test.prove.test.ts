import { expect, test } from 'vitest'
import { trippedBy } from './guard-exact.ts'
import { trippedShare } from './guard-runs.ts'

const runs = 6000
const error = 2 * Math.sqrt((0.05 * 0.95) / runs)
const goalGuard = { metric: 'goal_rate' as const, worse_by: 0.05 }

test.each([
  { percent: 10, after_calls: 40, rate: 0.3 },
  { percent: 10, after_calls: 40, rate: 0.6 },
  { percent: 10, after_calls: 40, rate: 0.9 },
  { percent: 20, after_calls: 20, rate: 0.4 },
  { percent: 20, after_calls: 40, rate: 0.7 },
  { percent: 20, after_calls: 100, rate: 0.5 },
  { percent: 20, after_calls: 400, rate: 0.5 },
  { percent: 50, after_calls: 40, rate: 0.1 },
  { percent: 50, after_calls: 40, rate: 0.5 },
  { percent: 50, after_calls: 1000, rate: 0.4 },
])('false alarms in at most 5 % of runs: $percent, $after_calls, $rate', ({ percent, after_calls, rate }) => {
  const rollout = { guards: [goalGuard], percent, after_calls }
  const run = { rollout, goal: { live: rate, canary: rate }, exposedMax: after_calls }
  expect(trippedShare(run, after_calls > 100 ? runs / 4 : runs, percent)).toBeLessThanOrEqual(0.05 + error)
})

test.each([
  { percent: 20, after_calls: 20, rate: 0.4, risk: 0.05 },
  { percent: 50, after_calls: 40, rate: 0.5, risk: 0.05 },
  { percent: 50, after_calls: 40, rate: 0.5, risk: 0.05 / 3 },
])('exact risk of a false alarm $risk: $percent, $after_calls, $rate', ({ percent, after_calls, rate, risk }) => {
  const exact = trippedBy({ percent, after_calls, bad: { live: 1 - rate, canary: 1 - rate }, risk })
  expect(exact.at(-1)).toBeLessThanOrEqual(risk)
  expect(exact.at(-1)).toBeGreaterThan(0.8 * risk)
})

test('raises at most 5 % false alarms with two guards and skewed costs', () => {
  const guards = [goalGuard, { metric: 'cost_per_call' as const, worse_by: 0.01 }]
  const cost = (chance: () => number) => 64_000 * Math.ceil(-1.5 * Math.log(1 - chance()))
  const rollout = { guards, percent: 20, after_calls: 100 }
  const run = { rollout, goal: { live: 0.4, canary: 0.4 }, cost, exposedMax: 100 }
  expect(trippedShare(run, runs, 7)).toBeLessThanOrEqual(0.05)
})

test('raises at most 5 % false alarms when the rate falls hourly', () => {
  const rollout = { guards: [goalGuard], percent: 20, after_calls: 40 }
  const falling = (calls: number) => Math.max(0.1, 0.8 - calls / 200)
  const run = { rollout, goal: { live: falling, canary: falling }, exposedMax: 40 }
  expect(trippedShare(run, runs, 11)).toBeLessThanOrEqual(0.05 + error)
})

test.each([
  { percent: 10, after_calls: 40, found: { 80: 0.999, 70: 0.994, 60: 0.975, 50: 0.918, 40: 0.821 } },
  { percent: 20, after_calls: 40, found: { 80: 0.998, 70: 0.99, 60: 0.959, 50: 0.891, 40: 0.777 } },
  { percent: 50, after_calls: 40, found: { 80: 0.973, 70: 0.923, 60: 0.831, 50: 0.713, 40: 0.583 } },
  { percent: 10, after_calls: 200, found: { 80: 0.999, 70: 0.991, 60: 0.96 } },
])('takes back a halved goal rate within 40 calls: $percent percent, after_calls $after_calls', (row) => {
  const { percent, after_calls, found } = row
  const rollout = { guards: [{ ...goalGuard, worse_by: 0.1 }], percent, after_calls }
  const shares = Object.keys(found).map((rate) => {
    const live = Number(rate) / 100
    return [rate, trippedShare({ rollout, goal: { live, canary: live / 2 }, exposedMax: 40 }, runs, 3)]
  })
  for (const [rate, least] of Object.entries(found))
    expect(Object.fromEntries(shares)[rate], rate).toBeGreaterThanOrEqual(least)
})
