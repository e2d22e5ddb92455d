import * as z from 'zod'
import { ReplayRef } from '../domain/simulations/replay.ts'
import { ReplayDraft } from '../domain/simulations/replay-form.ts'
import { FullReplay, FullReplayedCall, ReplayItem } from '../domain/simulations/replay-view.ts'
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

const ofReplays = { area, agents: false } as const

export const replayDraft = http({
  id: 'replay-draft',
  ...ofReplays,
  method: 'POST',
  path: '/user/assistants/{id}/draft/replay',
  summary: 'Play past calls again with a draft',
  description:
    'Plays the newest `calls` of the assistant in which a customer spoke, or `call_ids`. With `version` that version is played, else the draft, as it is now. The customers say what they said, and tools answer what they answered; a tool call without a record is not sent. Each call is charged like a run of a simulation. `at_most` is held until the replay is over; with `dry_run` the answer only says the price, and `id` is null.',
  body: ReplayDraft,
  status: 202,
  missing: 'assistant_not_found',
  returns: z.object({
    message: z.string(),
    data: z.object({
      id: z.int().nullable(),
      calls: z.int(),
      cost: z.object({ expected: z.number(), at_most: z.number() }),
    }),
  }),
  problems: ['draft_not_found', 'version_not_found', 'insufficient_balance', 'too_many_simulations'],
  uses: [
    'accounts.means',
    'assistantDrafts.find',
    'assistantVersions.settings',
    'assistants.find',
    'callPages.page',
    'calls.details',
    'calls.find',
    'clock',
    'replays.open',
    'replays.takeCalls',
    'runSimulationQueue.nudge',
    'simulations.freePlace',
    'tools.findMany',
    'users.find',
  ],
})

export const getReplay = http({
  id: 'get-replay',
  ...ofReplays,
  method: 'GET',
  path: '/user/replays/{id}',
  summary: 'Get a replay: what differs, call by call',
  description: 'Calls that are not over have no verdict yet. It is kept for 30 days.',
  missing: 'replay_not_found',
  returns: FullReplay,
  uses: ['replays.find', 'replays.played'],
})

export const getReplayedCall = http({
  id: 'get-replayed-call',
  ...ofReplays,
  method: 'GET',
  path: '/user/replays/{id}/calls/{call_id}',
  summary: 'Get both talks of a replayed call',
  description: 'With what was said in the call and in the replay, and the tool calls of the replay.',
  missing: 'replay_not_found',
  returns: FullReplayedCall,
  uses: ['calls.details', 'replays.find', 'replays.findCall'],
})

export const listReplays = http({
  id: 'list-replays',
  ...ofReplays,
  method: 'GET',
  path: '/user/replays',
  summary: 'List the newest 50 replays, newest first',
  description: 'In short; one by one they show their calls.',
  returns: z.array(ReplayItem),
  uses: ['replays.list'],
})

export const runSimulation = worker({
  id: 'run-simulation',
  area,
  queue: 'runSimulationQueue',
  broughtBy:
    'each talk of a simulation and each ten calls of a replay, of which a request starts up to twenty; they spend money on models',
  userLimit: { by: 'another limit', limit: 'two simulations or replays of a user, each with four functions at a time' },
  message: z.union([SimulationRef, ReplayRef]),
  // Each message is a conversation of up to five minutes and up to four model requests.
  batchMax: 1,
  concurrencyMax: 20,
  timeoutSeconds: 450,
  memoryMegabytes: 1024,
  uses: [
    'assistantVersions.settings',
    'assistants.find',
    'calls.details',
    'calls.find',
    'clock',
    'embeddings.open',
    'knowledgeStore.passages',
    'knowledgebases.find',
    'replays.claim',
    'replays.conclude',
    'replays.find',
    'replays.giveUp',
    'replays.played',
    'replays.recheckAt',
    'replays.record',
    'runSimulationQueue.nudge',
    'runSimulationQueue.send',
    'simulations.claim',
    'simulations.conclude',
    'simulations.find',
    'simulations.finish',
    'simulations.giveUp',
    'simulations.recheckAt',
    'simulations.runs',
    'talkModel.evaluate',
    'talkModel.judge',
    'talkModel.talk',
    'tools.findMany',
    'users.find',
  ],
  failureHurts: 'simulations and replays are over late, and their money stays held until then',
})
