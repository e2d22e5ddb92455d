import type { LocalClock } from '../clock.ts'
import { type CallBehaviour, type CallFailure, dialFailureOf } from './behaviours.ts'
import type { DoubleCall, PhoneLeg } from './call.ts'
import {
  type Callback,
  type CallbackReply,
  type CallbackSender,
  type CallbackTarget,
  createReports,
} from './callbacks.ts'
import { apiVersion, type FactLog, isPhoneNumber, rfc2822, type Sids } from './dialect.ts'
import type { DialStatus } from './sip.ts'
import { type DialledPhone, readTwiml, type Verb } from './twiml.ts'

interface LegParts {
  clock: LocalClock
  callbacks: CallbackSender
  sids: Sids
  accountSid: string
  behaviourOf: (person: string) => CallBehaviour
  log: FactLog
}

interface LegListener {
  joined(): void
  over(status: DialStatus): void | Promise<void>
}

const pickedUpAfterMs = 3000
const busyAfterMs = 2000
const sayMs = 2000
const thinkMs = 1000
const lastReportAfterMs = 500

/**
 * Performs `<Dial>` to a phone. The callee first hears the whisper, the TwiML of `<Number url>`,
 * and may press a key. A whisper without `Hangup` connects both sides.
 */
export const dialPhone = (parts: LegParts, call: DoubleCall, verb: DialledPhone, listener: LegListener): PhoneLeg => {
  const { clock, callbacks, sids, accountSid, behaviourOf, log } = parts
  const behaviour = behaviourOf(verb.to)
  const reports = createReports(callbacks, behaviour.reports === 'backwards')
  const cancels: (() => void)[] = []
  const from = verb.callerId ?? call.from
  let answeredAt: number | undefined
  let sequence = 0

  const after = (ms: number, task: () => void | Promise<void>) => {
    cancels.push(clock.after(ms, () => (leg.endedAt === undefined ? task() : undefined)))
  }
  const formOf = () => ({
    CallSid: leg.sid,
    ParentCallSid: call.sid,
    AccountSid: accountSid,
    From: from,
    To: verb.to,
    CallStatus: leg.status,
    Direction: 'outbound-dial',
    ApiVersion: apiVersion,
  })
  const reportOf = (event: string, more: Record<string, string> = {}): Callback | undefined => {
    const { status: target, statusEvents } = verb
    if (!target || !statusEvents.includes(event) || leg.isSilent) return undefined
    const about = { Timestamp: rfc2822(clock.now()) ?? '', CallbackSource: 'call-progress-events' }
    return { target, form: { ...formOf(), ...about, SequenceNumber: String(sequence++), ...more } }
  }
  const end = (status: DialStatus, failure?: CallFailure) => {
    if (leg.endedAt !== undefined) return
    for (const cancel of cancels) cancel()
    leg.status = status
    leg.endedAt = clock.now()
    const seconds = leg.seconds()
    const times = { CallDuration: String(seconds), Duration: String(Math.ceil(seconds / 60)) }
    const last = reportOf('completed', { ...times, ...failure })
    clock.after(lastReportAfterMs, () => reports.finish(last))
  }
  const over = (status: DialStatus, failure?: CallFailure) => {
    if (leg.endedAt !== undefined) return
    end(status, failure)
    return listener.over(status)
  }
  const join = () => {
    listener.joined()
    after(verb.limitSeconds * 1000, () => over('completed'))
    if (behaviour.endedBy === 'caller') after(behaviour.talkSeconds * 1000, () => over('completed'))
  }
  const ask = (target: CallbackTarget, more: Record<string, string>) =>
    callbacks.post({ target, form: { ...formOf(), ...more } }, (reply) => {
      if (leg.endedAt === undefined) return perform(verbsOf(reply))
    })
  const verbsOf = (reply: CallbackReply | undefined): Verb[] => {
    const reading = reply ? readTwiml(reply.body) : { error: 'no answer' }
    if ('verbs' in reading) return reading.verbs
    log({ event: 'twiml_invalid', sid: leg.sid, reason: reading.error })
    return [{ name: 'Hangup' }]
  }
  const perform = (verbs: Verb[]): void | Promise<void> => {
    const [verb, ...rest] = verbs
    if (!verb) return join()
    if (verb.name === 'Say') return after(sayMs, () => perform(rest))
    if (verb.name === 'Pause') return after(verb.seconds * 1000, () => perform(rest))
    if (verb.name === 'Gather') {
      const { key } = behaviour
      const { action } = verb
      if (key && action) return after(thinkMs + sayMs, () => ask(action, { Digits: key, FinishedOnKey: '' }))
      const heard = verb.verbs.map((one) => (one.name === 'Pause' ? one.seconds * 1000 : sayMs))
      return after(heard.reduce((sum, ms) => sum + ms, 0) + verb.seconds * 1000, () => perform(rest))
    }
    if (verb.name !== 'Hangup') log({ event: 'twiml_unsupported', sid: leg.sid, element: verb.name })
    return over('completed')
  }

  const leg: PhoneLeg = {
    sid: sids('CA'),
    status: 'ringing',
    endedAt: undefined,
    isSilent: behaviour.reports === 'silent',
    seconds: () =>
      answeredAt === undefined || leg.endedAt === undefined ? 0 : Math.round((leg.endedAt - answeredAt) / 1000),
    stop: () => {
      if (leg.endedAt === undefined) end(answeredAt === undefined ? 'canceled' : 'completed')
    },
  }
  const answer = async () => {
    answeredAt = clock.now()
    leg.status = 'in-progress'
    const report = reportOf('answered')
    if (report) await reports.tell(report)
    return verb.whisper ? ask(verb.whisper, {}) : join()
  }
  const ringMs = verb.ringSeconds * 1000
  const invalid: CallFailure | undefined =
    isPhoneNumber(verb.to) && isPhoneNumber(from) ? undefined : { ErrorCode: '13223' }
  const failure = invalid ?? dialFailureOf(behaviour)
  if (failure) after(0, () => over('failed', failure))
  else if (behaviour.pickup === 'answers' && pickedUpAfterMs < ringMs) after(pickedUpAfterMs, answer)
  else if (behaviour.pickup === 'busy') after(busyAfterMs, () => over('busy'))
  else after(ringMs, () => over('no-answer'))
  return leg
}
