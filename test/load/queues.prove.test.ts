import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, test } from 'vitest'
import { openFunctions } from './functions.ts'
import type { QueueSettings } from './queue.ts'
import { openLoadQueues } from './queues.ts'
import type { Quotas } from './quotas.ts'
import { openRules, useRules, workOf } from './rules.ts'

useRules()

const usual: QueueSettings = {
  id: 'work',
  batchMax: 1,
  concurrencyMax: 100,
  attemptsMax: 3,
  visibilitySeconds: 60,
  recursiveLoop: 'Allow',
}
const message = (DelaySeconds?: number) =>
  new SendMessageCommand({ QueueUrl: 'work', MessageBody: '{}', ...(DelaySeconds && { DelaySeconds }) })

describe('a queue with ten one-second messages a second for a minute', () => {
  const waited = async (settings: Partial<QueueSettings>, quotas: Partial<Quotas> = {}) => {
    const rules = openRules(quotas)
    const { time, figures } = rules
    const functions = openFunctions(rules, [workOf(time, 1_000)])
    functions.begin()
    const queues = openLoadQueues({ ...rules, functions }, [{ ...usual, ...settings }])
    for (let index = 0; index < 600; index++) time.after(100 * index, () => queues.send(message(), undefined))
    await time.advance(60_000)
    return Math.max(queues.oldestMs('work'), figures.quantile('wait work', 1)) / 1000
  }

  test('is processed by enough functions once enough poll it', async () => {
    expect(await waited({})).toBeLessThan(5)
  })

  test('is not when fewer may run: the oldest message gets older', async () => {
    expect(await waited({ concurrencyMax: 5 })).toBeGreaterThan(25)
  })

  test('is not when its pollers get more too slowly', async () => {
    expect(await waited({}, { pollersPerMinute: 1 })).toBeGreaterThan(20)
  })

  test('is not when the account has no room', async () => {
    expect(await waited({}, { functions: 5 })).toBeGreaterThan(20)
  })

  test('is not when so few messages may be in flight', async () => {
    expect(await waited({}, { messagesInFlight: 4 })).toBeGreaterThan(25)
  })
})

test.each([
  ['Allow', 59],
  ['Terminate', 16],
] as const)('a function that leads to itself once a second: %s', async (recursiveLoop, least) => {
  const rules = openRules()
  const { time, figures } = rules
  let count = 0
  let traceHeader: string | undefined
  const again = () => queues.send(message(1), traceHeader)
  const create = () => ({
    invoke: () => {
      count += 1
      return again()
    },
    kill: () => {},
    follow: (header: string | undefined) => {
      traceHeader = header
    },
  })
  const functions = openFunctions(rules, [{ ...workOf(time, 1), create }])
  const queues = openLoadQueues({ ...rules, functions }, [{ ...usual, recursiveLoop }])
  await time.until(again())
  await time.advance(61_000)
  if (recursiveLoop === 'Allow') expect(count).toBeGreaterThanOrEqual(least)
  else expect(count).toBe(least)
  expect(figures.countOf('dropped as a loop work')).toBe(recursiveLoop === 'Allow' ? 0 : 1)
})

test('an unfinished message returns, and is dead-lettered in the end', async () => {
  const rules = openRules()
  const { time, figures } = rules
  const create = () => ({ invoke: () => Promise.reject(new Error('no')), kill: () => {}, follow: () => {} })
  const functions = openFunctions(rules, [{ ...workOf(time, 1), create }])
  const queues = openLoadQueues({ ...rules, functions }, [usual])
  await time.until(queues.send(message(), undefined))
  await time.advance(59_000)
  expect(figures.countOf('failed work')).toBe(1)
  await time.advance(usual.attemptsMax * usual.visibilitySeconds * 1000)
  expect(figures.countOf('failed work')).toBe(usual.attemptsMax)
  expect(figures.countOf('dead letters work')).toBe(1)
})
