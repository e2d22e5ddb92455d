import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import * as declare from '../../shared/operations/define.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { schedule } from '../../shared/runtime/schedule.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})
beforeEach(() => {
  world.logged.length = 0
})

const operation = declare.schedule({
  id: 'sweep',
  area: 'tests',
  everyMinutes: 1,
  uses: ['users.list', 'clock'],
  failureHurts: 'nobody',
})
const context = lambdaContext({ functionName: 'sweep', requestId: 'r', timeoutMs: 1000 })
const run = (handle: Parameters<typeof schedule<typeof operation>>[1]) =>
  schedule(operation, handle).open(world.parts, registry)({ time: '2026-01-01T00:00:00Z' }, context)

test('runs with its services and says nothing', async () => {
  const seen: string[] = []
  const answer = await run(async ({ users }) => {
    for (const { name } of await users.list()) seen.push(name)
  })
  expect(answer).toBeUndefined()
  expect(seen).toEqual(['Ada'])
  expect(world.logged).toEqual([])
})

test('an accident is logged and thrown, so that the alarm counts it', async () => {
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(world.logged).toMatchObject([{ level: 'error', message: 'accident', fields: { operation: 'sweep' } }])
})
