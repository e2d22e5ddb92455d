import * as z from 'zod'
import type { Micros } from '../../words/money.ts'
import type { VersionSettings } from '../assistants/assistant-version.ts'
import type { SimulatedToolCall } from '../tools/mock.ts'
import type { Comparison } from './comparison.ts'
import type { Spent } from './meter.ts'
import type { Assertion, Verdict } from './simulation.ts'

/**
 * Plays past calls with other settings. Customers and tools repeat what they said in the call, and
 * the two conversations are compared.
 */
export interface Replay {
  id: number
  user_id: number
  assistant_id: number
  assistant_version?: number
  hash: string
  settings: VersionSettings
  calls: PlannedCall[]
  assertions: Assertion[]
  place: number
  /** The worker's next check, epoch milliseconds; absent at the end. */
  due_at?: number
  done_at?: number
  cost?: Micros
  totals?: ReplayTotals
}

export interface PlannedCall {
  call_id: number
  expected: Micros
  held: Micros
  minutesMax: number
}

export interface ReplayedCall {
  call_id: number
  state: 'running' | 'done' | 'failed'
  /** From 1; an interrupted or unanswered call is played again. */
  attempt: number
  /** End of the worker's claim, epoch milliseconds. */
  until: number
  /** The customer's number, for erasures. */
  phone_number: string
  outcome?: ReplayOutcome
  failure?: string
}

export type JudgeOpinion = { better: 'recorded' | 'replayed' | 'neither'; reason: string } | null

export interface Judgements {
  recorded_first: JudgeOpinion
  replayed_first: JudgeOpinion
}

export interface ReplayOutcome {
  assistant_version: number | null
  comparison: Comparison
  verdict: CallVerdict
  reason: string
  /** Absent when no judging model was asked, and in old replays. */
  judge?: Judgements
  verdicts: Verdict[]
  transcript: { sender: 'bot' | 'human'; text: string }[]
  tool_calls: SimulatedToolCall[]
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
  failed: number
}

/** Message to a worker, which plays the batch or, without `batch`, checks the replay. */
export const ReplayRef = z.object({
  user_id: z.int().positive(),
  replay_id: z.int().positive(),
  batch: z.int().positive().optional(),
})
export type ReplayRef = z.infer<typeof ReplayRef>

export const callsMax = 200
export const batchSize = 10
export const callsPerHour = 1_000
export const replayMinutesMax = 15
export const replayRequestsMax = 200

export const batchOf = ({ calls }: Pick<Replay, 'calls'>, batch: number): PlannedCall[] =>
  calls.slice((batch - 1) * batchSize, batch * batchSize)

export const batchesOf = ({ calls }: Pick<Replay, 'calls'>): number => Math.ceil(calls.length / batchSize)

export const heldForReplay = ({ calls }: Pick<Replay, 'calls'>): Micros =>
  calls.reduce((sum, { held }) => sum + held, 0)

export const expectedOf = ({ calls }: Pick<Replay, 'calls'>): Micros =>
  calls.reduce((sum, { expected }) => sum + expected, 0)

export const isPlayed = ({ state }: ReplayedCall): boolean => state !== 'running'

/** Decides by a one-sided sign test at 5 % over calls that differ. `unclear`: no decision. */
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

const chanceOf = (heads: number, tosses: number): number => {
  let [term, chance] = [0.5 ** tosses, 0]
  for (let count = 0; count <= tosses; count++) {
    if (count >= heads) chance += term
    term *= (tosses - count) / (count + 1)
  }
  return tosses === 0 ? 1 : chance
}
