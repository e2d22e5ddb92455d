import * as z from 'zod'
import type { Json } from '../../words/fields.ts'
import type { Micros } from '../../words/money.ts'
import type { VersionSettings } from '../assistants/assistant-version.ts'
import { platformFeePerMinute } from '../reference/prices.ts'
import type { Mock, SimulatedToolCall } from '../tools/mock.ts'
import type { Budget, Spent } from './meter.ts'

/**
 * A talk that is played without a phone, a number of times: a customer with a goal, or with lines,
 * and what must be true of the talk.
 */
export interface Simulation {
  id: number
  user_id: number
  assistant_id: number
  /**
   * The version that is played. Absent with a draft, and in simulations from before versions were
   * kept: the live version is played.
   */
  assistant_version?: number | undefined
  /** Changes of the draft under test, as it was when the simulation began. */
  draft?: Partial<VersionSettings> | undefined
  name: string | undefined
  /** Number of times that the talk is played; runs are counted from 1. */
  runs: number
  scenario: Scenario
  /** The user's slot that it occupies until it is over. */
  place: number
  /** Epoch milliseconds: when a worker must look after it; absent once it is over. */
  due_at?: number
  /** Epoch milliseconds; absent during the simulation. */
  done_at?: number
  /** Number of passed runs, once it is over. */
  passed?: number
  cost?: Micros
}

export interface Scenario {
  customer: Customer
  /** Over those of the assistant, as in a call. */
  variables: Record<string, unknown>
  /** In the order in which they are tried. */
  mocks: Mock[]
  assertions: Assertion[]
  /** Answers of the assistant. */
  turnsMax: number
}

/** A model plays them by what they want, or they say their lines and hang up. */
export type Customer = { goal: string } | { lines: string[] }

/** `models`: the budget of requests and tokens was used up. */
export const limits = ['turns', 'minutes', 'models'] as const

export const endings = ['assistant', 'customer', 'limit'] as const

export type Assertion =
  | { type: 'said' | 'not_said'; by: 'assistant' | 'customer'; text: string }
  | { type: 'tool_called'; tool: string; arguments?: Record<string, Json> }
  | { type: 'ended_by'; by: (typeof endings)[number] }
  | { type: 'variable'; name: string; equals?: Json }

/** One time that the talk is played. */
export interface Run {
  run: number
  state: 'running' | 'done' | 'failed'
  /** Counted from 1: an interrupted run is played again. */
  attempt: number
  /** Epoch milliseconds: until then the worker that plays it is believed to live. */
  until: number
  outcome?: RunOutcome
  /** Why it failed; nothing is charged for it. */
  failure?: string
}

export interface RunOutcome {
  /** failure: no model had an answer. */
  ended_by: (typeof endings)[number] | 'failure'
  transcript: { sender: 'bot' | 'human'; text: string }[]
  tool_calls: SimulatedToolCall[]
  /** The customer's words would have put their number on the do-not-call list. */
  opted_out: boolean
  /** Null when no assertion asks for them, or no model found them. */
  extracted: Record<string, string | number | boolean | null> | null
  verdicts: Verdict[]
  passed: boolean
  /** Started minutes that the talk would have taken on the phone. */
  minutes: number
  spent: Spent
  /** The limit that ended the talk; null for another ending. */
  limit: (typeof limits)[number] | null
}

/** The result of an assertion; `found` is the value that was there instead. */
export type Verdict = Assertion & { holds: boolean; found: string | null }

/** Names a simulation; with a run, the worker plays that one, else it looks after all of them. */
export const SimulationRef = z.object({
  user_id: z.int().positive(),
  simulation_id: z.int().positive(),
  run: z.int().positive().optional(),
})
export type SimulationRef = z.infer<typeof SimulationRef>

export const runsMax = 20
export const turnsMax = 20
/** Minutes of a run, on the clock and as the talk would have taken on the phone. */
export const runMinutesMax = 5
/** A user's simulations at a time. */
export const simulationsAtOnce = 2
/**
 * Runs of a simulation that are played at a time: all of a user's together leave most workers free.
 */
export const runsAtOnce = 4
/** A run that was interrupted so often has failed. */
export const attemptsMax = 3
export const keptDays = 30
/** Milliseconds after which an unfinished run has failed. */
export const overdueMs = 2 * 60 * 60_000

/** Runs that a user may start in an hour. */
export const runsPerHour = 100
/** Budget of one run. Its cost covers the five minutes of the platform's fee, too. */
export const runBudget: Budget = { requestsMax: 100, costMax: 500_000 }

/**
 * Returns the most that the runs can cost. It is held when a simulation begins; each run gives back
 * its rest.
 */
export const heldFor = ({ runs }: Pick<Simulation, 'runs'>): Micros => runs * runBudget.costMax

/**
 * Returns the platform's fee for the started minutes, or the price of the tokens where that is
 * more.
 */
export const costOf = ({ outcome }: Pick<Run, 'outcome'>): Micros =>
  outcome ? Math.min(runBudget.costMax, Math.max(outcome.minutes * platformFeePerMinute, outcome.spent.cost)) : 0

export const isOver = ({ state }: Run): boolean => state !== 'running'
