import { chosenSettings } from '../../shared/actions/assistants/chosen-settings.ts'
import { chooseCalls, startReplay } from '../../shared/actions/assistants/start-replay.ts'
import { readForSimulation } from '../../shared/actions/assistants/start-simulation.ts'
import { batchesOf } from '../../shared/domain/simulations/replay.ts'
import { priceView } from '../../shared/domain/simulations/replay-view.ts'
import { runsAtOnce } from '../../shared/domain/simulations/simulation.ts'
import { assertionsOf, foreignNames } from '../../shared/domain/simulations/simulation-form.ts'
import { offersOf } from '../../shared/domain/tools/built-in-offers.ts'
import { replayDraft } from '../../shared/operations/simulations.ts'
import { http } from '../../shared/runtime/http.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding, merge } from '../../shared/words/form.ts'
import { refuseErrors } from '../../shared/words/problem.ts'

/** Stores the draft's settings with the replay, so that later changes have no effect. */
export const handler = http(replayDraft, async (request, services) => {
  const { user_id, id } = request
  const { tools, runSimulationQueue, users } = services
  const seeing = readForSimulation(services, user_id)
  // Handles a failed read, because an unhandled rejection before the `await` would end the process.
  seeing.catch(() => undefined)
  const { version } = request.bodyValues()
  const [user, { assistant }] = await Promise.all([
    users.find(user_id),
    chosenSettings(services, { user_id, id }, version === undefined ? { draft: true } : { version }),
  ])
  const own = await tools.findMany(user_id, assistant.tool_ids)
  const names = [...offersOf(assistant.built_in_tools, assistant.mode), ...own].map(({ name }) => name)
  const {
    calls = 0,
    call_ids,
    assertions,
    dry_run,
  } = await request.body((values) => foreignNames(values, assistant, names))
  const { planned, wrong } = await chooseCalls(services, assistant, {
    ...(call_ids ? { call_ids } : { calls }),
    retention_months: user?.retention_months,
  })
  refuseErrors(
    planned.length === 0 && wrong.length === 0
      ? finding('calls', 'The assistant has no calls in which a customer spoke.')
      : merge(...wrong.map((place) => finding(`call_ids.${place}`, sentences.selected))),
  )
  const cost = priceView({ calls: planned })
  const shown = { calls: planned.length, cost }
  if (dry_run) return { message: 'Nothing was played', data: { id: null, ...shown } }
  const replay_id = await startReplay(
    services,
    { assistant, version, calls: planned, assertions: assertionsOf(assertions) },
    await seeing,
    (open) => request.create(open),
  )
  const batches = Math.min(runsAtOnce, batchesOf({ calls: planned }))
  await Promise.all(
    Array.from({ length: batches }, (_, index) => runSimulationQueue.nudge({ user_id, replay_id, batch: index + 1 })),
  )
  return { message: 'The replay has begun', data: { id: replay_id, ...shown } }
})
