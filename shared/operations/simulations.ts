import * as z from 'zod'
import { SimulationRef } from '../domain/simulations/simulation.ts'
import { SimulationDraft } from '../domain/simulations/simulation-form.ts'
import { FullSimulation, SimulationItem } from '../domain/simulations/simulation-view.ts'
import { http, worker } from './define.ts'

const area = 'simulations'

export const simulateAssistant = http({
  id: 'simulate-assistant',
  area,
  method: 'POST',
  path: '/user/assistants/{id}/simulate',
  summary: 'Test an assistant with a simulated customer',
  description:
    'A model plays the customer by `goal`, or they say `lines` and hang up. With `draft` the draft of the assistant is played, as it is now, with `version` that version. Tools answer with `mocks`; a tool without one is not called. No call is made and nothing is sent. Each run is charged its started minutes at the fee of the platform, or the tokens of its models where they cost more, 0.50 at most; that is held until then. At most 100 runs an hour. `GET /user/simulations/{id}` tells how far it is.',
  body: SimulationDraft,
  status: 202,
  missing: 'assistant_not_found',
  returns: z.object({ message: z.string(), data: z.object({ id: z.int() }) }),
  problems: ['draft_not_found', 'insufficient_balance', 'too_many_simulations', 'version_not_found'],
  uses: [
    'accounts.means',
    'assistantDrafts.find',
    'assistantVersions.settings',
    'assistants.find',
    'clock',
    'runSimulationQueue.nudge',
    'simulations.freePlace',
    'simulations.open',
    'simulations.takeRuns',
    'tools.findMany',
  ],
})

export const getSimulation = http({
  id: 'get-simulation',
  area,
  method: 'GET',
  path: '/user/simulations/{id}',
  summary: 'Get a simulation and its runs',
  description: 'Runs that are not over have no transcript yet. It is kept for 30 days.',
  missing: 'simulation_not_found',
  returns: FullSimulation,
  uses: ['simulations.find', 'simulations.runs'],
})

export const listSimulations = http({
  id: 'list-simulations',
  area,
  method: 'GET',
  path: '/user/simulations',
  summary: 'List the newest 50 simulations, newest first',
  description: 'In short; one by one they show their runs.',
  returns: z.array(SimulationItem),
  uses: ['simulations.list'],
})

export const runSimulation = worker({
  id: 'run-simulation',
  area,
  queue: 'runSimulationQueue',
  broughtBy: 'each talk of a simulation, of which a request starts up to twenty, and spends money on models',
  userLimit: { by: 'another limit', limit: 'two simulations of a user, each with four talks at a time' },
  message: SimulationRef,
  // A run is a talk of up to five minutes, and then up to four questions to models about it.
  batchMax: 1,
  concurrencyMax: 20,
  timeoutSeconds: 450,
  memoryMegabytes: 1024,
  uses: [
    'assistantVersions.settings',
    'assistants.find',
    'clock',
    'runSimulationQueue.nudge',
    'runSimulationQueue.send',
    'simulations.claim',
    'simulations.conclude',
    'simulations.find',
    'simulations.finish',
    'simulations.giveUp',
    'simulations.lookAgainAt',
    'simulations.runs',
    'talkModel.evaluate',
    'talkModel.talk',
    'tools.findMany',
  ],
  failureHurts: 'simulations are over late, and their money stays held until then',
})
