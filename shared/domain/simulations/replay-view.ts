import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { decimalOf } from '../../words/money.ts'
import { isoTime } from '../../words/time.ts'
import { SimulatedToolCallItem } from '../tools/mock.ts'
import { type Aspect, aspects, type Side } from './comparison.ts'
import {
  type CallVerdict,
  callVerdicts,
  expectedOf,
  heldForReplay,
  type Replay,
  type ReplayedCall,
  replayVerdicts,
  totalsOf,
} from './replay.ts'
import { endings } from './simulation.ts'

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const SideItem = z.object({
  ended_by: z.enum([...endings, 'failure', 'unknown']),
  variables: z.record(z.string(), Value).nullable(),
  tools: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), Value), outcome: z.string() })),
  opted_out: z.boolean(),
  turns: z.int(),
  words: z.int(),
  cost: z.number(),
  latency_ms: z.int().nullable(),
})

const ResultItem = z.object({
  call_id: z.int(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  failure: z.string().nullable(),
  assistant_version: z.int().nullable(),
  verdict: z.enum(callVerdicts).nullable(),
  reason: z.string().nullable(),
  differs: z.array(z.enum(aspects)),
  recorded: SideItem.nullable(),
  replayed: SideItem.nullable(),
  /** Tools that were not called, because the past call has no matching tool call. */
  tools_without_record: z.array(z.string()),
  assertions: z.array(z.looseObject({ type: z.string(), holds: z.boolean(), found: z.string().nullable() })),
  cost: z.number(),
})

const Price = z.object({
  expected: z.number(),
  at_most: z.number(),
  charged: z.number().nullable(),
})

const listed = {
  id: z.int(),
  assistant_id: z.int(),
  assistant_version: z.int().nullable(),
  hash: z.string(),
  status: z.enum(['running', 'done']),
  calls: z.int(),
  cost: Price,
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Decided by a sign test at 5 %. `unclear`: no decision. Null until the replay is done. */
  verdict: z.enum(replayVerdicts).nullable(),
  better: z.int(),
  same: z.int(),
  worse: z.int(),
  failed: z.int(),
}

const perAspect = <T>(of: (aspect: Aspect) => T): Record<Aspect, T> => ({
  outcome: of('outcome'),
  variables: of('variables'),
  tools: of('tools'),
  opt_out: of('opt_out'),
  turns: of('turns'),
  words: of('words'),
  cost: of('cost'),
  latency: of('latency'),
})

export const ReplayItem = z.object(listed)

export const FullReplay = z.object({
  ...listed,
  differs: z.object(perAspect(() => z.int())),
  assertions_failed: z.int(),
  results: z.array(ResultItem),
})

const Line = z.object({ sender: z.enum(['bot', 'human']), text: z.string() })

const JudgementItem = z.object({ better: z.enum(['recorded', 'replayed', 'neither']), reason: z.string() }).nullable()

export const FullReplayedCall = z.object({
  ...ResultItem.shape,
  judge: z.object({ recorded_first: JudgementItem, replayed_first: JudgementItem }).nullable(),
  recorded_transcript: z.array(Line),
  replayed_transcript: z.array(Line),
  tool_calls: z.array(SimulatedToolCallItem),
})

type Listed = z.input<typeof ReplayItem>
type Result = z.input<typeof ResultItem>

export const replayView = (replay: Replay, played: readonly ReplayedCall[] = []): Listed => {
  const { id, assistant_id, assistant_version, hash, calls, done_at, cost } = replay
  const { verdict, ...counts } = replay.totals ?? { ...totalsOf(calls.length, played), failed: failedAmong(played) }
  return {
    id,
    assistant_id,
    assistant_version: assistant_version ?? null,
    hash,
    status: done_at === undefined ? 'running' : 'done',
    calls: calls.length,
    cost: { ...priceView(replay), charged: cost === undefined ? null : decimalOf(cost) },
    created_at: isoTime(timeOfId(id)),
    finished_at: done_at === undefined ? null : isoTime(done_at),
    verdict: done_at === undefined ? null : verdict,
    ...counts,
  }
}

export const priceView = (replay: Pick<Replay, 'calls'>) => ({
  expected: decimalOf(expectedOf(replay)),
  at_most: decimalOf(heldForReplay(replay)),
})

const failedAmong = (played: readonly ReplayedCall[]): number => played.filter(({ state }) => state === 'failed').length

export const fullReplay = (replay: Replay, played: readonly ReplayedCall[]): z.input<typeof FullReplay> => {
  const results = replay.calls.map(({ call_id }) =>
    resultView(
      call_id,
      played.find((one) => one.call_id === call_id),
      replay,
    ),
  )
  const differing = (aspect: Aspect) => results.filter(({ differs }) => differs.includes(aspect)).length
  return {
    ...replayView(replay, played),
    differs: perAspect(differing),
    assertions_failed: results.flatMap(({ assertions }) => assertions).filter(({ holds }) => !holds).length,
    results,
  }
}

const sideView = (side: Side): z.input<typeof SideItem> => ({ ...side, cost: decimalOf(side.cost) })

const gone = 'The call is not kept any more.'

export const resultView = (
  call_id: number,
  played: ReplayedCall | undefined,
  { done_at }: Pick<Replay, 'done_at'>,
): Result => {
  const { outcome } = played ?? {}
  const { comparison } = outcome ?? {}
  const status = played?.state ?? (done_at === undefined ? 'waiting' : 'failed')
  const verdict: CallVerdict | undefined = outcome?.verdict
  return {
    call_id,
    status,
    failure: played?.failure ?? (status === 'failed' ? gone : null),
    assistant_version: outcome?.assistant_version ?? null,
    verdict: verdict ?? null,
    reason: outcome?.reason ?? null,
    differs: comparison?.differs ?? [],
    recorded: comparison ? sideView(comparison.recorded) : null,
    replayed: comparison ? sideView(comparison.replayed) : null,
    tools_without_record: [
      ...new Set(outcome?.tool_calls.flatMap(({ name, answered_by }) => (answered_by === 'none' ? name : []))),
    ],
    assertions: outcome?.verdicts ?? [],
    cost: decimalOf(outcome?.cost ?? 0),
  }
}
