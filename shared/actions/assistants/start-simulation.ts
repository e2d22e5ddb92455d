import { floorOf } from '../../domain/account/account.ts'
import type { Assistant } from '../../domain/assistants/assistant.ts'
import type { Draft } from '../../domain/assistants/assistant-draft.ts'
import type { Scenario, Simulation } from '../../domain/simulations/simulation.ts'
import type { Dependencies } from '../../services.ts'
import { Problem } from '../../words/problem.ts'

interface Wanted {
  assistant: Assistant
  draft?: Draft | undefined
  name: string | undefined
  runs: number
  scenario: Scenario
}

/** Milliseconds until a worker first checks the simulation, because queue messages may be lost. */
const firstCheckMs = 2 * 60_000
/** `Retry-After` in seconds when too many simulations and replays run. */
const retrySeconds = 30

export const readForSimulation = async (
  { accounts, simulations }: Dependencies<'accounts.means' | 'simulations.freePlace'>,
  user_id: number,
) => {
  const [means, place] = await Promise.all([accounts.means(user_id), simulations.freePlace(user_id)])
  return { means, place }
}

export const startSimulation = async (
  { simulations, clock }: Dependencies<'simulations.open' | 'simulations.takeRuns' | 'clock'>,
  { assistant, draft, name, runs, scenario }: Wanted,
  { means, place }: Awaited<ReturnType<typeof readForSimulation>>,
  create: (open: (id: number) => Promise<boolean>) => Promise<number>,
): Promise<number> => {
  const { user_id } = assistant
  const { account } = means
  if (account.suspended_at !== undefined) throw new Problem('account_suspended')
  if (place !== undefined) {
    const taken = await simulations.takeRuns(user_id, runs, clock.now())
    if (!taken.isAllowed) throw new Problem('too_many_attempts', { retrySeconds: taken.resetSeconds })
  }
  const wanted: Omit<Simulation, 'id' | 'place'> = {
    user_id,
    assistant_id: assistant.id,
    ...(draft ? { draft: draft.changes } : { assistant_version: assistant.version }),
    name,
    runs,
    scenario,
    due_at: clock.now() + firstCheckMs,
  }
  return create(async (id) => {
    const opened = await simulations.open({ ...wanted, id }, floorOf(means), { account, place })
    if (opened === 'insufficient') throw new Problem('insufficient_balance')
    if (opened === 'busy') throw new Problem('too_many_simulations', { retrySeconds })
    return opened === 'opened'
  })
}
