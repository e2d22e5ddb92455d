import { simulations } from '../../../shared/data/simulations/simulations.ts'
import { type SimulationRef, simulationsAtOnce } from '../../../shared/domain/simulations/simulation.ts'
import { rateKey, simulationPlaceKey } from '../../../shared/table/keys.ts'
import type { TestUser, World } from '../../world.ts'

export const simulationDraft = {
  name: 'Opening hours',
  lines: ['Who are you?'],
  assertions: [{ type: 'not_said', text: 'I do not know' }],
}

export const freePlaces = async (world: World, user: TestUser): Promise<void> => {
  for (let place = 0; place < simulationsAtOnce; place++)
    await world.parts.table.write([{ delete: simulationPlaceKey(user.id, place) }])
  const hour = Math.floor(world.clock.now() / 3_600_000)
  await world.parts.table.write([{ delete: rateKey(user.id, 'simulate', hour) }])
}

export const simulationFor = async (
  world: World,
  user: TestUser,
  assistant_id: number,
  { runs = 1, due_at = world.clock.now() + 3_600_000 }: { runs?: number; due_at?: number } = {},
): Promise<SimulationRef> => {
  await freePlaces(world, user)
  const id = world.newId()
  const scenario = { customer: { lines: ['Who are you?'] }, variables: {}, mocks: [], assertions: [], turnsMax: 20 }
  const opened = { id, user_id: user.id, assistant_id, name: undefined, runs, scenario, due_at }
  const outcome = await simulations(world.parts).open(opened, undefined)
  if (outcome !== 'opened') throw new Error(`The simulation was not opened: ${outcome}`)
  return { user_id: user.id, simulation_id: id }
}

export const simulate = async (world: World, user: TestUser, assistant_id: number, body: object): Promise<number> => {
  const reply = await world.api(user.token, 'POST', `/user/assistants/${assistant_id}/simulate`, body)
  if (reply.status !== 202) throw new Error(`The simulation has not begun: ${reply.text}`)
  return reply.body.data.id
}

export const shown = async (world: World, user: TestUser, id: number) =>
  (await world.api(user.token, 'GET', `/user/simulations/${id}`)).body

export const finished = async (world: World, user: TestUser, id: number, secondsMax = 600) => {
  for (let seconds = 0; seconds < secondsMax; seconds += 5) {
    const body = await shown(world, user, id)
    if (body.status === 'done') return body
    await world.run(5)
  }
  throw new Error('The simulation is not over')
}
