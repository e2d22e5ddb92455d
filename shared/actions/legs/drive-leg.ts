import type { Call } from '../../domain/calls/call.ts'
import { type CallRef, writeCallRef } from '../../domain/calls/call-ref.ts'
import {
  dialOf,
  endOf,
  isAsked,
  isReady,
  isSettled,
  type Leg,
  type LegReport,
  legAskedMsMax,
  legClearedMsMax,
  legDueAt,
  ownDuration,
  unchargedLegOf,
} from '../../domain/calls/leg.ts'
import type { LegRef } from '../../domain/calls/leg-ref.ts'
import { isOver as isCallOver, overAt } from '../../domain/calls/placement.ts'
import { comeBack, remarkOn, withoutTransfer } from '../../domain/conversations/away.ts'
import { newTicket } from '../../domain/conversations/channel.ts'
import { isAway, isOver, isWithoutSocket, transferOf } from '../../domain/conversations/talk.ts'
import type { Dependencies } from '../../services.ts'
import { causeFields, type Log } from '../../words/log.ts'
import { decimalOf } from '../../words/money.ts'
import { type ClearingParts, clearLeg } from './clear-leg.ts'

export type DrivingParts = ClearingParts &
  Dependencies<
    | 'calls.chargeLeg'
    | 'calls.find'
    | 'calls.patch'
    | 'calls.patchLeg'
    | 'calls.reportLeg'
    | 'carrier.endCall'
    | 'carrier.fetchLegs'
    | 'carrier.redirectCall'
    | 'clock'
    | 'conversations.change'
    | 'conversations.find'
    | 'random'
    | 'toolCalls.list'
    | 'watchSilenceQueue.nudge'
  >

const drivesMax = 2
const driveAgainMs = 20_000

export const driveLeg = async (parts: DrivingParts, call: Call, log: Log): Promise<Call> => {
  const { calls, clock } = parts
  const leg = unchargedLegOf(call)
  const due = legDueAt(call)
  if (!leg || due === undefined || clock.now() < due) return call
  const ref: LegRef = { user_id: call.user_id, call_id: call.id, place: call.legs.indexOf(leg) + 1 }
  await (endOf(leg) === undefined ? goOn(parts, { ref, call, leg }, log) : settle(parts, { ref, call, leg }, log))
  return (await calls.find(refOf(ref))) ?? call
}

interface Driven {
  ref: LegRef
  call: Call
  leg: Leg
}

const refOf = ({ user_id, call_id }: LegRef): CallRef => ({ user_id, call_id })

const goOn = async (parts: DrivingParts, driven: Driven, log: Log): Promise<void> => {
  const { calls, carrier, clock } = parts
  const { ref, call, leg } = driven
  const { drives } = leg
  if (dialOf(leg)) return learn(parts, driven, log)
  if (isAsked(leg) && clock.now() < leg.asked_at + legClearedMsMax) {
    const cleared = await clearLeg(parts, driven, log)
    const isDue = isReady(cleared) && cleared.drive_at <= clock.now()
    return isDue ? goOn(parts, { ref, call, leg: cleared }, log) : undefined
  }
  if (await isExpired(parts, driven)) return expire(parts, driven, log)
  if (isReady(leg) && drives < drivesMax && call.carrier_sid) {
    await calls.patchLeg(ref, { drives: drives + 1, drive_at: clock.now() + driveAgainMs }, clock.now())
    await carrier.redirectCall(call.carrier_sid, writeCallRef(refOf(ref)))
    return
  }
  log.warn('a call was not transferred', { ...ref, drives })
  const reported = await calls.reportLeg(ref, { outcome: 'failed' }, clock.now())
  await stayOnLine(parts, { ref, call, leg: reported?.leg ?? leg })
}

/** True when the function that ran the transfer tool crashed before it answered the model. */
const isExpired = async ({ toolCalls, clock }: DrivingParts, { ref, leg }: Driven): Promise<boolean> => {
  if (leg.by !== 'assistant' || clock.now() < leg.asked_at + legClearedMsMax) return false
  const calls = await toolCalls.list(refOf(ref))
  return !calls.some(({ effect }) => effect?.type === 'transfer' && effect.place === ref.place)
}

/**
 * Ends an expired transfer. The model receives nothing, because it already knows that the outcome
 * is unknown.
 */
const expire = async ({ calls, conversations, clock }: DrivingParts, { ref }: Driven, log: Log): Promise<void> => {
  log.warn('a transfer expired', { ...ref })
  await calls.reportLeg(ref, { outcome: 'failed' }, clock.now())
  await conversations.change(refOf(ref), (talk) => withoutTransfer(talk, ref.place))
}

/**
 * Asks the carrier how the transfer ended. If the carrier does not answer in time, our own recorded
 * times are used.
 */
const learn = async (parts: DrivingParts, { ref, call, leg }: Driven, log: Log): Promise<void> => {
  const { calls, clock } = parts
  const now = clock.now()
  await calls.patchLeg(ref, { checked_at: now }, now)
  const heard = await ask(parts, { ref, call, leg }, log)
  const dial = dialOf(leg)
  const known_at = endOf(leg)?.over_at ?? dial?.gone_at
  const since = known_at ?? legDueAt({ ...call, legs: [{ ...leg, checked_at: undefined }] }) ?? now
  const isGivenUp = !heard && now >= since + legAskedMsMax
  if (!heard && !isGivenUp) return
  const over_at = endOf(leg)?.over_at ?? overAt(call) ?? dial?.gone_at ?? now
  const own: LegReport = { outcome: outcomeOf(leg), duration: ownDuration(dial?.answered_at, over_at) }
  await calls.reportLeg(ref, heard ?? own, clock.now())
}

const ask = async ({ carrier }: DrivingParts, { ref, call, leg }: Driven, log: Log): Promise<LegReport | undefined> => {
  if (!call.carrier_sid) return undefined
  try {
    const legs = await carrier.fetchLegs(call.carrier_sid)
    const isIt = (sid: string) => sid === leg.carrier_sid
    const mine = legs.filter(
      ({ carrier_sid, to, created_at }) =>
        isIt(carrier_sid) ||
        (!leg.carrier_sid && to === leg.to && created_at >= (dialOf(leg)?.dialled_at ?? 0) - clockSkewMs),
    )
    const over = mine.filter(({ report }) => report.outcome !== undefined)
    const last = over.at(-1)
    if (!last || over.length < mine.length) return undefined
    const { outcome, duration = 0 } = last.report
    const ended = outcome === 'completed' ? outcomeOf(leg, true) : outcome
    return { carrier_sid: last.carrier_sid, gone: true, outcome: ended, duration }
  } catch (cause) {
    log.warn('the carrier could not be asked about a leg', { ...ref, ...causeFields(cause) })
    return undefined
  }
}

const clockSkewMs = 11_000

/** Returns `connected` if the callee pressed the required key, or answered and needed no key. */
const outcomeOf = (leg: Leg, wasAnswered = dialOf(leg)?.answered_at !== undefined) => {
  if (dialOf(leg)?.joined_at !== undefined || (!leg.is_warm && wasAnswered)) return 'connected'
  return wasAnswered ? 'declined' : 'failed'
}

const settle = async (parts: DrivingParts, driven: Driven, log: Log): Promise<void> => {
  const { calls, clock } = parts
  const { ref, call, leg } = driven
  if (!isSettled(leg)) return learn(parts, driven, log)
  if (!isCallOver(call)) await recover(parts, driven, log)
  await calls.chargeLeg(ref, clock.now())
  log.info('leg charged', { ...ref, outcome: endOf(leg)?.outcome, minute: decimalOf(leg.carrier_minute) })
}

const recover = async (parts: DrivingParts, { ref, call, leg }: Driven, log: Log): Promise<void> => {
  const { calls, carrier, conversations, clock } = parts
  const talk = await conversations.find(refOf(ref))
  if (!call.carrier_sid || !talk || isOver(talk) || transferOf(talk)?.place !== ref.place) return
  log.warn('the carrier did not report the end of a leg', { ...ref, outcome: endOf(leg)?.outcome })
  if (endOf(leg)?.outcome !== 'connected') {
    if (!isAway(talk)) return stayOnLine(parts, { ref, call, leg })
    await carrier.redirectCall(call.carrier_sid, writeCallRef(refOf(ref)))
    return
  }
  await carrier.endCall(call.carrier_sid)
  await calls.patch(refOf(ref), { checked_at: clock.now() }, clock.now())
}

/** Keeps the caller on the line after a failed transfer. A realtime model needs a new session. */
const stayOnLine = async (
  { carrier, conversations, watchSilenceQueue, random, clock }: DrivingParts,
  { ref, call, leg }: Driven,
): Promise<void> => {
  const back = { place: ref.place, ticket: newTicket(random), remark: remarkOn(leg.to, endOf(leg)?.outcome) }
  const stayed = await conversations.change(refOf(ref), (talk) =>
    isAway(talk) ? undefined : comeBack(talk, back, clock.now()),
  )
  if (!stayed) return
  if (!isWithoutSocket(stayed.talk)) await watchSilenceQueue.nudge({ ...refOf(ref), turn: stayed.talk.turn }, 0)
  else if (call.carrier_sid) await carrier.redirectCall(call.carrier_sid, writeCallRef(refOf(ref)))
}
