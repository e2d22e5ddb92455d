import { reportCall } from '../../shared/actions/report-call.ts'
import { takeTurn } from '../../shared/actions/take-turn.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { writeCallRef } from '../../shared/domain/calls/call-ref.ts'
import { tellKeys } from '../../shared/domain/conversations/keypad.ts'
import { isDue, isNext, lookAgain, lookOf, noPatience, watch } from '../../shared/domain/conversations/looks.ts'
import {
  type Change,
  close,
  engage,
  invite,
  newTicket,
  type Talk,
  takeOver,
} from '../../shared/domain/conversations/talk.ts'
import type { Log } from '../../shared/domain/log.ts'
import { must } from '../../shared/domain/must.ts'
import { watchSilence } from '../../shared/operations/conversations.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof watchSilence)['uses'][number]>

/** Does what a talk that was left alone needs. The next look is under way before, so that this one may die halfway. */
export const handler = worker(watchSilence, async (look, services, log) => {
  const { assistants, conversations, sockets, watchSilenceQueue, clock } = services
  const { user_id, call_id } = look
  const ref = { user_id, call_id }
  const found = await conversations.find(ref)
  if (!found || !isDue(found, look, clock.now())) return
  const assistant = await assistants.find(user_id, found.assistant_id)
  const patience = assistant ?? noPatience

  let goesOn = false
  const moved = await conversations.change(ref, (current) => {
    const now = clock.now()
    goesOn = isNext(current, look, now)
    if (!isDue(current, look, now)) return undefined
    return goesOn ? lookAgain(current, patience, now) : { talk: current, settled: [] }
  })
  if (!moved) return
  const { talk } = moved
  const { turn, connection_id, look_at = 0 } = talk
  if (goesOn) await watchSilenceQueue.nudge(lookOf(talk), (look_at - clock.now()) / 1000)

  /** Only while no other worker has taken the turn. */
  const still = (step: (current: Talk, now: number) => Change | undefined) => (current: Talk) =>
    current.turn === turn && !current.over ? step(current, clock.now()) : undefined
  const shared = { about: talk, remainingMs: () => Number.POSITIVE_INFINITY, log }
  const next = watch(talk, turn, patience, clock.now())
  switch (next.step) {
    case 'nothing':
    case 'wait':
      return
    case 'invite':
      return inviteAgain(talk, services, log)
    case 'engage':
    case 'leave':
      return takeTurn(services, { ...shared, occasion: 'engage', step: still(engage) })
    case 'tell keys':
      return takeTurn(services, { ...shared, occasion: 'answer', step: still(tellKeys) })
    case 'take over': {
      const occasion = talk.said ? 'go on' : talk.heard.length ? 'answer' : 'engage'
      return takeTurn(services, { ...shared, occasion, step: still(takeOver) })
    }
    case 'end': {
      const { reason } = next
      const isHeard = await sockets.send(must(connection_id, 'socket of a talk that ends'), { type: 'end', reason })
      log.info('assistant ended the talk', { ...ref, reason })
      // A transfer that comes to nothing brings the talk back; the carrier asks next.
      if (reason === 'transfer') return
      // The process that held the socket may have died: the carrier then waits for words that never come.
      if (!isHeard) return hangUp(talk, reason, services, log)
      await conversations.change(ref, (current) => (current.turn === turn ? close(current) : undefined))
    }
  }
})

/** A caller whose first frame was lost hears silence: the carrier is told once more where to connect. */
const inviteAgain = async (talk: Talk, services: Services, log: Log): Promise<void> => {
  const { calls, conversations, carrier, random } = services
  const { user_id, call_id, carrier_sid, turn } = talk
  const ref = { user_id, call_id }
  const known = await calls.find(ref)
  if (!known || isOver(known)) {
    await conversations.change(ref, close)
    return
  }
  const ticket = newTicket(random)
  const invited = await conversations.change(ref, (current) => invite(current, turn, ticket))
  if (!invited) return
  log.warn('a conversation has no socket', { ...ref, resumes: talk.resumes })
  if (!invited.talk.ticket) return hangUp(talk, 'assistant', services, log)
  const redirected = await carrier.redirectCall(carrier_sid, writeCallRef(ref))
  if (redirected === 'over') await hangUp(talk, 'assistant', services, log)
}

const isOver = ({ outcome, closed_at }: Call): boolean => outcome !== undefined || closed_at !== undefined

/** Ends a call that no socket of ours hears. If the carrier says that it is over, that is reported instead. */
const hangUp = async (
  { user_id, call_id, carrier_sid }: Talk,
  reason: 'assistant' | 'limit',
  services: Services,
  log: Log,
): Promise<void> => {
  const { calls, carrier, conversations, clock } = services
  const ref = { user_id, call_id }
  const known = await calls.find(ref)
  if (known && !isOver(known)) {
    const asked = await carrier.fetchCall(carrier_sid)
    if (asked && !asked.outcome) {
      await calls.patch(ref, { hang_up: reason }, clock.now())
      await carrier.endCall(carrier_sid)
    } else await reportCall(services, ref, asked ?? { outcome: 'completed' }, log)
  }
  await conversations.change(ref, close)
}
