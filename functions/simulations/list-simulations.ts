import { simulationView } from '../../shared/domain/simulations/simulation-view.ts'
import { listSimulations } from '../../shared/operations/simulations.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listSimulations, async ({ user_id }, { simulations }) =>
  (await simulations.list(user_id)).map(simulationView),
)
