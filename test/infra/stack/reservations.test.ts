import { expect, test } from 'vitest'
import { reservationsOf, reservedConcurrencyMin } from '../../../infra/stack/reservations.ts'
import { turnsAtOnceMax } from '../../../shared/domain/account/job-limits.ts'
import { callbackOperations, operations, socketOperations, workerOperations } from '../../../shared/operations/index.ts'
import { openFunctions } from '../../load/functions.ts'
import { openRules, useRules, workOf } from '../../load/rules.ts'

useRules()

const running = ['serve-call-tools', 'receive-realtime-call']
const workersOfCalls = ['advance-call', 'carry-out-wish', 'steer-session', 'watch-silence']
const reservedIds = [...callbackOperations, ...socketOperations].map(({ id }) => id).concat(running, workersOfCalls)

test('reserves functions for callbacks, sockets and workers of running calls only', () => {
  expect([...reservationsOf(operations, reservedConcurrencyMin).keys()].toSorted()).toEqual(reservedIds.toSorted())
  expect(reservationsOf(operations, undefined).size).toBe(0)
})

test.each([reservedConcurrencyMin, 237, 500, 5_000])('distributes all of %i functions, at least 4 to each', (total) => {
  const reserved = reservationsOf(operations, total)
  expect([...reserved.values()].reduce((sum, count) => sum + count, 0)).toBe(total)
  expect(Math.min(...reserved.values())).toBeGreaterThanOrEqual(4)
  for (const { id, concurrencyMax } of workerOperations)
    expect(reserved.get(id) ?? 0, id).toBeLessThanOrEqual(concurrencyMax)
  expect(reserved.get('watch-silence')).toBeGreaterThan(turnsAtOnceMax)
})

/**
 * Starts 20 slow requests to each operation that a token can reach. Then starts each operation with
 * reserved concurrency.
 */
const flood = async (total: number | undefined) => {
  const rules = openRules({ functions: 1_000 })
  const reserved = reservationsOf(operations, total)
  const functions = openFunctions(
    rules,
    operations.map(({ id, kind }) => ({
      ...workOf(rules.time, kind === 'http' ? 20_000 : 100),
      id,
      reserved: reserved.get(id),
    })),
  )
  functions.begin()
  const requests = operations.flatMap(({ id, kind }) => (kind === 'http' ? Array(20).fill(id) : []))
  const flooding = requests.map((id) => functions.invoke(id, {}))
  const asked = await rules.time.until(Promise.all(reservedIds.map((id) => functions.invoke(id, {}))))
  const flooded = await rules.time.until(Promise.all(flooding))
  const answered = (all: { outcome: string }[]) => all.filter(({ outcome }) => outcome === 'answered').length
  return { requests: answered(flooded), callbacksAndCalls: answered(asked) }
}

test('serves callbacks and running calls while one token uses every other function', async () => {
  expect(await flood(300)).toEqual({ requests: 700, callbacksAndCalls: reservedIds.length })
  expect(await flood(undefined)).toEqual({ requests: 1_000, callbacksAndCalls: 0 })
})
