import { expect, test } from 'vitest'
import { ourNumber, startCarrier } from './harness.ts'

const demands = '/_double/demands'

test('calls to a country without permission are refused with 21215', async () => {
  const carrier = startCarrier()
  await carrier.control(demands, { barred_from_calls: ['US'] })
  expect(await carrier.dial('+12025550100')).toMatchObject({ status: 400, body: { code: 21215 } })
  await carrier.control(demands, {})
  expect((await carrier.dial('+12025550100')).status).toBe(201)
})

test.each([
  [{ barred_from_calls: ['USA'] }],
  [{ outside_service: [ourNumber, 'someone'] }],
  [{ busy: ['sms'] }],
  [{ permissions: [] }],
])('400 for %j', async (wrong) => {
  expect(await startCarrier().control(demands, wrong)).toMatchObject({ status: 400 })
})
