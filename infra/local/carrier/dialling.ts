import type { LocalClock } from '../clock.ts'
import type { CallBehaviour } from './behaviours.ts'
import type { BridgedCall, DoubleCall } from './call.ts'
import { dialReport } from './call-reports.ts'
import type { Callback, CallbackSender } from './callbacks.ts'
import { customers } from './customers.ts'
import type { FactLog, Sids } from './dialect.ts'
import { talkOnLine } from './dialled-talk.ts'
import type { PageLine } from './page-line.ts'
import { dialPhone } from './phone-legs.ts'
import type { SpokenLine } from './relay.ts'
import { type DialStatus, dialStatusOf, type End, type Invite } from './sip.ts'
import type { DialledPhone, Verb } from './twiml.ts'

/** Performs `<Dial>`: connects a call to a realtime model or another phone. */
export const createDialling = (options: {
  clock: LocalClock
  callbacks: CallbackSender
  sids: Sids
  accountSid: string
  behaviourOf: (person: string) => CallBehaviour
  invite: Invite
  log: FactLog
  goOn: (call: DoubleCall, question: Callback | undefined, rest: Verb[], isLineSilent?: boolean) => void | Promise<void>
  end: (call: DoubleCall, status: 'completed') => void
}) => {
  const { clock, callbacks, sids, accountSid, behaviourOf, invite, log, goOn, end } = options

  /**
   * Calls a realtime model by SIP. Ringing has no time-out: on a fast simulated clock, a normal
   * answer would exceed it.
   */
  const dial = (call: DoubleCall, verb: Extract<Verb, { name: 'Dial' }>, rest: Verb[]) => {
    const { steps, behaviour } = call
    const abort = new AbortController()
    const dialled: BridgedCall = { sid: sids('CA'), action: verb.action, stop: () => abort.abort() }
    call.dialled = dialled
    call.legs.push({ sid: dialled.sid, to: verb.address, createdAt: clock.now() })
    const isOn = () => steps.live() && call.dialled === dialled
    const over = (status: DialStatus) => {
      dialled.stop()
      const question = dialReport(call, status, clock.now())
      call.dialled = undefined
      return goOn(call, question, rest)
    }
    const early: string[] = []
    let hears = (text: string): void => {
      early.push(text)
    }
    const answered = (status: number, callee: End | undefined) => {
      if (!isOn()) return callee?.left()
      if (status !== 200) return over(dialStatusOf(status))
      dialled.bridgedAt = clock.now()
      if (callee && call.page) {
        hears = talkToPage(call.page, callee, (line) => hear(call, line))
        for (const text of early) hears(text)
        dialled.stop = () => callee.left()
      } else if (callee) {
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
      steps.after(0, () => answered(status, callee))
    })
  }

  const hear = (call: DoubleCall, line: SpokenLine) => {
    call.lines.push(line)
    call.transcription?.said(line.speaker === 'customer' ? 'inbound_track' : 'outbound_track', line.text)
  }

  const dialNumber = (call: DoubleCall, verb: DialledPhone, rest: Verb[]) => {
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
        const question = dialReport(call, status, clock.now())
        call.dialled = undefined
        return goOn(call, question, rest, leg.isSilent)
      },
    })
    const dialled: BridgedCall = { sid: leg.sid, action: verb.action, stop: leg.stop }
    call.dialled = dialled
    call.legs.push({ sid: leg.sid, to: verb.to, createdAt: clock.now(), phone: leg })
  }

  return { dial, dialNumber }
}

const talkToPage = (page: PageLine, callee: End, onSaid: (line: SpokenLine) => void) => {
  page.listen((text) => {
    onSaid({ speaker: 'customer', text })
    void callee.hears(text)
  })
  return (text: string): void => {
    onSaid({ speaker: 'assistant', text })
    page.hears(text, true)
  }
}
