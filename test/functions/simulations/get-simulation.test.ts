import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { finished, shown, simulate, simulationDraft, simulationFor } from './simulation.ts'

const world = useWorld()
const user = useUser(world)

test('shows every run, also those that no worker has begun', async () => {
  const { simulation_id } = await simulationFor(world, user, await assistantFor(world, user), { runs: 2 })
  const { status, passed, cost, finished_at, results } = await shown(world, user, simulation_id)
  expect({ status, passed, cost, finished_at }).toEqual({
    status: 'running',
    passed: null,
    cost: null,
    finished_at: null,
  })
  expect(results).toMatchObject([
    { run: 1, status: 'waiting', passed: null, transcript: [], cost: 0 },
    { run: 2, status: 'waiting', passed: null, transcript: [], cost: 0 },
  ])
})

test('404 for one of another user', async () => {
  const other = await world.user()
  const id = await simulate(world, other, await assistantFor(world, other), simulationDraft)
  expect(await finished(world, other, id)).toMatchObject({ status: 'done', passed: 1 })
  const { status, body } = await world.api(user.token, 'GET', `/user/simulations/${id}`)
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Simulation not found' } })
})
