import type { Account } from '../../domain/account/account.ts'
import {
  attemptsMax,
  costOf,
  heldFor,
  isOver,
  keptDays,
  type Run,
  runsPerHour,
  type Simulation,
  type SimulationRef,
  simulationsAtOnce,
} from '../../domain/simulations/simulation.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { hourlyShare } from '../../table/hourly-share.ts'
import { dueKey, type StoredKey, simulationKey, simulationPlaceKey, simulationRunKey } from '../../table/keys.ts'
import { type Condition, exists, type Item, isNew, type Table, type Write, when } from '../../table/table.ts'
import type { Micros } from '../../words/money.ts'
import { type Ledger, ledger } from '../account/ledger.ts'

export interface Simulations {
  find(ref: SimulationRef): Promise<Simulation | undefined>
  /** Newest first. */
  list(user_id: number): Promise<Simulation[]>
  runs(ref: SimulationRef): Promise<Run[]>
  freePlace(user_id: number): Promise<number | undefined>
  takeRuns(
    user_id: number,
    runs: number,
    now: number,
  ): Promise<{ isAllowed: true } | { isAllowed: false; resetSeconds: number }>
  /**
   * Counts the simulation against the limit of concurrent simulations, and holds its price.
   * `exists`: the id is taken.
   */
  open(
    simulation: Omit<Simulation, 'place'>,
    floor: Micros | undefined,
    seen?: { account: Account; place: number | undefined },
  ): Promise<'opened' | 'exists' | 'busy' | 'insufficient'>
  /** Undefined when the run is over, claimed, or was interrupted too often. */
  claim(ref: SimulationRef, run: number, span: { now: number; until: number }): Promise<Run | undefined>
  /** False when another worker has claimed the run. */
  finish(simulation: Simulation, run: Run): Promise<boolean>
  giveUp(simulation: Simulation, run: number, failure: string, now: number): Promise<boolean>
  recheckAt(ref: SimulationRef, due_at: number): Promise<void>
  conclude(simulation: Simulation, now: number): Promise<Simulation | undefined>
}

const listMax = 50

interface Store {
  parts: HistoryParts
  move: Ledger['move']
}

export const simulations = (parts: HistoryParts): Simulations => {
  const { table } = parts
  const store: Store = { parts, move: ledger(parts).move }

  return {
    find: (ref) => find(table, ref),
    runs: (ref) => runs(table, ref),

    list: async (user_id) => {
      const { pk } = simulationKey(user_id, 0)
      const items = await table.query<StoredSimulation>({ pk, newestFirst: true, limit: listMax })
      return items.flatMap((item) => readSimulation(item) ?? [])
    },

    freePlace: (user_id) => freePlace(table, user_id),

    takeRuns: (user_id, runs, now) =>
      hourlyShare(table, { user_id, kind: 'simulate', now }, { requests: { add: runs, max: runsPerHour } }),

    open: open(store),
    claim: claim(table),
    finish: (simulation, run) =>
      settle(store, simulation, run, { put: runItem(store, simulation, run), when: isAtAttempt(run) }),
    giveUp: giveUp(store),

    recheckAt: async ({ user_id, simulation_id }, due_at) => {
      await table.write([{ update: simulationKey(user_id, simulation_id), set: { due_at }, when: isOpen }])
    },

    conclude: async (simulation, now) => {
      const { user_id, id, place } = simulation
      const played = await runs(table, { user_id, simulation_id: id })
      if (played.filter(isOver).length < simulation.runs) return undefined
      const passed = played.filter(({ outcome }) => outcome?.passed).length
      const cost = played.reduce((sum, run) => sum + costOf(run), 0)
      const ended = { done_at: now, passed, cost }
      await table.write([
        { update: simulationKey(user_id, id), set: ended, remove: ['due_at', 'due_shard'], when: isOpen },
        { delete: simulationPlaceKey(user_id, place), when: when('#simulation_id = :id', { id }) },
      ])
      return { ...simulation, due_at: undefined, ...ended }
    },
  }
}

const isOpen = when('attribute_exists(#pk) AND attribute_not_exists(#done_at)')

const isAtAttempt = ({ attempt }: Run): Condition =>
  when('#attempt = :attempt AND #state = :running', { attempt, running: 'running' })

const find = async (table: Table, { user_id, simulation_id }: SimulationRef) =>
  readSimulation(await table.get<StoredSimulation>(simulationKey(user_id, simulation_id)))

const findRun = async (table: Table, { user_id, simulation_id }: SimulationRef, run: number) =>
  readRun(await table.get<StoredRun>(simulationRunKey(user_id, simulation_id, run)))

const runs = async (table: Table, { user_id, simulation_id }: SimulationRef): Promise<Run[]> => {
  const { pk, sk: from } = simulationRunKey(user_id, simulation_id, 0)
  const { sk: to } = simulationRunKey(user_id, simulation_id, 99)
  const items = await table.query<StoredRun>({ pk, from, to })
  return items.flatMap((item) => readRun(item) ?? [])
}

export const freePlace = async (table: Table, user_id: number): Promise<number | undefined> => {
  const places = Array.from({ length: simulationsAtOnce }, (_, index) => index)
  const taken = await table.getMany(places.map((place) => simulationPlaceKey(user_id, place)))
  return places.find((place) => taken[place] === undefined)
}

const open =
  ({ parts, move }: Store): Simulations['open'] =>
  async (opened, floor, seen) => {
    const { user_id, id } = opened
    const { table, clock } = parts
    const description = `Simulation ${id}, runs: ${opened.runs}, at most`
    const hold = { user_id, type: 'hold' as const, amount: -heldFor(opened), description }
    let place = seen?.place
    for (let losses = place === undefined ? 0 : -1; losses <= simulationsAtOnce; losses++) {
      if (losses >= 0) {
        const [known, free] = await Promise.all([
          find(table, { user_id, simulation_id: id }),
          freePlace(table, user_id),
        ])
        if (known) return 'exists'
        place = free
      }
      if (place === undefined) break
      const put = {
        ...{ ...simulationKey(user_id, id), ...opened, place, scenario: JSON.stringify(opened.scenario) },
        ...(opened.draft && { draft: JSON.stringify(opened.draft) }),
        ...dueKey(id, opened.due_at),
        expires_at_seconds: expiry(clock.now()),
      }
      const beside: Write[] = [
        { put, when: isNew },
        { put: { ...simulationPlaceKey(user_id, place), simulation_id: id }, when: isNew },
      ]
      const moved = await move(hold, { floor, beside, seen: seen?.account })
      if (moved.moved) return 'opened'
      if (moved.why === 'insufficient') return 'insufficient'
    }
    return 'busy'
  }

const claim =
  (table: Table): Simulations['claim'] =>
  async (ref, run, { now, until }) => {
    const { user_id, simulation_id } = ref
    const seen = await findRun(table, ref, run)
    if (seen && (isOver(seen) || seen.until > now || seen.attempt >= attemptsMax)) return undefined
    const claimed: Run = { run, state: 'running', attempt: (seen?.attempt ?? 0) + 1, until }
    const put = { ...simulationRunKey(user_id, simulation_id, run), ...claimed, expires_at_seconds: expiry(now) }
    const written = await table.write([
      { put, when: seen ? isAtAttempt(seen) : isNew },
      { check: simulationKey(user_id, simulation_id), when: exists },
    ])
    return written.done ? claimed : undefined
  }

const giveUp =
  (store: Store): Simulations['giveUp'] =>
  async (simulation, number, failure, now) => {
    const { user_id, id } = simulation
    const seen = await findRun(store.parts.table, { user_id, simulation_id: id }, number)
    if (seen && (isOver(seen) || seen.until > now)) return false
    const run: Run = { run: number, state: 'failed', attempt: seen?.attempt ?? 0, until: now, failure }
    const put = runItem(store, simulation, run)
    return settle(store, simulation, run, { put, when: seen ? isAtAttempt(seen) : isNew })
  }

const settle = async ({ move }: Store, simulation: Simulation, run: Run, write: Write): Promise<boolean> => {
  const { user_id, id } = simulation
  const unused = heldFor({ runs: 1 }) - costOf(run)
  const { minutes = 0, spent } = run.outcome ?? {}
  const entry = {
    user_id,
    type: unused > 0 ? ('release' as const) : ('capture' as const),
    amount: unused,
    description: `Simulation ${id}, run ${run.run}, minutes: ${minutes}, tokens: ${(spent?.input ?? 0) + (spent?.output ?? 0)}`,
  }
  return (await move(entry, { beside: [write, { check: simulationKey(user_id, id), when: exists }] })).moved
}

const runItem = ({ parts }: Store, { user_id, id }: Simulation, run: Run): Item & StoredKey => ({
  ...simulationRunKey(user_id, id, run.run),
  ...run,
  ...(run.outcome && { outcome: JSON.stringify(run.outcome) }),
  expires_at_seconds: expiry(parts.clock.now()),
})

interface Indexed extends StoredKey {
  expires_at_seconds?: number
  due_shard?: string
}
/** `draft` and `scenario` are JSON text, because their numbers may be too large for DynamoDB. */
type StoredSimulation = Omit<Simulation, 'draft' | 'scenario'> & Indexed & { draft?: string; scenario: string }
type StoredRun = Omit<Run, 'outcome'> & Indexed & { outcome?: string }

const expiry = (now: number): number => Math.ceil(now / 1000) + keptDays * 24 * 60 * 60

const readSimulation = (item: StoredSimulation | undefined): Simulation | undefined => {
  if (!item) return undefined
  const { pk: _pk, sk: _sk, expires_at_seconds: _expiry, due_shard: _shard, draft, scenario, ...simulation } = item
  return { ...simulation, scenario: JSON.parse(scenario), ...(draft !== undefined && { draft: JSON.parse(draft) }) }
}

const readRun = (item: StoredRun | undefined): Run | undefined => {
  if (!item) return undefined
  const { pk: _pk, sk: _sk, expires_at_seconds: _expiry, due_shard: _shard, outcome, ...run } = item
  return { ...run, ...(outcome !== undefined && { outcome: JSON.parse(outcome) }) }
}
