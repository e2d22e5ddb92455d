import type { LocalClock } from '../clock.ts'
import type { CallBehaviour } from './behaviours.ts'
import {
  callForm,
  detectionForm,
  dialForm,
  recordedSeconds,
  recordingForm,
  sessionForm,
  statusForm,
} from './call-forms.ts'
import { type CallRequest, ringSecondsDefault, talkSecondsDefault } from './call-request.ts'
import { type Callback, type Callbacks, createReports, type Reply, type Reports, type Target } from './callbacks.ts'
import type { Converse, SessionEnd } from './conversation.ts'
import { customers, type Step } from './customers.ts'
import type { Log, Sids } from './dialect.ts'
import { talkOnLine } from './dialled-talk.ts'
import { dialPhone, type PhoneLeg } from './phone-legs.ts'
import type { Line } from './relay.ts'
import { type DialStatus, dialStatusOf, type End, type Invite } from './sip.ts'
import { type CallTranscription, createTranscription } from './transcription.ts'
import { type DialledPhone, readTwiml, type Verb } from './twiml.ts'

export type EndStatus = 'completed' | 'busy' | 'no-answer' | 'canceled'
export type CallStatus = 'queued' | 'initiated' | 'ringing' | 'in-progress' | EndStatus

export interface Call {
  sid: string
  accountSid: string
  direction: 'inbound' | 'outbound-api'
  to: string
  from: string
  status: CallStatus
  /** All times are milliseconds of the carrier's clock. */
  createdAt: number
  updatedAt: number
  startedAt?: number
  answeredAt?: number
  endedAt?: number
  answeredBy?: string
  behaviour: CallBehaviour
  request: CallRequest
  /** Where recordings of this call can be fetched: the address that the client used. */
  origin: string
  recordingSid?: string
  /** When the recording that is kept began, and how many were begun: each `<Start><Recording>` begins another. */
  recordedFrom?: number
  recordingsBegun: number
  session?: Session
  dialled?: Dialled
  transcription?: CallTranscription
  /** What was said on a line that was dialled. */
  lines: Line[]
  /** What the carrier itself was told to say. */
  spoken: string[]
  /** Keys that we had pressed there. */
  tones: string[]
  /** What the person has yet to say there. */
  left?: Step[]
  legs: Leg[]
  reportsNumbered: number
  reports: Reports
  /** Waits until the call is over. */
  life: Waits
  /** Waits of the current phase or TwiML document; new instructions call them off. */
  steps: Waits
}

export interface Session {
  sid: string
  startedAt: number
  action?: Target
  stop: () => void
}

/** What is left of such a call in the carrier's list. */
export interface Leg {
  sid: string
  to: string
  createdAt: number
  /** Of a phone that was dialled. */
  phone?: PhoneLeg
}

/** Another call, to which this one is or shall be bridged. */
export interface Dialled {
  sid: string
  action?: Target
  bridgedAt?: number
  stop: () => void
}

/**
 * Milliseconds of the carrier's clock, each counted from the step before: a busy machine runs timers late and in any
 * order, so only a step that is taken may start the next one.
 */
const initiatedAfterMs = 200
const ringingAfterMs = 800
const pickedUpAfterMs = 3000
const busyAfterMs = 2000
const humanDetectedAfterMs = 3000
const machineDetectedAfterMs = 4000
/** A machine that is heard out: its announcement, and the beep. */
const beepAfterMs = 9000
const sayMs = 2000
const toneMs = 250
const lastReportAfterMs = 500
/** A recording has to be worked up: it is there well after the call's last report. */
const recordingReportAfterMs = 5500
/** Of a call that is shorter there is no recording. */
const recordedSecondsMin = 2

/** Which `StatusCallbackEvent` brings the report of a status; none brings `queued`. */
const eventOf: Record<CallStatus, string> = {
  queued: 'queued',
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'completed',
  busy: 'completed',
  'no-answer': 'completed',
  canceled: 'completed',
}

/** The life of every call, incoming and outgoing, on the carrier's side. */
export const createCalls = (options: {
  clock: LocalClock
  callbacks: Callbacks
  sids: Sids
  accountSid: string
  converse: Converse
  behaviourOf: (person: string) => CallBehaviour
  invite: Invite
  log: Log
}) => {
  const { clock, callbacks, sids, accountSid, converse, behaviourOf, invite, log } = options
  const calls = new Map<string, Call>()
  const recordings = new Set<string>()
  const counts = { placed: 0, received: 0, live: 0, livePeak: 0 }

  /** Places an outgoing call, from which point on it lives as the number dialled says. */
  const place = (request: CallRequest, origin: string): Call => {
    const call = open('outbound-api', 'queued', request, origin, behaviourOf(request.to))
    counts.placed += 1
    counts.live += 1
    counts.livePeak = Math.max(counts.livePeak, counts.live)
    call.steps.after(initiatedAfterMs, () => {
      call.startedAt = clock.now()
      call.steps.after(ringingAfterMs, () => ring(call))
      return move(call, 'initiated')
    })
    return call
  }

  /** Lets a caller dial one of our numbers: `voice` is asked what to do before the call is picked up. */
  const receive = (line: { to: string; from: string; voice: Target; status?: Target }, origin: string): Call => {
    const request: CallRequest = {
      to: line.to,
      from: line.from,
      instructions: line.voice,
      status: line.status,
      statusEvents: ['completed'],
      ringSeconds: ringSecondsDefault,
      talkSecondsMax: talkSecondsDefault,
    }
    const call = open('inbound', 'ringing', request, origin, behaviourOf(line.from))
    counts.received += 1
    call.startedAt = call.createdAt
    call.steps.after(0, () =>
      ask(call, { target: line.voice, form: callForm(call) }, async (verbs) => {
        const [first] = verbs ?? []
        if (first?.name === 'Reject') return end(call, first.reason === 'busy' ? 'busy' : 'no-answer')
        await pickUp(call)
        return perform(call, verbs)
      }),
    )
    return call
  }

  /** Ends a call by the API. One that was not answered is canceled; one that is over stays as it is. */
  const hangUp = (call: Call) => end(call, call.answeredAt === undefined ? 'canceled' : 'completed')

  /**
   * Gives a call that is in progress new TwiML; false when it is not. The action of an open session is told of its end all the same,
   * and what it answers is not followed.
   */
  const redirect = (call: Call, instructions: CallRequest['instructions']) => {
    if (call.status !== 'in-progress') return false
    call.life.after(0, async () => {
      const interrupted = sessionReport(call, { status: 'completed' }) ?? dialReport(call, 'completed')
      await Promise.all([follow(call, instructions), report(call, interrupted)])
    })
    return true
  }

  const open = (
    direction: Call['direction'],
    status: CallStatus,
    request: CallRequest,
    origin: string,
    behaviour: CallBehaviour,
  ) => {
    const now = clock.now()
    const call: Call = {
      sid: sids('CA'),
      accountSid,
      direction,
      to: request.to,
      from: request.from,
      status,
      createdAt: now,
      updatedAt: now,
      behaviour,
      request,
      origin,
      legs: [],
      lines: [],
      tones: [],
      spoken: [],
      reportsNumbered: 0,
      recordingsBegun: 0,
      reports: createReports(callbacks, behaviour.reports === 'backwards'),
      life: createWaits(clock),
      steps: createWaits(clock),
    }
    calls.set(call.sid, call)
    return call
  }

  const ring = (call: Call) => {
    const { pickup } = call.behaviour
    const ringMs = call.request.ringSeconds * 1000
    if (pickup === 'answers' && pickedUpAfterMs < ringMs) call.steps.after(pickedUpAfterMs, () => answer(call))
    else if (pickup === 'busy' && busyAfterMs < ringMs) call.steps.after(busyAfterMs, () => end(call, 'busy'))
    else call.steps.after(ringMs, () => end(call, 'no-answer'))
    return move(call, 'ringing')
  }

  const answer = async (call: Call) => {
    await Promise.all([pickUp(call), follow(call, call.request.instructions)])
  }

  const pickUp = (call: Call) => {
    const { request, life, behaviour } = call
    call.answeredAt = clock.now()
    if (request.recording) record(call)
    if (behaviour.leavesAfterSeconds) life.after(behaviour.leavesAfterSeconds * 1000, () => end(call, 'completed'))
    life.after(request.talkSecondsMax * 1000, () => end(call, 'completed'))
    if (request.detection) {
      const { waitsForBeep, ...target } = request.detection
      const machineMs = waitsForBeep ? beepAfterMs : machineDetectedAfterMs
      const durationMs = behaviour.answeredBy === 'human' ? humanDetectedAfterMs : machineMs
      life.after(durationMs, () => {
        call.answeredBy = behaviour.answeredBy === 'human' || !waitsForBeep ? behaviour.answeredBy : 'machine_end_beep'
        return report(call, { target, form: detectionForm(call, durationMs) })
      })
    }
    return move(call, 'in-progress')
  }

  const record = (call: Call) => {
    call.recordingsBegun += 1
    call.recordingSid ??= sids('RE')
    call.recordedFrom ??= clock.now()
  }

  const follow = (call: Call, instructions: CallRequest['instructions']) => {
    call.steps.stop()
    call.steps = createWaits(clock)
    call.session?.stop()
    call.session = undefined
    call.dialled?.stop()
    call.dialled = undefined
    if ('twiml' in instructions) return perform(call, understand(call, instructions.twiml))
    return ask(call, { target: instructions, form: callForm(call) }, (verbs) => perform(call, verbs))
  }

  /** Asks the product what comes next. Whatever happened to the call meanwhile wins over the answer. */
  const ask = (call: Call, question: Callback, then: (verbs: Verb[] | undefined) => void | Promise<void>) => {
    const { steps } = call
    return callbacks.post(question, (reply) => {
      if (steps.live()) return then(reply && understand(call, reply.body, reply))
    })
  }

  const understand = (call: Call, document: string, reply?: Reply): Verb[] | undefined => {
    const isXml = !reply || document.trim() === '' || /xml|html/.test(reply.contentType)
    const reading = isXml ? readTwiml(document) : { error: 'not sent as XML' }
    if ('verbs' in reading) return reading.verbs
    log({ event: 'twiml_invalid', sid: call.sid, reason: reading.error })
    return undefined
  }

  /** Follows one verb after the other. `Hangup`, no verb left, and one that is not understood end the call. */
  const perform = (call: Call, verbs: Verb[] | undefined): void | Promise<void> => {
    const [verb, ...rest] = verbs ?? []
    if (verb?.name === 'Say') {
      call.spoken.push(verb.text)
      // The carrier writes down what it says itself, too.
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
      // A second one of the same name is refused, and the first goes on.
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

  const connect = (call: Call, { action, relay }: Extract<Verb, { name: 'Connect' }>, rest: Verb[]) => {
    const { steps, from, to, direction, behaviour } = call
    const session = { sid: sids('VX'), startedAt: clock.now(), action, stop: () => {} }
    call.session = session
    const leg = { sessionId: session.sid, accountSid, callSid: call.sid, from, to, direction, behaviour }
    const conversation = converse(leg, relay, (result) => {
      if (steps.live() && call.session === session) return sessionOver(call, result, rest)
    })
    session.stop = conversation.stop
  }

  /**
   * Rings at the other end; an incoming caller hangs up in their own time, and the carrier at the limit. How long it rings is left to
   * the other end: on a fast clock a fair answer would look late.
   */
  const dial = (call: Call, verb: Extract<Verb, { name: 'Dial' }>, rest: Verb[]) => {
    const { steps, behaviour } = call
    const abort = new AbortController()
    const dialled: Dialled = { sid: sids('CA'), action: verb.action, stop: () => abort.abort() }
    call.dialled = dialled
    call.legs.push({ sid: dialled.sid, to: verb.address, createdAt: clock.now() })
    const isOn = () => steps.live() && call.dialled === dialled
    const over = (status: DialStatus) => {
      dialled.stop()
      const question = dialReport(call, status)
      call.dialled = undefined
      if (!question) return perform(call, rest)
      return isSilent(call) ? end(call, 'completed') : ask(call, question, (verbs) => perform(call, verbs))
    }
    /** Words that come before the line is bridged wait for it. */
    const early: string[] = []
    let hears = (text: string): void => {
      early.push(text)
    }
    const answered = (status: number, callee: End | undefined) => {
      if (!isOn()) return callee?.left()
      if (status !== 200) return over(dialStatusOf(status))
      dialled.bridgedAt = clock.now()
      if (callee) {
        call.left ??= [...customers[behaviour.customer]]
        const talk = talkOnLine({ clock, steps: call.left, callee, onSaid: (line) => hear(call, line) })
        hears = talk.hears
        for (const text of early) talk.hears(text)
        dialled.stop = () => {
          talk.stop()
          callee.left()
        }
      }
      steps.after(verb.limitSeconds * 1000, () => (isOn() ? over('completed') : undefined))
      if (behaviour.endedBy === 'caller')
        steps.after(behaviour.talkSeconds * 1000, () => (isOn() ? end(call, 'completed') : undefined))
    }
    const caller: End = {
      hears: (text) => hears(text),
      left: () => {
        steps.after(0, () => (isOn() ? over('completed') : undefined))
      },
    }
    steps.after(0, async () => {
      const { status, callee } = await invite(verb.address, caller, abort.signal)
      // By now it may be later than when it began to ring.
      steps.after(0, () => answered(status, callee))
    })
  }

  const hear = (call: Call, line: Line) => {
    call.lines.push(line)
    call.transcription?.said(line.speaker === 'customer' ? 'inbound_track' : 'outbound_track', line.text)
  }

  /** Rings another phone, which behaves by its number; the customer hangs up in their own time. */
  const dialNumber = (call: Call, verb: DialledPhone, rest: Verb[]) => {
    const { steps, behaviour } = call
    const isOn = () => steps.live() && call.dialled === dialled
    const leg = dialPhone({ clock, callbacks, sids, accountSid, behaviourOf, log }, call, verb, {
      joined: () => {
        dialled.bridgedAt = clock.now()
        if (behaviour.endedBy === 'caller')
          steps.after(behaviour.talkSeconds * 1000, () => (isOn() ? end(call, 'completed') : undefined))
      },
      over: (status) => {
        if (!isOn()) return
        const question = dialReport(call, status)
        call.dialled = undefined
        if (!question) return perform(call, rest)
        return isSilent(call) || leg.isSilent
          ? end(call, 'completed')
          : ask(call, question, (verbs) => perform(call, verbs))
      },
    })
    const dialled: Dialled = { sid: leg.sid, action: verb.action, stop: leg.stop }
    call.dialled = dialled
    call.legs.push({ sid: leg.sid, to: verb.to, createdAt: clock.now(), phone: leg })
  }

  const sessionOver = (call: Call, result: SessionEnd, rest: Verb[]) => {
    if (result.status === 'completed') return end(call, 'completed')
    const question = sessionReport(call, result)
    call.session = undefined
    if (!question) return perform(call, rest)
    if (isSilent(call)) return end(call, 'completed')
    const answered = ask(call, question, (verbs) => perform(call, verbs))
    return call.behaviour.reports === 'backwards'
      ? Promise.all([answered, report(call, question)]).then(() => {})
      : answered
  }

  /** Ends a call: the session's action comes first, the last status report 0.5 s later, the recording after 6 s. */
  const end = (call: Call, status: EndStatus): void => {
    if (call.endedAt !== undefined) return
    call.life.stop()
    call.steps.stop()
    call.session?.stop()
    call.dialled?.stop()
    call.transcription?.stop()
    const now = clock.now()
    call.status = status
    call.endedAt = now
    call.updatedAt = now
    if (call.direction === 'outbound-api') counts.live -= 1

    const action =
      sessionReport(call, { status: 'completed' }) ??
      dialReport(call, call.dialled?.bridgedAt === undefined ? 'canceled' : 'completed')
    const last = statusReport(call)
    clock.after(0, () => {
      clock.after(lastReportAfterMs, () => {
        if (call.recordingSid) clock.after(recordingReportAfterMs, () => finishRecording(call))
        return call.reports.finish(isSilent(call) ? undefined : last)
      })
      return report(call, action)
    })
  }

  const finishRecording = (call: Call) => {
    const { report: target, events = [] } = call.request.recording ?? {}
    const status = recordedSeconds(call) < recordedSecondsMin ? 'absent' : 'completed'
    if (status === 'completed') recordings.add(call.recordingSid ?? '')
    if (target && events.includes(status) && !isSilent(call))
      return callbacks.post({ target, form: recordingForm(call, status) })
  }

  const move = (call: Call, status: CallStatus) => {
    call.status = status
    call.updatedAt = clock.now()
    return report(call, statusReport(call))
  }

  const report = async (call: Call, callback: Callback | undefined) => {
    if (callback && !isSilent(call)) await call.reports.tell(callback)
  }

  const isSilent = ({ behaviour, status }: Call) =>
    behaviour.reports === 'silent' && status !== 'initiated' && status !== 'ringing'

  const statusReport = (call: Call): Callback | undefined => {
    const { status: target, statusEvents } = call.request
    if (!target || !statusEvents.includes(eventOf[call.status])) return undefined
    const form = statusForm(call, call.reportsNumbered, clock.now())
    call.reportsNumbered += 1
    return { target, form }
  }

  const sessionReport = (call: Call, result: SessionEnd): Callback | undefined => {
    const { session } = call
    return session?.action && { target: session.action, form: sessionForm(call, session, result, clock.now()) }
  }

  const dialReport = (call: Call, status: DialStatus): Callback | undefined => {
    const { dialled } = call
    return dialled?.action && { target: dialled.action, form: dialForm(call, dialled, status, clock.now()) }
  }

  return {
    place,
    receive,
    hangUp,
    redirect,
    find: (sid: string) => calls.get(sid),
    newestFirst: () => [...calls.values()].toReversed(),
    hasRecording: (sid: string) => recordings.has(sid),
    counts: () => ({ ...counts }),
  }
}

interface Waits {
  live(): boolean
  after(delayMs: number, task: () => void | Promise<void>): void
  stop(): void
}

/** Waits that can be called off together. */
const createWaits = (clock: LocalClock): Waits => {
  const cancels: (() => void)[] = []
  let live = true
  return {
    live: () => live,
    after: (delayMs, task) => {
      cancels.push(clock.after(delayMs, task))
    },
    stop: () => {
      live = false
      for (const cancel of cancels) cancel()
    },
  }
}
