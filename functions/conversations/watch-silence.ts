import { reportCall } from '../../shared/actions/legs/report-call.ts'
import { sendSilenceCheck } from '../../shared/actions/turns/send-silence-check.ts'
import { type TurnRequest, takeTurn } from '../../shared/actions/turns/take-turn.ts'
import { turnsAtOnceMax } from '../../shared/domain/account/job-limits.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { type TurnRef, writeCallRef } from '../../shared/domain/calls/call-ref.ts'
import { isOver as isCallOver } from '../../shared/domain/calls/placement.ts'
import { close, invite, newTicket } from '../../shared/domain/conversations/channel.ts'
import { engage, takeOver } from '../../shared/domain/conversations/exchange.ts'
import { tellKeys } from '../../shared/domain/conversations/keypad.ts'
import {
  checkAtOf,
  isCurrentCheck,
  isDue,
  isSocketInDoubt,
  missSocket,
  noPatience,
  type Patience,
  scheduleCheck,
  watch,
  withCheckAt,
} from '../../shared/domain/conversations/silence-checks.ts'
import {
  type Change,
  connectionOf,
  isOver,
  type Talk,
  unchanged,
  versionIn,
} from '../../shared/domain/conversations/talk.ts'
import { watchSilence } from '../../shared/operations/conversations.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'
import { must } from '../../shared/words/must.ts'

type Services = Dependencies<(typeof watchSilence)['uses'][number]>

/**
 * Does what is due in a silent conversation. Queues the next check first, so that a crash loses no
 * check.
 */
export const handler = worker(watchSilence, async (check, services, log) => {
  const { assistants, conversations, sockets, clock } = services
  const { user_id, call_id } = check
  const ref = { user_id, call_id }
  const found = await conversations.find(ref)
  if (!found || !isDue(found, check, clock.now())) return
  const assistant = await assistants.find(user_id, found.assistant_id, versionIn(found))
  const patience = assistant ?? noPatience

  const isChained = isCurrentCheck(found, check, clock.now())
  const { talk: ahead } = isChained ? scheduleCheck(found, patience, clock.now()) : { talk: found }
  if (isChained) await sendSilenceCheck(services, ahead, clock.now())
  // Checks the socket before storing the next check's time. After a crash in between, SQS repeats
  // the message, and the worker checks the socket again.
  const lostSocket = await lostSocketOf(found, patience, services, log)
  const moved = await conversations.change(ref, (current) => {
    if (!isDue(current, check, clock.now())) return undefined
    return unchanged(isChained ? withCheckAt(current, checkAtOf(ahead)) : current)
  })
  if (!moved) return
  const { talk } = moved
  const { turn } = talk
  const connection_id = connectionOf(talk)

  /** Runs a step only while this turn is current. */
  const still = (step: (current: Talk, now: number) => Change | undefined) => (current: Talk) =>
    current.turn === turn && !isOver(current) ? step(current, clock.now()) : undefined
  const takeTurnNow = (occasion: TurnRequest['occasion'], step: (current: Talk, now: number) => Change | undefined) =>
    inSlot(services, { ...ref, turn }, () =>
      takeTurn(services, {
        about: talk,
        remainingMs: () => Number.POSITIVE_INFINITY,
        log,
        occasion,
        step: still(step),
      }),
    )
  const next = watch(talk, turn, patience, clock.now())
  if (lostSocket && lostSocket === connection_id) return endWithoutSocket(talk, lostSocket, services, log)
  switch (next.step) {
    case 'nothing':
    case 'wait':
      return
    case 'invite':
      return inviteAgain(talk, services, log)
    case 'engage':
    case 'leave':
      return takeTurnNow('engage', engage)
    case 'tell keys':
      return takeTurnNow('answer', tellKeys)
    case 'take over': {
      const occasion = talk.said ? 'go on' : talk.heard.length ? 'answer' : 'engage'
      return takeTurnNow(occasion, takeOver)
    }
    case 'end': {
      const { reason } = next
      const isHeard = await sockets.send(must(connection_id, 'socket of a talk that ends'), { type: 'end', reason })
      log.info('assistant ended the talk', { ...ref, reason })
      // The carrier asks for instructions next. If the transfer fails, the conversation continues.
      if (reason === 'transfer') return
      // Hangs up, because the socket's process may have crashed and the carrier would then wait
      // forever.
      if (!isHeard) return hangUp(talk, { hang_up: reason }, services, log)
      await conversations.change(ref, (current) => (current.turn === turn ? close(current) : undefined))
    }
  }
})

/** Returns the socket if API Gateway does not know it any more. */
const lostSocketOf = async (
  talk: Talk,
  patience: Patience,
  services: Services,
  log: Log,
): Promise<string | undefined> => {
  const connection_id = connectionOf(talk)
  const now = services.clock.now()
  const isInDoubt = isSocketInDoubt(talk, watch(talk, talk.turn, patience, now), now)
  return connection_id && isInDoubt && !(await isOpen(connection_id, services, log)) ? connection_id : undefined
}

/** True also when API Gateway does not answer this question. */
const isOpen = async (connection_id: string, { sockets }: Services, log: Log): Promise<boolean> => {
  try {
    return await sockets.isOpen(connection_id)
  } catch (cause) {
    log.warn('API Gateway did not say whether a socket is open', { cause })
    return true
  }
}

/**
 * Waits for the carrier's report that the socket is lost. Without a report, hangs up, because
 * nothing else ends the call.
 */
const endWithoutSocket = async (talk: Talk, connection_id: string, services: Services, log: Log): Promise<void> => {
  const { conversations, clock } = services
  const ref = { user_id: talk.user_id, call_id: talk.call_id }
  const missed = await conversations.change(ref, (current) => missSocket(current, connection_id, clock.now()))
  if (!missed) return
  if (connectionOf(missed.talk)) return sendSilenceCheck(services, missed.talk, clock.now())
  log.warn('a conversation lost its socket without a report', ref)
  await hangUp(missed.talk, { hang_up: 'limit', cause: 'line_lost' }, services, log)
}

/** Seconds until a turn above the user's limit is tried again. */
const slotAgainSeconds = 2

/**
 * Runs a turn if the user is below the limit of concurrent turns; otherwise queues the check again.
 * If counting fails, the turn still runs.
 */
const inSlot = async (services: Services, check: TurnRef, take: () => Promise<void>): Promise<void> => {
  const { workerShares, watchSilenceQueue, clock } = services
  const share = { user_id: check.user_id, worker: watchSilence.id, max: turnsAtOnceMax, subject: check.call_id }
  const leaseMs = watchSilence.timeoutSeconds * 1000
  const held = await workerShares.take(share, clock.now(), leaseMs).catch(() => 'uncounted' as const)
  if (!held) return watchSilenceQueue.nudge(check, slotAgainSeconds)
  try {
    await take()
  } finally {
    if (held !== 'uncounted') await workerShares.release(held).catch(() => undefined)
  }
}

/** Tells the carrier again where to connect, because the socket's first frame was lost. */
const inviteAgain = async (talk: Talk, services: Services, log: Log): Promise<void> => {
  const { calls, conversations, carrier, random } = services
  const { user_id, call_id, carrier_sid, turn } = talk
  const ref = { user_id, call_id }
  const known = await calls.find(ref)
  if (!known || isCallOver(known)) {
    await conversations.change(ref, close)
    return
  }
  const ticket = newTicket(random)
  const invited = await conversations.change(ref, (current) => invite(current, turn, ticket))
  if (!invited) return
  log.warn('a conversation has no socket', { ...ref, resumes: talk.resumes })
  if (!invited.talk.ticket) return hangUp(talk, lineLost, services, log)
  const redirected = await carrier.redirectCall(carrier_sid, writeCallRef(ref))
  if (redirected === 'over') await hangUp(talk, lineLost, services, log)
}

const lineLost = { hang_up: 'assistant', cause: 'line_lost' } as const

const hangUp = async (
  { user_id, call_id, carrier_sid }: Talk,
  why: Pick<Call, 'cause' | 'hang_up'>,
  services: Services,
  log: Log,
): Promise<void> => {
  const { calls, carrier, conversations, clock } = services
  const ref = { user_id, call_id }
  const known = await calls.find(ref)
  if (known && !isCallOver(known)) {
    const asked = await carrier.fetchCall(carrier_sid)
    if (asked && !asked.outcome) {
      await calls.patch(ref, why, clock.now())
      await carrier.endCall(carrier_sid)
    } else await reportCall(services, ref, asked ?? { outcome: 'completed' }, log)
  }
  await conversations.change(ref, close)
}
