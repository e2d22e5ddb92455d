import { expect, test } from 'vitest'
import { trippedShare } from './guard-runs.ts'

/** Each run is judged after every call, as a rollout is. */

/** Runs for an estimate that is exact to a quarter of a percent: the true share is about 4 %. */
const falseAlarmRuns = 6000

const goalGuard = { metric: 'goal_rate' as const, worse_by: 0.05 }

test.each([
  { percent: 10, rate: 0.4 },
  { percent: 20, rate: 0.7 },
  { percent: 50, rate: 0.1 },
  { percent: 50, rate: 0.5 },
])('raises a false alarm in at most 5 % of runs: $percent percent, goal rate $rate', ({ percent, rate }) => {
  const rollout = { guards: [goalGuard], percent }
  const run = { rollout, goal: { live: rate, canary: rate }, exposedMax: 100 }
  expect(trippedShare(run, falseAlarmRuns, percent)).toBeLessThanOrEqual(0.05)
})

test('raises a false alarm in at most 5 % of runs with two guards and skewed costs', () => {
  const guards = [goalGuard, { metric: 'cost_per_call' as const, worse_by: 0.01 }]
  // Started minutes at 0.064, most calls one, some many.
  const cost = (chance: () => number) => 64_000 * Math.ceil(-1.5 * Math.log(1 - chance()))
  const run = { rollout: { guards, percent: 20 }, goal: { live: 0.4, canary: 0.4 }, cost, exposedMax: 100 }
  expect(trippedShare(run, falseAlarmRuns, 7)).toBeLessThanOrEqual(0.05)
})

test.each([
  { percent: 10, live: 0.7 },
  { percent: 20, live: 0.7 },
  { percent: 50, live: 0.8 },
])(
  'takes back a halved goal rate within 40 calls in 9 of 10 runs: $percent percent, from $live',
  ({ percent, live }) => {
    const rollout = { guards: [{ ...goalGuard, worse_by: 0.1 }], percent }
    expect(trippedShare({ rollout, goal: { live, canary: live / 2 }, exposedMax: 40 }, 500, 3)).toBeGreaterThanOrEqual(
      0.9,
    )
  },
)
