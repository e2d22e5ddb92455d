import { chosenSettings } from '../../shared/actions/assistants/chosen-settings.ts'
import { readForSimulation, startSimulation } from '../../shared/actions/assistants/start-simulation.ts'
import { textsTooLong } from '../../shared/domain/conversations/filled-texts.ts'
import { runsAtOnce } from '../../shared/domain/simulations/simulation.ts'
import { foreignNames, scenarioOf } from '../../shared/domain/simulations/simulation-form.ts'
import { offersOf } from '../../shared/domain/tools/built-in-offers.ts'
import { simulateAssistant } from '../../shared/operations/simulations.ts'
import { http } from '../../shared/runtime/http.ts'
import { merge } from '../../shared/words/form.ts'

/** Stores the simulation with its price and a deadline. Workers play the runs, one per message. */
export const handler = http(simulateAssistant, async (request, services) => {
  const { user_id, id: assistant_id } = request
  const { tools, runSimulationQueue, clock } = services
  const seeing = readForSimulation(services, user_id)
  // Handles a failed read, because an unhandled rejection before the `await` would end the process.
  seeing.catch(() => undefined)
  const { assistant, draft } = await chosenSettings(services, { user_id, id: assistant_id }, request.bodyValues())
  const own = await tools.findMany(user_id, assistant.tool_ids)
  const names = [...offersOf(assistant.built_in_tools, assistant.mode), ...own].map(({ name }) => name)
  const wanted = await request.body((values) =>
    merge(foreignNames(values, assistant, names), textsTooLong(assistant, values.variables ?? {}, clock.now())),
  )
  const { name, runs = 1 } = wanted
  const id = await startSimulation(
    services,
    { assistant, draft, name, runs, scenario: scenarioOf(wanted) },
    await seeing,
    (open) => request.create(open),
  )
  await Promise.all(
    Array.from({ length: Math.min(runs, runsAtOnce) }, (_, index) =>
      runSimulationQueue.nudge({ user_id, simulation_id: id, run: index + 1 }),
    ),
  )
  return { message: 'The simulation has begun', data: { id } }
})
