import { WebSocket } from 'ws'
import { spokenMs } from '../../../shared/domain/conversations/speaking-time.ts'
import type { LocalClock } from '../clock.ts'
import type { Converse, RelayCall, RelayEnd } from './conversation.ts'
import { customers, type Step } from './customers.ts'
import type { FactLog } from './dialect.ts'
import { readRelayFrame, relayAttributeNames } from './relay-frames.ts'
import { speedOf, voiceMisfit } from './relay-voices.ts'
import { sign } from './signature.ts'

export interface SpokenLine {
  speaker: 'assistant' | 'customer'
  text: string
}

/** The simulated customer, who continues in the next session after a lost socket. */
interface Person {
  steps: Step[]
  lines: SpokenLine[]
  hangsUpAt: number | undefined
}

const thinkMs = 1500
const cutInAfterMs = 700
const explainAfterMs = 900
const secondSentenceAfterMs = 150
const betweenKeysMs = 300
const endsAfterMs = 90
const badFramesMax = 10
const clean = 1000
const badPayload = 1007

interface RelayOptions {
  clock: LocalClock
  authToken: string
  log: FactLog
  connect?: (url: string, headers: Record<string, string>) => Socket
  stepsOf?: (leg: RelayCall) => readonly Step[]
}

export interface Socket {
  readonly readyState: number
  send(text: string): void
  close(code?: number): void
  terminate(): void
  ping(): void
  setMaxListeners(count: number): unknown
  on(event: string, listener: (...told: unknown[]) => void): unknown
  once(event: string, listener: (...told: unknown[]) => void): unknown
  off(event: string, listener: (...told: unknown[]) => void): unknown
}

const overNetwork = (url: string, headers: Record<string, string>): Socket => new WebSocket(url, { headers })

const byNumber = ({ behaviour }: RelayCall): readonly Step[] => customers[behaviour.customer]

/** Simulates ConversationRelay: a WebSocket client with a simulated customer. */
export const talkOverSockets = ({ clock, authToken, log, connect = overNetwork, stepsOf = byNumber }: RelayOptions) => {
  const people = new Map<string, Person>()
  const open = new Set<Socket>()

  const personOf = (leg: RelayCall): Person => {
    const { callSid, behaviour } = leg
    const known = people.get(callSid)
    if (known) return known
    const hangsUp = behaviour.endedBy === 'caller'
    const hangsUpAt = hangsUp ? clock.now() + behaviour.talkSeconds * 1000 : undefined
    const person = { steps: [...stepsOf(leg)], lines: [], hangsUpAt }
    people.set(callSid, person)
    return person
  }

  const converse: Converse = (leg, relay, over) => {
    const person = personOf(leg)
    const { lines } = person
    const cancels = new Set<() => void>()
    let isOver = false
    let badFrames = 0
    /**
     * Current step of the customer. If the session is interrupted, the next session repeats this
     * step.
     */
    let about: Step | undefined
    let spoken = ''
    let spokenSince = 0
    let isDone = true

    for (const name of Object.keys(relay.attributes))
      if (!relayAttributeNames.includes(name)) log({ event: 'relay_attribute_unknown', sid: leg.callSid, name })

    const errorMessage = voiceMisfit(relay)
    if (errorMessage) {
      log({ event: 'relay_voice_refused', sid: leg.callSid, reason: errorMessage })
      clock.after(0, () => over({ status: 'failed', errorCode: '64106', errorMessage }))
      return { stop: () => undefined }
    }
    const speed = speedOf(relay)
    const socket = connect(relay.url, { 'x-twilio-signature': sign(authToken, relay.url, {}) })
    open.add(socket)
    // Disables the warning about many listeners, because many may wait on a busy machine.
    socket.setMaxListeners(0)

    const after = (delayMs: number, task: () => void | Promise<void>) => {
      const cancel = clock.after(delayMs, () => {
        cancels.delete(cancel)
        return task()
      })
      cancels.add(cancel)
    }
    const finish = (end: RelayEnd | undefined, code = clean) => {
      if (isOver) return
      isOver = true
      for (const cancel of cancels) cancel()
      if (about) person.steps.unshift(about)
      settleSpeech()
      if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
      else socket.close(code)
      if (end) clock.after(0, () => over(end))
    }
    const send = (frame: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    }

    const heardSoFar = () => {
      const characters = Math.floor((spoken.length * (clock.now() - spokenSince)) / spokenMs(spoken, speed))
      if (characters >= spoken.length) return spoken
      return spoken.slice(0, Math.max(0, spoken.lastIndexOf(' ', characters)))
    }
    const leftToHearMs = () => Math.max(0, spokenSince + spokenMs(spoken, speed) - clock.now())
    const settleSpeech = (heard = spoken) => {
      if (heard.trim()) lines.push({ speaker: 'assistant', text: heard.trim() })
      spoken = ''
      isDone = true
    }
    const speak = (text: string, last: boolean) => {
      if (spoken === '') spokenSince = clock.now()
      spoken += text
      isDone = last
      leg.page?.hears(text, last)
    }

    const isSpeaking = () => spoken !== '' && heardSoFar() !== spoken
    const mayInterrupt = (by: string) => ['any', by, undefined].includes(relay.attributes.interruptible)

    const say = (text: string, lang = relay.attributes.language ?? 'en-US') => {
      settleSpeech()
      lines.push({ speaker: 'customer', text })
      send({ type: 'prompt', voicePrompt: text, lang, last: true })
    }
    const cutIn = (by: 'speech' | 'dtmf') => {
      if (!isSpeaking() || !mayInterrupt(by)) return false
      const heard = heardSoFar()
      const durationUntilInterruptMs = clock.now() - spokenSince
      settleSpeech(heard)
      leg.page?.quiet()
      send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs })
      return true
    }
    const act = (step: Step) => {
      about = undefined
      switch (step.does) {
        case 'say':
          return say(step.text, step.lang)
        case 'say twice':
          say(step.texts[0])
          after(secondSentenceAfterMs, () => {
            cutIn('speech')
            after(secondSentenceAfterMs, () => say(step.texts[1]))
          })
          return
        case 'press':
          for (const [index, digit] of [...step.digits].entries())
            after(index * betweenKeysMs, () => {
              cutIn('dtmf')
              send({ type: 'dtmf', digit })
            })
          return
        case 'lose the line':
          return socket.terminate()
        case 'interrupt':
          // A customer who may not interrupt waits until the assistant has finished.
          return cutIn('speech')
            ? after(explainAfterMs, () => say(step.text))
            : after(leftToHearMs(), () => say(step.text))
      }
    }
    /**
     * Schedules the customer's next step. An interruption cuts into the assistant's speech; other
     * steps wait until the assistant has finished.
     */
    const react = () => {
      const [next] = person.steps
      if (!next) return
      const delayMs = next.does === 'interrupt' ? cutInAfterMs : leftToHearMs() + thinkMs
      person.steps.shift()
      about = next
      after(delayMs, () => act(next))
    }

    const take = (text: string) => {
      const frame = readRelayFrame(text)
      if (!frame) {
        badFrames += 1
        log({ event: 'relay_frame_invalid', sid: leg.callSid, count: badFrames })
        send({ type: 'error', description: 'Invalid message received' })
        if (badFrames >= badFramesMax)
          finish({ status: 'failed', errorCode: '64107', errorMessage: 'Invalid messages' }, badPayload)
        return
      }
      badFrames = 0
      if (frame.type === 'end') {
        after(endsAfterMs, () => finish({ status: 'ended', handoffData: frame.handoffData }))
        return
      }
      if (frame.type !== 'text' || frame.preemptible) return
      speak(frame.token, frame.last)
      if (isDone) react()
    }

    leg.page?.listen((text) => {
      cutIn('speech')
      say(text)
    })
    socket.on('open', () => {
      const { sessionId, accountSid, callSid, from, to, direction } = leg
      send({
        type: 'setup',
        sessionId,
        accountSid,
        parentCallSid: '',
        callSid,
        from,
        to,
        forwardedFrom: '',
        callType: 'PSTN',
        callerName: '',
        direction,
        callStatus: 'IN_PROGRESS',
        customParameters: relay.parameters,
      })
      if (relay.welcomeGreeting) speak(relay.welcomeGreeting, true)
      react()
    })
    socket.on('message', (data) => take(String(data)))
    socket.on('error', () => {
      const errorMessage = 'Unable to connect to WebSocket URL'
      finish({ status: 'failed', errorCode: '64102', errorMessage })
    })
    socket.on('close', () => {
      open.delete(socket)
      finish({ status: 'failed', errorCode: '64105', errorMessage: 'WebSocket ended' })
    })
    if (person.hangsUpAt !== undefined)
      after(person.hangsUpAt - clock.now(), () => {
        settleSpeech(heardSoFar())
        finish({ status: 'completed' })
      })

    return { stop: () => finish(undefined) }
  }

  return {
    converse,
    linesOf: (callSid: string): readonly SpokenLine[] => people.get(callSid)?.lines ?? [],
    arrived: () => Promise.all([...open].map(roundTrip)),
  }
}

/**
 * Sends a ping and waits for its pong. The pong confirms all earlier frames, because frames keep
 * their order.
 */
const roundTrip = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.readyState > WebSocket.OPEN) return resolve()
    const done = () => {
      for (const event of ['pong', 'close', 'error']) socket.off(event, done)
      socket.off('open', ping)
      resolve()
    }
    const ping = () => socket.ping()
    for (const event of ['pong', 'close', 'error']) socket.on(event, done)
    if (socket.readyState === WebSocket.OPEN) ping()
    else socket.once('open', ping)
  })
