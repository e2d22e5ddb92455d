import { fullSimulation } from '../../shared/domain/simulations/simulation-view.ts'
import { getSimulation } from '../../shared/operations/simulations.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getSimulation, async ({ user_id, id }, { simulations }) => {
  const ref = { user_id, simulation_id: id }
  const [simulation, runs] = await Promise.all([simulations.find(ref), simulations.runs(ref)])
  return fullSimulation(found(simulation, 'simulation_not_found'), runs)
})
