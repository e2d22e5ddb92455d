import type { LocalClock } from '../clock.ts'
import type { CallBehaviour } from './behaviours.ts'
import type { DoubleCall } from './call.ts'
import { callForm } from './call-forms.ts'
import { isSilent, report, sessionReport } from './call-reports.ts'
import type { CallRequest } from './call-request.ts'
import type { Callback, CallbackReply, CallbackSender } from './callbacks.ts'
import type { Converse, RelayEnd } from './conversation.ts'
import type { FactLog, Sids } from './dialect.ts'
import { createDialling } from './dialling.ts'
import type { Invite } from './sip.ts'
import { createTranscription } from './transcription.ts'
import { readTwiml, type Verb } from './twiml.ts'
import { createWaits } from './waits.ts'

const sayMs = 2000
const toneMs = 250

export const createInstructions = (options: {
  clock: LocalClock
  callbacks: CallbackSender
  sids: Sids
  accountSid: string
  converse: Converse
  behaviourOf: (person: string) => CallBehaviour
  invite: Invite
  log: FactLog
  record: (call: DoubleCall) => void
  end: (call: DoubleCall, status: 'completed') => void
}) => {
  const { clock, callbacks, sids, accountSid, converse, log, record, end } = options

  const follow = (call: DoubleCall, instructions: CallRequest['instructions']) => {
    call.steps.stop()
    call.steps = createWaits(clock)
    call.session?.stop()
    call.session = undefined
    call.dialled?.stop()
    call.dialled = undefined
    if ('twiml' in instructions) return perform(call, understand(call, instructions.twiml))
    return ask(call, { target: instructions, form: callForm(call) }, (verbs) => perform(call, verbs))
  }

  const ask = (call: DoubleCall, question: Callback, then: (verbs: Verb[] | undefined) => void | Promise<void>) => {
    const { steps } = call
    return callbacks.post(question, (reply) => {
      if (steps.live()) return then(reply && understand(call, reply.body, reply))
    })
  }

  const understand = (call: DoubleCall, document: string, reply?: CallbackReply): Verb[] | undefined => {
    const isXml = !reply || document.trim() === '' || /xml|html/.test(reply.contentType)
    const reading = isXml ? readTwiml(document) : { error: 'not sent as XML' }
    if ('verbs' in reading) return reading.verbs
    log({ event: 'twiml_invalid', sid: call.sid, reason: reading.error })
    return undefined
  }

  /** Performs the next verb. `Hangup`, an unknown verb or no further verb ends the call. */
  const perform = (call: DoubleCall, verbs: Verb[] | undefined): void | Promise<void> => {
    const [verb, ...rest] = verbs ?? []
    if (verb?.name === 'Say') {
      call.spoken.push(verb.text)
      call.page?.hears(verb.text, true)
      // Twilio also transcribes the text that `<Say>` speaks.
      call.transcription?.said('outbound_track', verb.text)
      return call.steps.after(sayMs, () => perform(call, rest))
    }
    if (verb?.name === 'Play') {
      call.tones.push(verb.digits)
      return call.steps.after(verb.digits.length * toneMs, () => perform(call, rest))
    }
    if (verb?.name === 'Pause') return call.steps.after(verb.seconds * 1000, () => perform(call, rest))
    if (verb?.name === 'Connect') return connect(call, verb, rest)
    if (verb?.name === 'Dial') return dial(call, verb, rest)
    if (verb?.name === 'Transcribe') {
      const { name: _verb, ...asked } = verb
      const about = { CallSid: call.sid, AccountSid: accountSid }
      const tell = (callback: Callback) => report(call, callback)
      // Twilio refuses a second transcription of the same name, and the first continues.
      if (!call.transcription) {
        call.transcription = createTranscription({ ...asked, sid: sids('GT'), clock, about, tell })
        call.life.after(0, async () => {
          await call.transcription?.begin()
        })
      }
      return perform(call, rest)
    }
    if (verb?.name === 'Dial number') return dialNumber(call, verb, rest)
    if (verb?.name === 'Record') {
      call.request.recording = { channels: 2, report: verb.report, events: verb.events }
      record(call)
      return perform(call, rest)
    }
    if (verb?.name === 'unsupported') log({ event: 'twiml_unsupported', sid: call.sid, element: verb.element })
    return end(call, 'completed')
  }

  const connect = (call: DoubleCall, { action, relay }: Extract<Verb, { name: 'Connect' }>, rest: Verb[]) => {
    const { steps, from, to, direction, behaviour } = call
    const session = { sid: sids('VX'), startedAt: clock.now(), action, stop: () => {} }
    call.session = session
    const leg = {
      sessionId: session.sid,
      accountSid,
      callSid: call.sid,
      from,
      to,
      direction,
      behaviour,
      page: call.page,
    }
    const conversation = converse(leg, relay, (result) => {
      if (steps.live() && call.session === session) return sessionOver(call, result, rest)
    })
    session.stop = conversation.stop
  }

  const sessionOver = (call: DoubleCall, result: RelayEnd, rest: Verb[]) => {
    if (result.status === 'completed') return end(call, 'completed')
    const question = sessionReport(call, result, clock.now())
    call.session = undefined
    const answered = goOn(call, question, rest)
    return call.behaviour.reports === 'backwards'
      ? Promise.all([answered, report(call, question)]).then(() => {})
      : answered
  }

  /**
   * Sends the callback `question` and performs the verbs in its response. Without a callback,
   * performs the remaining verbs.
   */
  const goOn = (call: DoubleCall, question: Callback | undefined, rest: Verb[], isLineSilent = false) => {
    if (!question) return perform(call, rest)
    if (isSilent(call) || isLineSilent) return end(call, 'completed')
    return ask(call, question, (verbs) => perform(call, verbs))
  }

  const { dial, dialNumber } = createDialling({ ...options, goOn })
  return { follow, ask, perform }
}
