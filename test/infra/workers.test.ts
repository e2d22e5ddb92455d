import { expect, test } from 'vitest'
import { concurrencyMaxIn } from '../../infra/workers.ts'
import { placeCall } from '../../shared/operations/calls.ts'
import { workerOperations } from '../../shared/operations/index.ts'

test('more calls are placed at once where the carrier takes more in a second, up to what AWS allows', () => {
  const atOnce = [1, 10, 30, 9_999].map((callsPerSecond) => concurrencyMaxIn('prod', placeCall, callsPerSecond))
  expect(atOnce).toEqual([20, 20, 60, 1_000])
})

test('nothing else is done by more at once for that', () => {
  const others = workerOperations.filter(({ id }) => id !== placeCall.id)
  for (const worker of others) expect(concurrencyMaxIn('prod', worker, 9_999)).toBe(worker.concurrencyMax)
})
