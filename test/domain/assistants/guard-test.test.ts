import { expect, test } from 'vitest'
import { isRateWorse, rateEvidence, smoothed, worstDifference } from '../../../shared/domain/assistants/guard-test.ts'
import { trippedShare } from './guard-runs.ts'

const guards = [{ metric: 'goal_rate' as const, worse_by: 0.1 }]

test('takes back a canary with half the goal rate, and keeps an equal one', () => {
  const halved = { rollout: { guards, percent: 20, after_calls: 40 }, goal: { live: 0.6, canary: 0.3 }, exposedMax: 40 }
  expect(trippedShare(halved, 60, 1)).toBeGreaterThanOrEqual(0.9)
  const equal = { rollout: { guards, percent: 20, after_calls: 40 }, goal: { live: 0.4, canary: 0.4 }, exposedMax: 40 }
  expect(trippedShare(equal, 200, 2)).toBeLessThanOrEqual(0.08)
})

test('has no evidence without calls, and none against a better canary', () => {
  const none = { calls: 0, bad: 0 }
  expect(rateEvidence({ canary: none, live: none }, 0.2)).toBeCloseTo(0)
  expect(rateEvidence({ canary: { calls: 40, bad: 4 }, live: { calls: 160, bad: 80 } }, 0.2)).toBeLessThan(0)
})

test('judges a rate only while a plan lasts, unless the evidence is overwhelming', () => {
  const how = { share: 0.1, after_calls: 40, risk: 0.05 }
  const worse = (calls: number, bad: number) =>
    isRateWorse({ canary: { calls, bad }, live: { calls: 9 * calls, bad: 4.5 * calls } }, how)
  expect(worse(40, 27)).toBe(true)
  expect(worse(40, 26)).toBe(false)
  expect(worse(20, 16)).toBe(false)
  expect(worse(20, 17)).toBe(true)
  expect(worse(44, 34)).toBe(false)
  expect(worse(44, 35)).toBe(true)
  expect(isRateWorse({ canary: { calls: 40, bad: 40 }, live: { calls: 0, bad: 0 } }, how)).toBe(false)
})

test('bounds the difference only after a minimum of calls, and never with certainty', () => {
  const of = (calls: number) => smoothed({ calls, bad: 0 })
  const how = { scale: 0.1, risk: 0.05 }
  expect(worstDifference({ canary: of(5), live: of(5) }, how)).toBe(Number.POSITIVE_INFINITY)
  expect(worstDifference({ canary: of(40), live: of(40) }, how)).toBeGreaterThan(0.05)
  expect(worstDifference({ canary: of(2000), live: of(2000) }, how)).toBeLessThan(0.1)
})
