import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { recordedCall, replay, replayed } from './replay.ts'

const world = useWorld()
const user = useUser(world)

test('has the newest first, in short', async () => {
  const assistant_id = await assistantFor(world, user)
  const call_id = await recordedCall(world, user, { assistant_id })
  const begin = () => replay(world, user, assistant_id, { call_ids: [call_id], version: 1 })
  const first = await begin()
  await replayed(world, user, first)
  await world.run(1)
  const second = await begin()
  const { body } = await world.api(user.token, 'GET', '/user/replays')
  expect(body.map(({ id }: { id: number }) => id)).toEqual([second, first])
  expect(body[1]).toMatchObject({ status: 'done', assistant_version: 1, calls: 1, failed: 0, cost: { charged: 0.05 } })
  expect(body[1]).not.toHaveProperty('results')
})
