import * as z from 'zod'
import type { Json } from '../../words/fields.ts'
import type { Micros } from '../../words/money.ts'
import type { VersionSettings } from '../assistants/assistant-version.ts'
import { platformFeePerMinute } from '../reference/prices.ts'
import type { Mock, SimulatedToolCall } from '../tools/mock.ts'
import type { Budget, Spent } from './meter.ts'

/** A conversation without a phone, played several times. */
export interface Simulation {
  id: number
  user_id: number
  assistant_id: number
  /** Absent for a draft, and in old simulations of the live version. */
  assistant_version?: number | undefined
  draft?: Partial<VersionSettings> | undefined
  name: string | undefined
  runs: number
  scenario: Scenario
  place: number
  /** The worker's next check, epoch milliseconds; absent at the end. */
  due_at?: number
  done_at?: number
  passed?: number
  cost?: Micros
}

export interface Scenario {
  customer: Customer
  /** Variables override those of the assistant, as in a call. */
  variables: Record<string, unknown>
  mocks: Mock[]
  assertions: Assertion[]
  turnsMax: number
}

export type Customer = { goal: string } | { lines: string[] }

/** Limits that end a run. `models`: the budget for models is used up. */
export const limits = ['turns', 'minutes', 'models'] as const

export const endings = ['assistant', 'customer', 'limit'] as const

export type Assertion =
  | { type: 'said' | 'not_said'; by: 'assistant' | 'customer'; text: string }
  | { type: 'tool_called'; tool: string; arguments?: Record<string, Json> }
  | { type: 'ended_by'; by: (typeof endings)[number] }
  | { type: 'variable'; name: string; equals?: Json }

export interface Run {
  run: number
  state: 'running' | 'done' | 'failed'
  /** From 1; an interrupted run is played again. */
  attempt: number
  /** End of the worker's claim, epoch milliseconds. */
  until: number
  outcome?: RunOutcome
  failure?: string
}

export interface RunOutcome {
  ended_by: (typeof endings)[number] | 'failure'
  transcript: { sender: 'bot' | 'human'; text: string }[]
  tool_calls: SimulatedToolCall[]
  opted_out: boolean
  extracted: Record<string, string | number | boolean | null> | null
  verdicts: Verdict[]
  passed: boolean
  minutes: number
  spent: Spent
  limit: (typeof limits)[number] | null
}

/** `found`: the actual value. */
export type Verdict = Assertion & { holds: boolean; found: string | null }

/** Message to a worker, which plays the run or, without `run`, checks the simulation. */
export const SimulationRef = z.object({
  user_id: z.int().positive(),
  simulation_id: z.int().positive(),
  run: z.int().positive().optional(),
})
export type SimulationRef = z.infer<typeof SimulationRef>

export const runsMax = 20
export const turnsMax = 20
export const runMinutesMax = 5
export const simulationsAtOnce = 2
/** Runs of one simulation at a time. This limit leaves most workers free. */
export const runsAtOnce = 4
export const attemptsMax = 3
export const keptDays = 30
export const overdueMs = 2 * 60 * 60_000

export const runsPerHour = 100
/** Limits of a run's cost, including five minutes of the platform's fee. */
export const runBudget: Budget = { requestsMax: 100, costMax: 500_000 }

export const heldFor = ({ runs }: Pick<Simulation, 'runs'>): Micros => runs * runBudget.costMax

export const costOf = ({ outcome }: Pick<Run, 'outcome'>): Micros =>
  outcome ? Math.min(runBudget.costMax, Math.max(outcome.minutes * platformFeePerMinute, outcome.spent.cost)) : 0

export const isOver = ({ state }: Run): boolean => state !== 'running'
