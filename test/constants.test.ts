import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attemptLimitMs, attemptOffsetsMs, nudgeAheadMs } from '../shared/domain/webhooks/delivery.ts'
import { leaseMs } from '../shared/domain/webhooks/webhook-endpoint.ts'
import { delaySecondsMax } from '../shared/words/delay.ts'
import { version } from '../shared/words/version.ts'

test('a queue delays as long as SQS can', () => {
  expect(delaySecondsMax).toBe(15 * 60)
})

test('a reminder is due within the longest delay of a message', () => {
  expect(nudgeAheadMs).toBe(delaySecondsMax * 1000)
})

test('a webhook’s slot is held for longer than an attempt takes', () => {
  expect(leaseMs).toBeGreaterThan(attemptLimitMs)
})

test('attempts on a webhook only come later and later', () => {
  const pauses = attemptOffsetsMs.slice(1).map((offset, index) => offset - (attemptOffsetsMs[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(0)
})

test('the version of the API is that of the package', () => {
  expect(version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
})

test('the README names the price of an idle stage as the cost page does', () => {
  const [, price] = /\*\*all of AWS\*\* \| \*\*\$([\d.]+)\*\*/.exec(readFileSync('docs/cost.md', 'utf8')) ?? []
  expect(readFileSync('README.md', 'utf8')).toContain(`about $${Math.round(Number(price))} a month`)
})
