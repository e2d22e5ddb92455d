import { WebSocket } from 'ws'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { readTwiml } from '../../../infra/local/carrier/twiml.ts'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import { type PartialCall, ringingCall } from '../../fixtures.ts'
import { post as postSigned } from '../../posted.ts'
import type { TestUser, World } from '../../world.ts'

export const authToken = 'test-auth-token'

export interface LineRequest {
  type: string
  token?: string
  last?: boolean
  preemptible?: boolean
  handoffData?: string
}

export const openLine = async (world: World, user: TestUser, assistant_id: number, more: PartialCall = {}) => {
  const id = world.newId()
  const now = world.clock.now()
  const carrier_sid = `CA${id.toString(16).padStart(32, '0')}`
  const own = { id, user_id: user.id, assistant_id, carrier_sid, client_phone_number: '+12025550100' }
  const call = ringingCall({ ...own, on_machine: 'talk', ...more }, now)
  await world.services.calls.open(call, { variables: {}, input_variables: { customer: 'Ada' } })
  const ref = { user_id: user.id, call_id: id }

  const post = async (what: string, form: Record<string, string> = {}, idempotencyToken?: string) => {
    const path = `/carrier/calls/${writeCallRef(ref)}/${what}`
    return (await postSigned(world, path, { CallSid: carrier_sid, ...form }, idempotencyToken)).text
  }

  return {
    ref,
    carrier_sid,
    post,
    answer: () => post('answer'),
    said: async () =>
      (await world.services.conversations.utterances(ref)).map(({ sender, text }) => `${sender}: ${text}`),
    talk: () => world.services.conversations.find(ref),
  }
}

export const relayOf = (twiml: string) => {
  const reading = readTwiml(twiml)
  const connect = 'verbs' in reading ? reading.verbs.find((verb) => verb.name === 'Connect') : undefined
  if (connect?.name !== 'Connect') throw new Error(`No conversation in ${twiml}`)
  return connect.relay
}

/** Opens the WebSocket as the carrier does; `signature` may be wrong on purpose. */
export const openSocket = async (url: string, signature = sign(authToken, url, {})) => {
  const heard: LineRequest[] = []
  const socket = new WebSocket(url, { headers: { 'x-twilio-signature': signature } })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const opened = await new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('error', () => resolve(0))
  })
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('error', () => {})
  const sendText = (text: string) => socket.send(text)
  const send = (frame: object) => sendText(JSON.stringify(frame))
  return {
    opened,
    heard,
    closed,
    send,
    sendText,
    setup: (callSid: string, customParameters: Record<string, string>) =>
      send({ type: 'setup', sessionId: 'VX1', callSid, customParameters }),
    prompt: (voicePrompt: string) => send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true }),
    interrupt: (utteranceUntilInterrupt: string) =>
      send({ type: 'interrupt', utteranceUntilInterrupt, durationUntilInterruptMs: 500 }),
    turns: async (count: number) => {
      while (heard.filter(({ type, last }) => type === 'text' && last).length < count)
        await new Promise((resolve) => setTimeout(resolve, 5))
      return heard
        .flatMap(({ type, token, preemptible }) => (type === 'text' && !preemptible ? (token ?? '') : []))
        .join('')
    },
    next: () => new Promise<void>((resolve) => socket.once('message', () => resolve())),
    close: () => socket.close(),
    terminate: () => socket.terminate(),
  }
}

export const connectLine = async (...line: Parameters<typeof openLine>) => {
  const opened = await openLine(...line)
  const relay = relayOf(await opened.answer())
  const socket = await openSocket(relay.url)
  socket.setup(opened.carrier_sid, relay.parameters)
  return { ...opened, relay, socket }
}
