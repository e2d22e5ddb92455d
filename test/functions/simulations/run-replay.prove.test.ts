import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { recordedCall, replay, replayed } from './replay.ts'
import { freePlaces } from './simulation.ts'

const faults = openFaults()
let world: World
let user: TestUser
let assistant_id: number
beforeAll(async () => {
  world = await openWorld({ open: faults.open })
  user = await world.user()
  assistant_id = await assistantFor(world, user)
})
afterAll(() => world.close())

const calls = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => recordedCall(world, user, { assistant_id })))

const begin = async (call_ids: number[]): Promise<number> => {
  await freePlaces(world, user)
  return replay(world, user, assistant_id, { call_ids, version: 1 })
}

const entriesOf = async (id: number) =>
  (await world.services.ledger.page(user.id, 0, 1000)).entries.filter(({ description }) =>
    description.startsWith(`Replay ${id},`),
  )

const expectSettled = async (id: number, cost: number) => {
  const entries = await entriesOf(id)
  expect(entries.map(({ type }) => type).toSorted()).toEqual(['hold', 'release'])
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(cost === 0 ? 0 : -cost)
}

const placesTaken = async () => (await world.items()).filter(({ pk }) => pk === `${user.id}#simulation-place`).length

describe('every call, every fault', () => {
  test.each(faultKinds)('a worker that %s: every call ends, charged once', async (kind) => {
    const call_ids = await calls(2)
    for (let call = 0; ; call++) {
      await freePlaces(world, user)
      faults.arm({ operation: 'run-simulation', call, kind })
      const id = await begin(call_ids)
      const body = await replayed(world, user, id, 3600)
      const struck = faults.struck()
      faults.disarm()
      expect(body).toMatchObject({ status: 'done', failed: 0 })
      await expectSettled(id, 100_000)
      expect(await placesTaken()).toBe(0)
      if (!struck) break
    }
  })
})

test('plays 200 calls in five minutes with a model of one second', async () => {
  const modelMs = 1_000
  const slow = await openWorld({
    open: (entry, parts) => {
      if (entry.operation.id !== 'run-simulation') return entry.open(parts, registry)
      const send: typeof fetch = async (...request) => {
        const [to] = request
        if (String(to instanceof Request ? to.url : to).includes('/chat/completions')) await parts.clock.sleep(modelMs)
        return parts.fetch(...request)
      }
      return entry.open({ ...parts, fetch: send }, registry)
    },
  })
  const owner = await slow.user()
  const id = await assistantFor(slow, owner)
  const lines = Array.from({ length: 8 }, (_, turn) => [`Question ${turn}?`, `AI: Answer ${turn}.`]).flat()
  const call_ids: number[] = []
  for (let count = 0; count < 200; count++)
    call_ids.push(await recordedCall(slow, owner, { assistant_id: id, lines: ['AI: Hello.', ...lines] }))
  const replay_id = await replay(slow, owner, id, { call_ids, version: 1 })
  const body = await replayed(slow, owner, replay_id)
  expect(body).toMatchObject({ calls: 200, failed: 0 })
  const seconds = (Date.parse(body.finished_at) - Date.parse(body.created_at)) / 1000
  expect(seconds).toBeGreaterThanOrEqual(10)
  expect(seconds).toBeLessThanOrEqual(300)
  await slow.close()
})
