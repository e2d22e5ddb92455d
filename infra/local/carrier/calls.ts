import type { LocalClock } from '../clock.ts'
import { type CallBehaviour, reportedAs } from './behaviours.ts'
import type { CarrierStatus, DoubleCall, EndStatus } from './call.ts'
import { callForm, detectionForm, recordedSeconds, recordingForm, verstatForm } from './call-forms.ts'
import { dialReport, isSilent, report, sessionReport, statusReport } from './call-reports.ts'
import { type CallRequest, ringSecondsDefault, talkSecondsDefault } from './call-request.ts'
import { type CallbackSender, type CallbackTarget, createReports } from './callbacks.ts'
import type { Converse } from './conversation.ts'
import type { FactLog, Sids } from './dialect.ts'
import { createInstructions } from './instructions.ts'
import type { PageLine } from './page-line.ts'
import type { Invite } from './sip.ts'
import { createWaits } from './waits.ts'

/**
 * Milliseconds between two steps of a call. Each step starts the timer of the next, because a busy
 * machine can run timers out of order.
 */
const initiatedAfterMs = 200
const ringingAfterMs = 800
const pickedUpAfterMs = 3000
const busyAfterMs = 2000
const failedAfterMs = 1000
const humanDetectedAfterMs = 3000
const machineDetectedAfterMs = 4000
const beepAfterMs = 9000
const lastReportAfterMs = 500
const recordingReportAfterMs = 5500
const recordedSecondsMin = 2

interface Line {
  to: string
  from: string
  verstat?: string | null
  voice: CallbackTarget
  status?: CallbackTarget
  person?: string
  form?: Record<string, string>
  page?: PageLine
}

export const createCalls = (options: {
  clock: LocalClock
  callbacks: CallbackSender
  sids: Sids
  accountSid: string
  converse: Converse
  behaviourOf: (person: string) => CallBehaviour
  invite: Invite
  log: FactLog
}) => {
  const { clock, callbacks, sids, accountSid, behaviourOf } = options
  const { follow, ask, perform } = createInstructions({
    ...options,
    record: (call) => record(call),
    end: (call, status) => end(call, status),
  })
  const calls = new Map<string, DoubleCall>()
  const recordings = new Set<string>()
  const counts = { placed: 0, received: 0, live: 0, livePeak: 0 }

  const place = (request: CallRequest, origin: string): DoubleCall => {
    const call = open('outbound-api', request, origin, behaviourOf(request.to))
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

  /** Starts an incoming call: asks the number's voice URL for instructions before pick-up. */
  const receive = (line: Line, origin: string): DoubleCall => {
    const request: CallRequest = {
      to: line.to,
      from: line.person === undefined ? reportedAs(line.from) : line.from,
      instructions: line.voice,
      status: line.status,
      statusEvents: ['completed'],
      ringSeconds: ringSecondsDefault,
      talkSecondsMax: talkSecondsDefault,
    }
    const call = open('inbound', request, origin, behaviourOf(line.person ?? line.from))
    if (line.page) call.page = line.page
    counts.received += 1
    call.startedAt = call.createdAt
    call.steps.after(0, () =>
      ask(
        call,
        { target: line.voice, form: { ...callForm(call), ...verstatForm(line), ...line.form } },
        async (verbs) => {
          const [first] = verbs ?? []
          if (first?.name === 'Reject') return end(call, first.reason === 'busy' ? 'busy' : 'no-answer')
          await pickUp(call)
          return perform(call, verbs)
        },
      ),
    )
    return call
  }

  const hangUp = (call: DoubleCall) => end(call, call.answeredAt === undefined ? 'canceled' : 'completed')

  /**
   * Replaces a call's instructions; returns false when the call is not in progress. An interrupted
   * session or `<Dial>` still requests its action URL, but the response is ignored.
   */
  const redirect = (call: DoubleCall, instructions: CallRequest['instructions']) => {
    if (call.status !== 'in-progress') return false
    call.life.after(0, async () => {
      const now = clock.now()
      const interrupted = sessionReport(call, { status: 'completed' }, now) ?? dialReport(call, 'completed', now)
      await Promise.all([follow(call, instructions), report(call, interrupted)])
    })
    return true
  }

  const open = (direction: DoubleCall['direction'], request: CallRequest, origin: string, behaviour: CallBehaviour) => {
    const now = clock.now()
    const call: DoubleCall = {
      sid: sids('CA'),
      accountSid,
      direction,
      to: request.to,
      from: request.from,
      status: direction === 'inbound' ? 'ringing' : 'queued',
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

  const ring = (call: DoubleCall) => {
    const { pickup } = call.behaviour
    const ringMs = call.request.ringSeconds * 1000
    if (pickup === 'answers' && pickedUpAfterMs < ringMs) call.steps.after(pickedUpAfterMs, () => answer(call))
    else if (pickup === 'fails') call.steps.after(failedAfterMs, () => end(call, 'failed'))
    else if (pickup === 'busy' && busyAfterMs < ringMs) call.steps.after(busyAfterMs, () => end(call, 'busy'))
    else call.steps.after(ringMs, () => end(call, 'no-answer'))
    return move(call, 'ringing')
  }

  const answer = async (call: DoubleCall) => {
    await Promise.all([pickUp(call), follow(call, call.request.instructions)])
  }

  const pickUp = (call: DoubleCall) => {
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

  const record = (call: DoubleCall) => {
    call.recordingsBegun += 1
    call.recordingSid ??= sids('RE')
    call.recordedFrom ??= clock.now()
  }

  /**
   * Ends a call: requests the action URL of its session, sends the last status report after 0.5 s
   * and the recording report after 6 s.
   */
  const end = (call: DoubleCall, status: EndStatus): void => {
    if (call.endedAt !== undefined) return
    call.life.stop()
    call.steps.stop()
    call.session?.stop()
    call.dialled?.stop()
    call.transcription?.stop()
    call.page?.over()
    const now = clock.now()
    call.status = status
    call.endedAt = now
    call.updatedAt = now
    if (call.direction === 'outbound-api') counts.live -= 1

    const action =
      sessionReport(call, { status: 'completed' }, now) ??
      dialReport(call, call.dialled?.bridgedAt === undefined ? 'canceled' : 'completed', now)
    const last = statusReport(call, now)
    clock.after(0, () => {
      clock.after(lastReportAfterMs, () => {
        if (call.recordingSid) clock.after(recordingReportAfterMs, () => finishRecording(call))
        return call.reports.finish(isSilent(call) ? undefined : last)
      })
      return report(call, action)
    })
  }

  const finishRecording = (call: DoubleCall) => {
    const { report: target, events = [] } = call.request.recording ?? {}
    const status = recordedSeconds(call) < recordedSecondsMin ? 'absent' : 'completed'
    if (status === 'completed') recordings.add(call.recordingSid ?? '')
    if (target && events.includes(status) && !isSilent(call))
      return callbacks.post({ target, form: recordingForm(call, status) })
  }

  const move = (call: DoubleCall, status: CarrierStatus) => {
    const now = clock.now()
    call.status = status
    call.updatedAt = now
    return report(call, statusReport(call, now))
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
