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
    'A model plays the customer by `goal`, or the customer says `lines` and hangs up. `draft` tests the assistant’s current draft, `version` that version. Tools answer with `mocks`; a tool without a mock is not called. No call or message leaves. Each run costs its started minutes at the platform’s fee, or the tokens of its models if they cost more, 0.50 at most, which is held first. At most 100 runs an hour. `GET /user/simulations/{id}` shows the progress.',
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
  description: 'Unfinished runs have no transcript yet. A simulation is kept for 30 days.',
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
  description: 'With few fields; each simulation by itself shows its runs.',
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
