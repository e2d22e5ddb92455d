import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** The hold is released once, less the cost of the played calls. */
const expectSettled = async (id: number, cost: number) => {
  const entries = await entriesOf(id)
  expect(entries.map(({ type }) => type).toSorted()).toEqual(['hold', 'release'])
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(cost === 0 ? 0 : -cost)
}

const placesTaken = async () => (await world.items()).filter(({ pk }) => pk === `${user.id}#simulation-place`).length

describe('every call, every fault', () => {
  test.each(faultKinds)('a worker that %s: every call is over, charged once, and the place is free', async (kind) => {
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
