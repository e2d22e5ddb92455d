import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Client, GetAssistantAnswer, GetCallAnswer } from '../../../client/client.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { type CallRef, writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import type { Parts } from '../../../shared/runtime/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { idAt } from '../../../shared/words/id.ts'
import { readRelayFrame } from '../carrier/relay-frames.ts'
import { sign } from '../carrier/signature.ts'
import { type RelayOrder, readTwiml } from '../carrier/twiml.ts'
import { dialIn, putThrough } from '../carrier/typed-leg.ts'

interface TalkOptions {
  parts: Parts
  origin: string
  authToken: string
  assistant: GetAssistantAnswer
  /** Receives the assistant's words; a line break ends its turn. */
  onSpeech: (text: string) => void
  onOver: () => void
}

/** Value of `From` and `To`. It is not a phone number, so the call costs nothing. */
const terminalNumber = 'terminal'

/**
 * Simulates the carrier: requests TwiML, opens the socket, speaks the ConversationRelay protocol
 * and reports the end.
 */
export const startTalk = async ({ parts, origin, authToken, assistant, onSpeech, onOver }: TalkOptions) => {
  const { clock, random } = parts
  const calls = registry.calls(parts)
  const carrier_sid = `CA${randomBytes(16).toString('hex')}`
  const startedAt = clock.now()
  const ref: CallRef = { user_id: assistant.user_id, call_id: idAt(startedAt, random.number()) }
  await calls.open(webCall(assistant, ref, carrier_sid, startedAt), {
    variables: {},
    input_variables: assistant.variables,
  })

  const post = (path: string, form: Record<string, string>) =>
    postTo(`${origin}/api/carrier/calls/${writeCallRef(ref)}/${path}`, form)
  const postTo = async (url: string, form: Record<string, string>) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': sign(authToken, url, form) },
      body: new URLSearchParams(form),
    })
    return answer.text()
  }
  const told = { CallSid: carrier_sid, From: terminalNumber, To: terminalNumber, Direction: 'outbound-api' }

  let socket: WebSocket
  let isOver = false
  const over = async (session: Record<string, string>) => {
    if (isOver) return
    isOver = true
    await post('session', { ...told, CallStatus: 'in-progress', SessionId: carrier_sid, ...session })
    const CallDuration = String(Math.max(1, Math.round((clock.now() - startedAt) / 1000)))
    await post('status', { ...told, CallStatus: 'completed', CallDuration })
    onOver()
  }

  /** Posts to the session's action URL and performs the returned TwiML, such as a transfer. */
  const leave = async (handoffData: string) => {
    const left = { CallStatus: 'in-progress', SessionId: carrier_sid, SessionStatus: 'ended', HandoffData: handoffData }
    const dial = dialIn(await post('session', { ...told, ...left }))
    if (!dial) return over({ SessionStatus: 'completed', CallStatus: 'completed' })
    const sleep = (ms: number) => clock.sleep(ms)
    const next = await putThrough({ dial, told, post: postTo, sleep, onNote: (text) => onSpeech(`(${text})\n`) })
    if (!isOver) await connect(next)
  }

  /**
   * Opens the conversation's socket. If the socket is lost, reports the loss and follows the TwiML
   * in the response.
   */
  const connect = async (twiml: string) => {
    const relay = relayIn(twiml)
    let isLeaving = false
    if (!relay) return over({ SessionStatus: 'completed', CallStatus: 'completed' })
    socket = new WebSocket(relay.url, { headers: { 'x-twilio-signature': sign(authToken, relay.url, {}) } })
    socket.on('error', () => {})
    socket.on('open', () => {
      const setup = { type: 'setup', sessionId: carrier_sid, callSid: carrier_sid, customParameters: relay.parameters }
      socket.send(JSON.stringify(setup))
      if (relay.welcomeGreeting) onSpeech(`${relay.welcomeGreeting}\n`)
    })
    socket.on('message', async (data) => {
      const frame = readRelayFrame(String(data))
      if (frame?.type === 'text') onSpeech(frame.token + (frame.last ? '\n' : ''))
      if (frame?.type !== 'end') return
      const { handoffData = '' } = frame
      isLeaving = handoffData.includes('"transfer"')
      if (!isLeaving) await over({ SessionStatus: 'ended', HandoffData: handoffData })
      socket.close()
      if (isLeaving) await leave(handoffData)
    })
    socket.on('close', async () => {
      if (isOver || isLeaving) return
      const lost = { SessionStatus: 'failed', ErrorCode: '64105', ErrorMessage: 'WebSocket ended' }
      await connect(await post('session', { ...told, CallStatus: 'in-progress', SessionId: carrier_sid, ...lost }))
    })
  }
  await connect(await post('answer', { ...told, CallStatus: 'in-progress' }))

  return {
    id: ref.call_id,
    say: (text: string) => {
      const prompt = JSON.stringify({ type: 'prompt', voicePrompt: text, lang: 'en-US', last: true })
      if (socket.readyState === WebSocket.OPEN) socket.send(prompt)
      else socket.once('open', () => socket.send(prompt))
    },
    hangUp: async () => {
      await over({ SessionStatus: 'completed', CallStatus: 'completed' })
      socket.close()
    },
  }
}

const outcomePatienceMs = 30_000
const pollMs = 250

export const outcomeOf = async (client: Client, id: number, patienceMs = outcomePatienceMs): Promise<GetCallAnswer> => {
  const until = Date.now() + patienceMs
  for (;;) {
    const call = await client.getCall({ id })
    const isKnown = finalStatuses.includes(call.status) && Object.keys(call.evaluation).length > 0
    if (isKnown || Date.now() > until) return call
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

const webCall = (
  assistant: GetAssistantAnswer,
  { user_id, call_id }: CallRef,
  carrier_sid: string,
  now: number,
): Call => ({
  id: call_id,
  user_id,
  type: 'web',
  status: 'ringing',
  assistant_id: assistant.id,
  assistant_name: assistant.name,
  assistant_phone_number: terminalNumber,
  client_phone_number: terminalNumber,
  max_duration_seconds: assistant.max_duration,
  on_machine: 'talk',
  detects_machine: false,
  records: false,
  notice_wishes: {},
  announces: [],
  legs: [],
  legs_charged: 0,
  is_visit: false,
  is_attested: false,
  opted_out: false,
  covered_seconds: 0,
  is_short: false,
  placement: { phase: 'received', asked_at: now },
  carrier_sid,
  answered_by: 'human',
  duration: 0,
  carrier_minute: 0,
  platform_minute: 0,
  transcription_minute: 0,
  carrier_cost: 0,
  total_cost: 0,
  updated_at: now,
  revision: 1,
})

const relayIn = (twiml: string): RelayOrder | undefined => {
  const reading = readTwiml(twiml)
  if ('error' in reading) throw new Error(`The answer is no TwiML: ${reading.error}`)
  return reading.verbs.flatMap((verb) => (verb.name === 'Connect' ? verb.relay : []))[0]
}
