import * as z from 'zod'
import type { Micros } from '../../words/money.ts'
import type { VersionSettings } from '../assistants/assistant-version.ts'
import type { SimulatedToolCall } from '../tools/mock.ts'
import type { Comparison } from './comparison.ts'
import type { Spent } from './meter.ts'
import type { Assertion, Verdict } from './simulation.ts'

/**
 * Past calls that are played again with other settings of their assistant: the customers say what
 * they said, tools answer what they answered, and the two talks are compared.
 */
export interface Replay {
  id: number
  user_id: number
  assistant_id: number
  /** The version that is played; absent for a draft. */
  assistant_version?: number
  /** Hash of the settings. */
  hash: string
  /** As they were when the replay began, whatever was changed since. */
  settings: VersionSettings
  /** Newest first. */
  calls: PlannedCall[]
  assertions: Assertion[]
  /** The place of the user that it takes until it is over. */
  place: number
  /** Epoch milliseconds: when a worker must look after it; absent once it is over. */
  due_at?: number
  /** Epoch milliseconds; absent during the replay. */
  done_at?: number
  cost?: Micros
  /** Counts of verdicts, once it is over. */
  totals?: ReplayTotals
}

export interface PlannedCall {
  call_id: number
  /** The price that is likely, and the price that is held. */
  expected: Micros
  held: Micros
  /** Minutes that the talk may take on the phone. */
  minutesMax: number
}

/** One call that is played again. */
export interface ReplayedCall {
  call_id: number
  state: 'running' | 'done' | 'failed'
  /** Counted from 1: a call that was interrupted, or that no model answered, is played again. */
  attempt: number
  /** Epoch milliseconds: until then the worker that plays it is believed to live. */
  until: number
  /** Number of the customer. The erasure of a person finds the words by it. */
  phone_number: string
  outcome?: ReplayOutcome
  /** Why it failed; nothing is charged for it. */
  failure?: string
}

export interface ReplayOutcome {
  /** The version that the call ran with; null in calls before versions existed. */
  assistant_version: number | null
  comparison: Comparison
  verdict: CallVerdict
  reason: string
  verdicts: Verdict[]
  transcript: { sender: 'bot' | 'human'; text: string }[]
  tool_calls: SimulatedToolCall[]
  /** Started minutes that the talk would have taken on the phone. */
  minutes: number
  spent: Spent
  cost: Micros
}

export const callVerdicts = ['better', 'same', 'worse'] as const
export type CallVerdict = (typeof callVerdicts)[number]

export const replayVerdicts = ['better', 'same', 'worse', 'unclear'] as const

export interface ReplayTotals {
  verdict: (typeof replayVerdicts)[number]
  better: number
  same: number
  worse: number
  /** Calls that were not played. */
  failed: number
}

/** Names a replay; with a batch, the worker plays its calls, else it looks after all of them. */
export const ReplayRef = z.object({
  user_id: z.int().positive(),
  replay_id: z.int().positive(),
  batch: z.int().positive().optional(),
})
export type ReplayRef = z.infer<typeof ReplayRef>

export const callsMax = 200
/** Calls that one function plays at a time. They wait for models, and not for the processor. */
export const batchSize = 10
/** Calls that a user may have played in an hour. */
export const callsPerHour = 1_000
export const replayMinutesMax = 15
/** Requests to models about one call. */
export const replayRequestsMax = 200

/** The calls of a batch, counted from 1. */
export const batchOf = ({ calls }: Pick<Replay, 'calls'>, batch: number): PlannedCall[] =>
  calls.slice((batch - 1) * batchSize, batch * batchSize)

export const batchesOf = ({ calls }: Pick<Replay, 'calls'>): number => Math.ceil(calls.length / batchSize)

export const heldForReplay = ({ calls }: Pick<Replay, 'calls'>): Micros =>
  calls.reduce((sum, { held }) => sum + held, 0)

export const expectedOf = ({ calls }: Pick<Replay, 'calls'>): Micros =>
  calls.reduce((sum, { expected }) => sum + expected, 0)

export const isPlayed = ({ state }: ReplayedCall): boolean => state !== 'running'

/**
 * Counts verdicts, and judges the replay as a whole. Chance makes some talks better and some worse,
 * so the verdict is a one-sided sign test at 5 %: as many worse calls among those that differ would
 * be that unlikely. `unclear`: talks differ, and the test decides nothing.
 */
export const totalsOf = (planned: number, played: readonly ReplayedCall[]): ReplayTotals => {
  const count = (verdict: CallVerdict) => played.filter(({ outcome }) => outcome?.verdict === verdict).length
  const [better, same, worse] = [count('better'), count('same'), count('worse')]
  const failed = planned - better - same - worse
  return { verdict: verdictOf(better, worse), better, same, worse, failed }
}

const chanceMax = 0.05

const verdictOf = (better: number, worse: number): ReplayTotals['verdict'] => {
  if (chanceOf(worse, better + worse) <= chanceMax) return 'worse'
  if (chanceOf(better, better + worse) <= chanceMax) return 'better'
  return better + worse === 0 ? 'same' : 'unclear'
}

/** Returns the chance that a fair coin shows at least `heads` heads. */
const chanceOf = (heads: number, tosses: number): number => {
  let [term, chance] = [0.5 ** tosses, 0]
  for (let count = 0; count <= tosses; count++) {
    if (count >= heads) chance += term
    term *= (tosses - count) / (count + 1)
  }
  return tosses === 0 ? 1 : chance
}
