import {
  type CallOutcome,
  judge,
  placeIn,
  type Rollout,
  type RolloutPlace,
  reasonOf,
} from '../../domain/assistants/rollout.ts'
import type { Call, CallDetail } from '../../domain/calls/call.ts'
import { asksToBeLeftAlone } from '../../domain/opt-outs/opt-out.ts'
import { apologies } from '../../domain/reference/phrases.ts'
import type { Supplied } from '../../services.ts'
import type { Log } from '../../words/log.ts'

/**
 * Counts an ended call in its rollout and judges the guards. A tripped guard takes the canary back.
 * A call outside a rollout costs nothing.
 */
export const countInRollout = async (
  { rollouts, clock }: Supplied<'clock' | 'rollouts.count' | 'rollouts.end' | 'rollouts.find' | 'rollouts.prove'>,
  call: Call,
  detail: CallDetail | undefined,
  log: Log,
): Promise<void> => {
  if (call.rollout_id === undefined) return
  const rollout = await rollouts.find(call.user_id, call.assistant_id)
  const place = placeOfCall(call, rollout)
  if (!rollout || !place || rollout.state !== 'running') return
  const arms = await rollouts.count(rollout, place, { call_id: call.id, outcome: outcomeOf(call, detail) })
  if (!arms) return
  const verdicts = judge(rollout, arms)
  const reason = reasonOf(verdicts)
  if (reason) {
    const isEnded = await rollouts.end(rollout, 'rolled_back', reason, clock.now())
    if (isEnded) log.warn('a canary was taken back', { assistant_id: rollout.assistant_id, reason })
  } else if (verdicts.length > 0 && verdicts.every(({ state }) => state === 'holds')) await rollouts.prove(rollout)
}

/** Undefined for a call that does not count. */
const placeOfCall = (
  call: Pick<Call, 'rollout_id' | 'rollout_person' | 'client_phone_number' | 'assistant_version'>,
  rollout: Rollout | undefined,
): RolloutPlace | undefined => {
  if (call.rollout_id === undefined || rollout?.id !== call.rollout_id) return undefined
  const place = placeIn(rollout, call.rollout_person ?? call.client_phone_number)
  return { ...place, arm: call.assistant_version === rollout.version ? 'canary' : 'live' }
}

/** Seconds. Shorter calls count in `short_call_rate`. */
const shortCallSeconds = 10
/** Variable of the goal, if the campaign names no other. */
const usualGoal = 'status'

/** Outcome of a closed, evaluated call; undefined without a talk. */
const outcomeOf = (call: Call, detail: CallDetail | undefined): CallOutcome | undefined => {
  if (call.duration <= 0 || call.answered_by === 'machine') return undefined
  const messages = detail?.messages ?? []
  const said = (sender: string) =>
    messages.flatMap(({ sender: by, text }) => (by === sender && typeof text === 'string' ? [text] : []))
  const used = detail?.tool_calls ?? []
  const optsOut = used.some(({ name }) => name === 'do_not_call') || said('human').some(asksToBeLeftAlone)
  const apologized =
    call.cause === 'model_failed' || said('bot').some((text) => apologies.some((one) => text.includes(one)))
  return {
    goals: Number(detail?.extracted_variables?.[call.campaign?.goal ?? usualGoal] === true),
    short: Number(call.duration < shortCallSeconds),
    opt_outs: Number(optsOut),
    apologies: Number(apologized),
    tool_failures: Number(used.some(({ outcome }) => outcome === 'failed')),
    cost: call.total_cost,
  }
}
