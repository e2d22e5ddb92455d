import { outlookOf, playRun } from '../../shared/actions/simulations/run-simulation.ts'
import { runSimulation } from '../../shared/operations/simulations.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Longer than a worker has a run for: what it left behind is played anew by then. */
const lookAgainMs = 10 * 60_000

/**
 * With a run, plays it; without one, its deadline has come: runs that were lost or left behind are given to workers again, and those that were
 * interrupted too often have failed. Then the simulation is over, if all of its runs are.
 */
export const handler = worker(runSimulation, async ({ run, ...ref }, services, log) => {
  const { simulations, runSimulationQueue, clock } = services
  const simulation = await simulations.find(ref)
  if (!simulation || simulation.done_at !== undefined) return
  if (run !== undefined) {
    if (run <= simulation.runs) await playRun(services, simulation, run, log)
  } else {
    const now = clock.now()
    const { waiting, hopeless } = outlookOf(simulation, await simulations.runs(ref), now)
    for (const { run, failure } of hopeless) await simulations.giveUp(simulation, run, failure, now)
    await simulations.lookAgainAt(ref, now + lookAgainMs)
    await runSimulationQueue.send(waiting.map((run) => ({ ...ref, run })))
  }
  const over = await simulations.conclude(simulation, clock.now())
  if (over) log.info('simulation over', { ...ref, runs: over.runs, passed: over.passed })
})
