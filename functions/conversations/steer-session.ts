import { isAboutToGo, openSteering } from '../../shared/actions/legs/steer-session.ts'
import { type CallRef, type SessionRef, writeCallRef } from '../../shared/domain/calls/call-ref.ts'
import { close } from '../../shared/domain/conversations/channel.ts'
import { askedAgainSeconds, requestReconnection } from '../../shared/domain/conversations/reconnection.ts'
import { endingOf, isOver, sessionOf, type Talk } from '../../shared/domain/conversations/talk.ts'
import { steerSession } from '../../shared/operations/conversations.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'

type Services = Dependencies<(typeof steerSession)['uses'][number]>

/**
 * Milliseconds after which the worker ignores a message. By then, the customer has spoken or the
 * model has been asked to speak.
 */
const lateMs = 60_000
/** Seconds until a model that has not answered the call is checked again. */
const againSeconds = 2
const triesMax = 2

/**
 * A realtime model says nothing about a tool's result until a response is requested. This worker
 * requests the response, makes the model say words from the API, and ends a call after the last
 * words.
 */
export const handler = worker(steerSession, async (message, services, log) => {
  const { tries = 0 } = message
  try {
    await steer(message, services, log)
  } catch (cause) {
    if (tries >= triesMax) throw cause
    log.warn('a realtime session is checked again', { cause })
    await services.steerSessionQueue.nudge({ ...message, tries: tries + 1 }, 1)
  }
})

const steer = async (message: SessionRef, services: Services, log: Log): Promise<void> => {
  const { conversations, realtime, steerSessionQueue, clock } = services
  const { user_id, call_id, at, answers, is_last, tries = 0 } = message
  const ref = { user_id, call_id }
  const talk = await conversations.find(ref)
  if (!talk || isOver(talk)) return
  const go = async () => {
    if (await isLeaving(ref, services)) return leave(ref, talk, services, log)
    const current = await conversations.find(ref)
    if (current && isAboutToGo(current)) await moveOn(ref, current, services, log)
  }
  if (is_last) return go()
  const { answered_at = 0, session_id } = sessionOf(talk) ?? {}
  const isUnanswered = answers === true && answered_at < at
  if (clock.now() > at + lateMs || !(isUnanswered || talk.aside || endingOf(talk) || isAboutToGo(talk))) return
  if (!session_id) return steerSessionQueue.nudge(message, againSeconds)

  const band = await realtime.attach(session_id)
  if (!band) {
    log.warn('a session could not be steered', { ...ref, session_id })
    await go()
    return tries < triesMax ? steerSessionQueue.nudge({ ...message, tries: tries + 1 }, 1) : undefined
  }
  try {
    const steering = openSteering(services, ref, band)
    if (isUnanswered) await steering.answer(at)
    await steering.sayAside(at + lateMs)
    const current = await conversations.find(ref)
    if (!(await isLeaving(ref, services)) && !(current && isAboutToGo(current))) return
    await steering.hearOut(talk.speech_speed)
    await go()
  } finally {
    band.close()
  }
}

/**
 * True when the assistant is ending the call. Also reads tool calls, because a function that ran a
 * tool may have crashed before it changed the conversation.
 */
const isLeaving = async (ref: CallRef, { conversations, toolCalls }: Services): Promise<boolean> => {
  const [talk, calls] = await Promise.all([conversations.find(ref), toolCalls.list(ref)])
  if (talk && isOver(talk)) return false
  return (talk && endingOf(talk)) !== undefined || calls.some(({ effect }) => effect?.type === 'end')
}

/**
 * Leaves the realtime session after the assistant's last words. A worker starts a planned transfer;
 * otherwise, the carrier fetches new instructions.
 */
const moveOn = async (
  ref: CallRef,
  { carrier_sid, transfer }: Talk,
  { advanceCallQueue, calls, carrier, clock, conversations, steerSessionQueue }: Services,
  log: Log,
): Promise<void> => {
  log.info('a talk leaves its realtime session', { ...ref })
  const now = clock.now()
  if (!transfer) {
    const isFirst = await conversations.change(ref, (talk) => requestReconnection(talk, now))
    if (isFirst) {
      await carrier.redirectCall(carrier_sid, writeCallRef(ref))
      return
    }
    // Queues another run, because the first run may have crashed before it told the carrier.
    return steerSessionQueue.nudge({ ...ref, at: now, is_last: true }, askedAgainSeconds)
  }
  const patched = await calls.patchLeg({ ...ref, place: transfer.place }, { drive_at: now }, now)
  if (patched) await advanceCallQueue.nudge(ref)
}

const leave = async (
  ref: CallRef,
  { carrier_sid }: Talk,
  { calls, carrier, conversations, clock }: Services,
  log: Log,
): Promise<void> => {
  await calls.patch(ref, { hang_up: 'assistant' }, clock.now())
  await carrier.endCall(carrier_sid)
  await conversations.change(ref, close)
  log.info('assistant ended the talk', { ...ref, reason: 'assistant' })
}
