import { countInRollout } from '../../shared/actions/assistants/count-in-rollout.ts'
import { decideGoal } from '../../shared/actions/dialling/decide-goal.ts'
import { releaseWebhooks } from '../../shared/actions/messages/release-webhooks.ts'
import { hearOptOut } from '../../shared/actions/opt-outs/hear-opt-out.ts'
import { evaluateTalk } from '../../shared/actions/turns/evaluate-talk.ts'
import { expiryOf } from '../../shared/domain/account/retention.ts'
import { type Assistant, usesTools } from '../../shared/domain/assistants/assistant.ts'
import type { CallDetail, ChargedCall, ClosedCall } from '../../shared/domain/calls/call.ts'
import { countedIn } from '../../shared/domain/calls/call-facts.ts'
import { evaluationMsMax } from '../../shared/domain/calls/call-life.ts'
import { callRefOf } from '../../shared/domain/calls/call-ref.ts'
import { overAt } from '../../shared/domain/calls/placement.ts'
import { keyPressed } from '../../shared/domain/conversations/exchange.ts'
import { announcedIn, type Utterance } from '../../shared/domain/conversations/talk.ts'
import { transcriptOf } from '../../shared/domain/conversations/transcript.ts'
import { mayMoreCome, wordsPollSeconds } from '../../shared/domain/conversations/words.ts'
import { isCampaignCall } from '../../shared/domain/dialling/campaign-call.ts'
import { asksToBeLeftAlone } from '../../shared/domain/opt-outs/opt-out.ts'
import { isRunning, keptToolCalls, type ToolCall, toolCallView } from '../../shared/domain/tools/tool-call.ts'
import { evaluateCall } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import { timeOfId } from '../../shared/words/id.ts'
import type { Log } from '../../shared/words/log.ts'

type Services = Dependencies<(typeof evaluateCall)['uses'][number]>

const toolsPollSeconds = 5

/**
 * Evaluates a call, then sends its webhooks. If no model answers, the webhooks wait for about ten
 * minutes.
 */
export const handler = worker(evaluateCall, async (ref, services, log) => {
  const { users, assistants, calls, conversations, toolCalls, clock } = services
  const [call, [detail]] = await Promise.all([calls.find(ref), calls.details([ref])])
  if (call?.charged_at === undefined || call.evaluated) return

  const comesIn = await lateWords(call, services)
  if (comesIn) return services.evaluateCallQueue.nudge(ref, comesIn)

  let kept: Partial<CallDetail> | undefined = detail
  // If the call's details have expired, no transcript exists any more.
  if (detail && !detail.evaluation) {
    const [said, talk, assistant, user] = await Promise.all([
      conversations.utterances(ref),
      call.announces.length > 0 ? conversations.find(ref) : undefined,
      assistants.find(ref.user_id, call.assistant_id, call.assistant_version),
      users.find(ref.user_id),
    ])
    const used = assistant && !usesTools(assistant) ? [] : await toolCalls.list(ref)
    // Waits for running tools, because the evaluation stores tool calls permanently.
    if (used.some((each) => isRunning(each, clock.now())))
      return services.evaluateCallQueue.nudge(ref, toolsPollSeconds)
    await hearAgain(call, { said, used, assistant }, services, log)
    const outcome = await findOut({ call, detail, said, assistant }, services, log.with({ ...ref }))
    if (!outcome) return
    const expiry = expiryOf(timeOfId(call.id), user?.retention_months)
    const tool_calls = used.length > 0 ? keptToolCalls(used.map((each) => toolCallView(each, clock.now()))) : undefined
    kept = { ...transcriptOf(said), ...announcedIn(talk), ...outcome, tool_calls }
    await calls.evaluate(ref, kept, expiry)
  }
  // Reads the details again, because another worker may have stored the recording meanwhile.
  const goal = call.campaign?.goal
  const isRead = call.records || goal !== undefined || call.rollout !== undefined
  const [fresh] = isRead ? await calls.details([ref]) : [detail]
  // Decides the goal before sending webhooks, because webhooks show the lead's status.
  if (goal !== undefined && isCampaignCall(call)) {
    await decideGoal(services, call, fresh?.extracted_variables?.[goal] === true, log)
  }
  await releaseWebhooks(services, call, fresh)
  await countInRollout(services, call, fresh, log)
  await calls.finish(ref, clock.now(), countedIn(call, kept))
})

/** Records opt-outs again, in case a process crashed during the call. */
const hearAgain = async (
  call: ChargedCall,
  {
    said,
    used,
    assistant,
  }: { said: readonly Utterance[]; used: readonly ToolCall[]; assistant: Assistant | undefined },
  services: Services,
  log: Log,
): Promise<void> => {
  if (used.some(({ built_in }) => built_in?.type === 'do_not_call')) await hearOptOut(services, call, 'call', log)
  // Searches the customer's words only, because the assistant may use the same words.
  const words = said.flatMap(({ sender, text }) => (sender === 'human' ? [text] : []))
  const key = assistant && assistant.opt_out_key !== 'off' ? keyPressed(assistant.opt_out_key) : undefined
  if (key !== undefined && words.includes(key)) await hearOptOut(services, call, 'key', log)
  if (words.some(asksToBeLeftAlone)) await hearOptOut(services, call, 'phrase', log)
}

/**
 * Returns the seconds to wait for late words of the carrier's transcription; undefined when none
 * can arrive.
 */
const lateWords = async (call: ClosedCall, { conversations, clock }: Services): Promise<number | undefined> => {
  if (call.transcription_minute === 0) return undefined
  const talk = await conversations.find(callRefOf(call))
  const over_at = overAt(call) ?? call.closed_at
  return talk && mayMoreCome(talk, over_at, clock.now()) ? wordsPollSeconds : undefined
}

interface EndedCall {
  call: ClosedCall
  detail: CallDetail
  said: readonly Utterance[]
  assistant: Assistant | undefined
}

const findOut = async (
  { call, detail, said, assistant }: EndedCall,
  services: Services,
  log: Log,
): Promise<Pick<CallDetail, 'evaluation' | 'extracted_variables'> | undefined> => {
  const { clock } = services
  const hasTalked = call.answered_by !== 'machine' && said.some(({ sender }) => sender === 'human')
  if (!assistant?.post_call_evaluation || !hasTalked) return { evaluation: {} }

  const answer = await evaluateTalk(services, { assistant, detail, transcript: said }, log)
  const isEarly = clock.now() < call.closed_at + evaluationMsMax
  if (!answer && isEarly) return undefined
  if (answer?.evaluation) {
    const { extracted, opt_out, ...judged } = answer.evaluation
    if (opt_out) await hearOptOut(services, call, 'phrase', log)
    log.info('call evaluated', { model: answer.model.name })
    return { evaluation: { ...judged, ...extracted }, extracted_variables: extracted }
  }
  log.warn('call could not be evaluated')
  const unknown = assistant.post_call_schema.map(({ name }) => [name, null])
  return { evaluation: { failed: true }, extracted_variables: Object.fromEntries(unknown) }
}
