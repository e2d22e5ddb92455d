import { takeTurn } from '../../shared/actions/take-turn.ts'
import { writeCallRef } from '../../shared/domain/calls/call-ref.ts'
import {
  close,
  engage,
  invite,
  newTicket,
  openingSeconds,
  type Talk,
  takeOver,
  watch,
} from '../../shared/domain/conversations/talk.ts'
import type { Log } from '../../shared/domain/log.ts'
import { watchSilence } from '../../shared/operations/conversations.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof watchSilence)['uses'][number]>

/** Looks after a turn that has been left alone; once the talk has moved on, it is about nothing any more. */
export const handler = worker(watchSilence, async ({ turn, about, ...ref }, services, log) => {
  const { assistants, conversations, sockets, watchSilenceQueue, clock } = services
  const talk = await conversations.find(ref)
  if (!talk || talk.over) return
  if (about === 'opening') return lookForSocket(talk, turn, services, log)
  if (!talk.connection_id || talk.turn !== turn || (about === 'guard' && talk.finished)) return
  const assistant = await assistants.find(ref.user_id, talk.assistant_id)
  const next = watch(talk, turn, assistant ?? withoutAssistant, clock.now())
  /** Only while no other worker has taken the turn. */
  const still = (step: (current: Talk, now: number) => ReturnType<typeof engage>) => (current: Talk) =>
    current.turn === turn && !current.over ? step(current, clock.now()) : undefined
  const shared = { about: talk, remainingMs: () => Number.POSITIVE_INFINITY, log }

  switch (next.step) {
    case 'nothing':
      return
    case 'wait':
      return watchSilenceQueue.nudge({ ...ref, turn, about }, next.ms / 1000)
    case 'engage':
    case 'leave':
      return takeTurn(services, { ...shared, occasion: 'engage', step: still(engage) })
    case 'take over': {
      const occasion = talk.said ? 'go on' : talk.heard.length ? 'answer' : 'engage'
      return takeTurn(services, { ...shared, occasion, step: still(takeOver) })
    }
    case 'end':
      await sockets.send(talk.connection_id, { type: 'end', reason: next.reason })
      await conversations.change(ref, (current) => (current.turn === turn ? close(current) : undefined))
      log.info('assistant ended the talk', { ...ref, reason: next.reason })
  }
})

/** A caller whose first frame was lost hears silence: the carrier is told once more where to connect. */
const lookForSocket = async (talk: Talk, turn: number, services: Services, log: Log): Promise<void> => {
  const { calls, conversations, carrier, watchSilenceQueue, clock, random } = services
  const { user_id, call_id, carrier_sid } = talk
  const ref = { user_id, call_id }
  if (talk.connection_id) return watchSilenceQueue.nudge({ ...ref, turn: talk.turn })
  if (talk.turn !== turn) return
  // A look that dies halfway is followed by the next one.
  await watchSilenceQueue.nudge({ ...ref, turn: turn + 1, about: 'opening' }, openingSeconds)
  const ticket = newTicket(random)
  const invited = await conversations.change(ref, (current) => invite(current, turn, ticket))
  if (!invited) return
  log.warn('a conversation has no socket', { ...ref, resumes: talk.resumes })
  if (invited.talk.ticket) return carrier.redirectCall(carrier_sid, writeCallRef(ref))
  await calls.patch(ref, { hang_up: 'assistant' }, clock.now())
  await carrier.endCall(carrier_sid)
}

/** Limits of a talk whose assistant was deleted: it ends at the next look. */
const withoutAssistant = { max_silence_duration: 1, reengagement_interval: 600 }
