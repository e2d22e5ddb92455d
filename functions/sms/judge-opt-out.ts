import { countOptOutInRollout } from '../../shared/actions/assistants/count-in-rollout.ts'
import { suppress } from '../../shared/actions/opt-outs/suppress.ts'
import type { CallDetail } from '../../shared/domain/calls/call.ts'
import type { CallRef } from '../../shared/domain/calls/call-ref.ts'
import type { Utterance } from '../../shared/domain/conversations/talk.ts'
import { asksToBeLeftAlone, mayAskToBeLeftAlone } from '../../shared/domain/opt-outs/opt-out.ts'
import {
  judgePauseMs,
  type OpenQuestion,
  type OptOutQuestionRef,
  silentMsMax,
} from '../../shared/domain/opt-outs/opt-out-question.ts'
import { defaultTextModel, fallbackModel } from '../../shared/domain/reference/models.ts'
import { judgeOptOut } from '../../shared/operations/sms.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'
import { reportedNumber } from '../../shared/words/phone-spellings.ts'

type Said = Pick<Utterance, 'sender' | 'text'>
type Services = Dependencies<(typeof judgeOptOut)['uses'][number]>

/** Milliseconds to wait for each model. Two models fit into the 20 s between two queue messages. */
const modelMs = 9_000
const firstMinuteMs = 60_000

/**
 * Asks a model whether words are an opt-out. Several workers may judge the same question, because
 * the opt-out is stored once.
 */
export const handler = worker(judgeOptOut, async (about, services, log) => {
  const { clock, optOutQuestions } = services
  const ref = 'key' in about ? about : await askAboutCall(about, services)
  const question = ref && (await optOutQuestions.find(ref))
  if (question?.state !== 'open') return
  const transcript = await transcriptOf(question, services)
  const optedOut = await judge(question, transcript, services, log)
  if (optedOut === undefined) return postpone(question, services)
  const { user_id, phone_number, call_id } = question
  const texted = call_id === undefined ? await textedTimes(question, services) : {}
  if (optedOut)
    await suppress(services, { user_id, phone_number, cause: 'phrase', call_id, needs_review: true, ...texted })
  if (optedOut && call_id !== undefined) {
    await services.calls.noteOptOut({ user_id, call_id })
    await countOptOutInRollout(services, await services.calls.find({ user_id, call_id }), log)
  }
  const counted = { judged: hintsIn(transcript), heard: customerIn(transcript).length }
  await optOutQuestions.answer(question, counted, clock.now())
  log.info('opt-out question answered', { user_id, call_id, opted_out: optedOut })
})

/** Returns when the SMS arrived, and when the sender wrote START, if ever. */
const textedTimes = async (
  { user_id, key, opened_at }: OpenQuestion,
  { optOutQuestions }: Services,
): Promise<{ texted_at: number; started_at?: number }> => {
  const fresh = await optOutQuestions.find({ user_id, key })
  const started_at = fresh?.state === 'open' ? fresh.started_at : undefined
  return { texted_at: opened_at, ...(started_at !== undefined && { started_at }) }
}

/** Opens a question about the customer's words in a call, unless an evaluation has judged them. */
const askAboutCall = async (
  ref: CallRef,
  { calls, clock, conversations, optOutQuestions }: Services,
): Promise<OptOutQuestionRef | undefined> => {
  const [detail] = await calls.details([ref])
  if (!detail || isJudged(detail)) return undefined
  const [call, said] = await Promise.all([calls.find(ref), conversations.utterances(ref)])
  const phone_number = call && reportedNumber(call.client_phone_number)
  const words = customerIn(said)
  if (!phone_number || call.answered_by === 'machine' || words.length === 0) return undefined
  const about = { kind: 'call', call_id: ref.call_id, is_over: true, isAll: true } as const
  return optOutQuestions.ask({ user_id: ref.user_id, phone_number, words, about }, clock.now())
}

const isJudged = ({ evaluation }: CallDetail): boolean => evaluation !== undefined && evaluation.failed !== true

/** Returns the conversation so far, plus the words to judge that are not stored in it yet. */
const transcriptOf = async (
  { user_id, call_id, words }: OpenQuestion,
  { conversations }: Services,
): Promise<Said[]> => {
  const said = call_id === undefined ? [] : await conversations.utterances({ user_id, call_id })
  const missing = words.filter((text) => !said.some((one) => one.sender === 'human' && one.text === text))
  return [...said, ...missing.map((text): Said => ({ sender: 'human', text }))]
}

const customerIn = (transcript: readonly Said[]): string[] =>
  transcript.flatMap(({ sender, text }) => (sender === 'human' ? [text] : []))

const hintsIn = (transcript: readonly Said[]): number => customerIn(transcript).filter(mayAskToBeLeftAlone).length

/**
 * Decides whether the words are an opt-out; undefined when no model answers. When no model may be
 * asked any more, a hint counts as an opt-out.
 */
const judge = async (
  question: OpenQuestion,
  transcript: readonly Said[],
  services: Services,
  log: Log,
): Promise<boolean | undefined> => {
  const { calls, clock, optOutQuestions } = services
  const now = clock.now()
  if (customerIn(transcript).some(asksToBeLeftAlone)) return true
  const isHinted = hintsIn(transcript) > 0
  const { user_id, call_id } = question
  const [detail] = isHinted || call_id === undefined ? [] : await calls.details([{ user_id, call_id }])
  if (detail && isJudged(detail)) return false
  if (now >= question.opened_at + silentMsMax) return isHinted
  if (!(await optOutQuestions.count(question, now))) return isHinted
  return askModels(question, transcript, services, log)
}

const askModels = async (
  { call_id }: OpenQuestion,
  transcript: readonly Said[],
  { talkModel }: Services,
  log: Log,
): Promise<boolean | undefined> => {
  const goal = call_id === undefined ? 'Read the answer of a customer to a text message.' : 'Talk with a customer.'
  for (const model of [defaultTextModel, fallbackModel(defaultTextModel)])
    try {
      const asked = { model, language: 'English', goal, transcript, schema: [], limitMs: modelMs }
      const { opt_out } = (await talkModel.evaluate(asked)) ?? {}
      if (opt_out !== undefined) return opt_out
    } catch (cause) {
      log.warn('model failed', { model: model.name, cause })
    }
  return undefined
}

/** Postpones a question that is over a minute old. A newer question keeps its own deadline. */
const postpone = async (question: OpenQuestion, { clock, optOutQuestions }: Services): Promise<void> => {
  const now = clock.now()
  if (now < question.opened_at + firstMinuteMs) return
  await optOutQuestions.postpone(question, now + judgePauseMs)
}
