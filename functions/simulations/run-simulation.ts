import { runReplay } from '../../shared/actions/assistants/run-replay.ts'
import { outlookOf, playRun } from '../../shared/actions/assistants/run-simulation.ts'
import { isOver, runsAtOnce } from '../../shared/domain/simulations/simulation.ts'
import { runSimulation } from '../../shared/operations/simulations.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Milliseconds until a simulation is checked again: longer than a worker needs for a run. */
const recheckMs = 10 * 60_000

/**
 * Plays the run that the message names. The check for overdue items queues a message without a run.
 * The worker then queues lost runs again, and fails runs that were interrupted too often.
 */
export const handler = worker(runSimulation, async (message, services, log) => {
  if ('replay_id' in message) return runReplay(services, message, log)
  const { run, ...ref } = message
  const { simulations, runSimulationQueue, clock } = services
  const simulation = await simulations.find(ref)
  if (!simulation || simulation.done_at !== undefined) return
  if (run !== undefined) {
    if (run > simulation.runs) return
    await playRun(services, simulation, run, log)
    const begun = await simulations.runs(ref)
    const isRunOver = begun.some((one) => one.run === run && isOver(one))
    const next = run + runsAtOnce
    if (isRunOver && next <= simulation.runs) await runSimulationQueue.nudge({ ...ref, run: next })
  } else {
    const now = clock.now()
    const begun = await simulations.runs(ref)
    const { waiting, hopeless } = outlookOf(simulation, begun, now)
    const free = runsAtOnce - begun.filter((one) => !isOver(one) && one.until > now).length
    for (const { run, failure } of hopeless) await simulations.giveUp(simulation, run, failure, now)
    await simulations.recheckAt(ref, now + recheckMs)
    await runSimulationQueue.send(waiting.slice(0, Math.max(0, free)).map((run) => ({ ...ref, run })))
  }
  const over = await simulations.conclude(simulation, clock.now())
  if (over) log.info('simulation over', { ...ref, runs: over.runs, passed: over.passed })
})
