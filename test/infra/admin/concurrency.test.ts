import { expect, test } from 'vitest'
import { workChecks } from '../../../infra/admin/doctor/work.ts'
import type { AdminTools } from '../../../infra/admin/tools.ts'

interface Given {
  limit: number
  calls: number
  isProd: boolean
  reserved?: string
}

const diagnose = async ({ limit, calls, isProd, reserved }: Given): Promise<object> => {
  const tools = {
    users: { list: async () => [{ id: 1 }] },
    campaigns: { list: async () => [{ status: 'in-progress', max_calls_in_parallel: calls }] },
    stack: {
      concurrencyMax: async () => limit,
      safeguards: async () => ({ key: isProd ? 'key-1' : undefined }),
      parts: { settings: { get: () => reserved } },
    },
  }
  const check = workChecks.concurrency
  if (!check) throw new Error('The doctor has no check of this name')
  return check(tools as unknown as AdminTools, new Promise(() => {}))
}

test('asks a stage prod to reserve functions, and says how many', async () => {
  expect(await diagnose({ limit: 1_000, calls: 10, isProd: true })).toEqual({
    wrong: expect.stringMatching(/none are reserved .* one token can use all .* -c reservedConcurrency=500\./),
  })
  expect(await diagnose({ limit: 330, calls: 10, isProd: true })).toEqual({
    wrong: expect.stringContaining('-c reservedConcurrency=220.'),
  })
  expect(await diagnose({ limit: 1_000, calls: 10, isProd: false })).toHaveProperty('well')
})

test('asks for a larger account where AWS would refuse the smallest reservation', async () => {
  expect(await diagnose({ limit: 250, calls: 10, isProd: true })).toEqual({
    wrong: expect.stringMatching(/none are reserved .* Ask AWS for more .* Then deploy with -c reservedConcurrency/),
  })
})

test('compares the reserved functions of calls with running campaigns', async () => {
  expect(await diagnose({ limit: 1_000, calls: 300, isProd: true, reserved: '500' })).toEqual({
    well: expect.stringMatching(/500 are reserved for callbacks and running calls, \d+ of them/),
  })
  expect(await diagnose({ limit: 1_000, calls: 330, isProd: true, reserved: '220' })).toEqual({
    wrong: expect.stringMatching(/330 calls at a time need about 99 .* a larger -c reservedConcurrency/),
  })
})

test('names a limit of the account that running campaigns exceed before anything else', async () => {
  expect(await diagnose({ limit: 10, calls: 10, isProd: true })).toEqual({
    wrong: expect.stringMatching(/may run 10 functions at once .* need about 55: callers will wait\. Ask AWS/),
  })
})
