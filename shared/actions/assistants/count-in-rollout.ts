import {
  type CallOutcome,
  judge,
  placeIn,
  type Rollout,
  type RolloutPlace,
  reasonOf,
} from '../../domain/assistants/rollout.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import { reachesGoal } from '../../domain/calls/call-facts.ts'
import { callRefOf } from '../../domain/calls/call-ref.ts'
import { apologies } from '../../domain/reference/phrases.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

/** Counts a call in its rollout. Rolls the canary back if it breaks a limit. */
export const countInRollout = async (
  services: Dependencies<
    | 'calls.find'
    | 'clock'
    | 'rollouts.count'
    | 'rollouts.countOptOut'
    | 'rollouts.end'
    | 'rollouts.find'
    | 'rollouts.prove'
  >,
  call: Call,
  detail: CallDetail | undefined,
  log: Log,
): Promise<void> => {
  const counting = await countingOf(services, call)
  if (!counting) return
  const { rollouts, calls } = services
  const { rollout, place } = counting
  const outcome = outcomeOf(call, detail)
  if (!outcome && place.arm === 'live') return
  let arms = await rollouts.count(rollout, place, outcome)
  // Reads the call again, because an opt-out may have arrived. `countOptOutInRollout` counts later
  // opt-outs.
  const fresh = await calls.find(callRefOf(call))
  if (fresh?.opted_out) arms = await rollouts.countOptOut(rollout, place)
  const verdicts = judge(rollout, arms)
  const isEnded = await endIfTripped(services, rollout, verdicts, log)
  if (!isEnded && verdicts.length > 0 && verdicts.every(({ state }) => state === 'holds')) await rollouts.prove(rollout)
}

export const countOptOutInRollout = async (
  services: Dependencies<'clock' | 'rollouts.countOptOut' | 'rollouts.end' | 'rollouts.find'>,
  call: Call | undefined,
  log: Log,
): Promise<void> => {
  const counting = call && (await countingOf(services, call))
  if (!counting) return
  const { rollout, place } = counting
  const arms = await services.rollouts.countOptOut(rollout, place)
  await endIfTripped(services, rollout, judge(rollout, arms), log)
}

const endIfTripped = async (
  { rollouts, clock }: Dependencies<'clock' | 'rollouts.end'>,
  rollout: Rollout,
  verdicts: ReturnType<typeof judge>,
  log: Log,
): Promise<boolean> => {
  const reason = reasonOf(verdicts)
  if (!reason) return false
  const isEnded = await rollouts.end(rollout, 'rolled_back', reason, clock.now())
  if (isEnded) log.warn('a canary was taken back', { assistant_id: rollout.assistant_id, reason })
  return true
}

interface Counting {
  rollout: Rollout
  place: RolloutPlace
}

const countingOf = async (
  { rollouts }: Dependencies<'rollouts.find'>,
  { user_id, assistant_id, rollout: counted, client_phone_number, assistant_version }: Call,
): Promise<Counting | undefined> => {
  const rollout = counted && (await rollouts.find(user_id, assistant_id))
  if (rollout?.id !== counted?.id || rollout?.state !== 'running') return undefined
  const arm = assistant_version === rollout.version ? 'canary' : 'live'
  return { rollout, place: { ...placeIn(rollout, counted?.person ?? client_phone_number), arm } }
}

/** Seconds. Shorter calls count in `short_call_rate`. */
const shortCallSeconds = 10

/** Returns undefined if there was no conversation. */
const outcomeOf = (call: Call, detail: CallDetail | undefined): CallOutcome | undefined => {
  if (call.duration <= 0 || call.answered_by === 'machine') return undefined
  const said = (detail?.messages ?? []).flatMap(({ sender, text }) =>
    sender === 'bot' && typeof text === 'string' ? [text] : [],
  )
  const hasApologized =
    call.cause === 'model_failed' || said.some((text) => apologies.some((one) => text.includes(one)))
  const hasFailedTool = detail?.tool_calls?.some(({ outcome }) => outcome === 'failed') ?? false
  return {
    goals: Number(reachesGoal(call.campaign?.goal, detail?.extracted_variables ?? {})),
    short: Number(call.duration < shortCallSeconds),
    apologies: Number(hasApologized),
    tool_failures: Number(hasFailedTool),
    cost: call.total_cost,
  }
}
