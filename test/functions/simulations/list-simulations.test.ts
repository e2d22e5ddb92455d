import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { finished, simulate, simulationDraft } from './simulation.ts'

const world = useWorld()
const user = useUser(world)

test('has the newest first, in short', async () => {
  const assistant = await assistantFor(world, user)
  const first = await simulate(world, user, assistant, simulationDraft)
  await finished(world, user, first)
  const second = await simulate(world, user, assistant, simulationDraft)
  const { body } = await world.api(user.token, 'GET', '/user/simulations')
  expect(body.map(({ id }: { id: number }) => id)).toEqual([second, first])
  expect(body[1]).toMatchObject({
    name: 'Opening hours',
    assistant_version: 1,
    status: 'done',
    runs: 1,
    passed: 1,
    cost: 0.05,
  })
  expect(body[1]).not.toHaveProperty('results')
})
