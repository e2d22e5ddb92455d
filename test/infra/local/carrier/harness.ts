import { expect } from 'vitest'
import * as z from 'zod'
import { createCarrierDouble } from '../../../../infra/local/carrier/double.ts'
import type { CarrierOptions } from '../../../../infra/local/carrier/parts.ts'
import { virtualClock } from '../../../../infra/local/clock.ts'

export const startAt = Date.parse('2026-11-10T09:00:00Z')
export const accountSid = `AC${'0'.repeat(32)}`
export const authToken = 'a-token-of-the-carrier'
export const ourNumber = '+12025550900'
export const product = 'https://product.test'
const account = `/2010-04-01/Accounts/${accountSid}`

const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
const xml = { headers: { 'content-type': 'text/xml' } }

export interface CallbackRequest {
  at: number
  path: string
  form: Record<string, string>
  headers: Headers
  url: string
  method: string
}

export const relayTwiml =
  '<?xml version="1.0" encoding="UTF-8"?><Response><Connect action="https://product.test/action">' +
  '<ConversationRelay url="wss://product.test/relay" welcomeGreeting="Hello"/></Connect></Response>'
export const twiml = (verbs: string) => new Response(`<Response>${verbs}</Response>`, xml)

const Items = z.array(z.object({ sid: z.string() })).default([])
const Known = z.object({ sid: z.string().nullish(), calls: Items, messages: Items }).transform((body) => ({
  ...body,
  sid: body.sid ?? '',
}))

export const rest = (path: string, form?: [string, string][]) =>
  new Request(`http://carrier.test${account}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization },
    body: form ? new URLSearchParams(form) : undefined,
  })

/**
 * Starts a simulated carrier in virtual time. `answers` replaces our API: one function for each
 * path of a callback. By default, `/voice` connects the call to the relay.
 */
export const startCarrier = (
  options: Partial<CarrierOptions> = {},
  answers: Record<string, (heard: CallbackRequest) => Response | Promise<Response>> = {},
) => {
  const clock = virtualClock(startAt)
  const heard: CallbackRequest[] = []
  const facts: Record<string, unknown>[] = []
  const seconds = () => (clock.now() - startAt) / 1000

  const receive: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const form = request.method === 'GET' ? url.searchParams : new URLSearchParams(await request.text())
    const { headers, method } = request
    const entry = {
      at: seconds(),
      path: url.pathname,
      form: Object.fromEntries(form),
      headers,
      url: request.url,
      method,
    }
    heard.push(entry)
    const answer = answers[url.pathname]
    if (answer) return answer(entry)
    return url.pathname === '/voice' ? new Response(relayTwiml, xml) : new Response(null, { status: 204 })
  }

  const double = createCarrierDouble({
    clock,
    accountSid,
    authToken,
    fetch: receive,
    log: (fact) => facts.push(fact),
    inboundVoiceUrl: `${product}/voice`,
    inboundMessageUrl: `${product}/inbound-message`,
    inboundStatusUrl: `${product}/status`,
    ...options,
  })

  const answerTo = async (request: Request) => {
    const answer = await double.handle(request)
    const body: unknown = await answer.json()
    const { sid, calls, messages } = Known.parse(body)
    return { status: answer.status, body, sid, listed: [...calls, ...messages].map((item) => item.sid) }
  }
  const get = (path: string) => answerTo(rest(path))
  const create = (path: string, form: [string, string][]) => answerTo(rest(path, form))
  const control = (path: string, body: unknown) =>
    answerTo(new Request(`http://carrier.test${path}`, { method: 'POST', body: JSON.stringify(body) }))

  const dial = (to: string, more: Record<string, string> = {}) =>
    create('/Calls.json', [
      ...Object.entries({
        To: to,
        From: ourNumber,
        Url: `${product}/voice`,
        StatusCallback: `${product}/status`,
        ...more,
      }),
      ['StatusCallbackEvent', 'initiated'],
      ['StatusCallbackEvent', 'ringing'],
      ['StatusCallbackEvent', 'answered'],
      ['StatusCallbackEvent', 'completed'],
    ])
  const send = (to: string, more: Record<string, string> = {}) =>
    create(
      '/Messages.json',
      Object.entries({
        To: to,
        From: ourNumber,
        Body: 'Good morning',
        StatusCallback: `${product}/message-status`,
        ...more,
      }),
    )
  const update = (sid: string, form: Record<string, string>) => create(`/Calls/${sid}.json`, Object.entries(form))

  return {
    clock,
    double,
    heard,
    facts,
    create,
    get,
    control,
    dial,
    send,
    update,
    /** Returns one line per callback: seconds, path and status. */
    trace: () => heard.map(({ at, path, form }) => `${at} ${path} ${told(form)}`),
    pass: (passedSeconds: number) => clock.advance(passedSeconds * 1000),
    last: (path: string) => heard.findLast((entry) => entry.path === path)?.form,
  }
}

const told = (form: Record<string, string>) =>
  form.SessionStatus
    ? `${form.SessionStatus} ${form.CallStatus}`
    : (form.CallStatus ?? form.AnsweredBy ?? form.RecordingStatus ?? form.MessageStatus ?? form.SmsStatus)

export const detection = {
  MachineDetection: 'Enable',
  AsyncAmd: 'true',
  AsyncAmdStatusCallback: `${product}/detected`,
}
export const recording = { Record: 'true', RecordingStatusCallback: `${product}/recorded` }
export const untilAnswered = [
  '0.2 /status initiated',
  '1 /status ringing',
  '4 /status in-progress',
  '4 /voice in-progress',
]
export const untilHungUp = [...untilAnswered, '16 /action completed completed', '16.5 /status completed']

export const traceOf = async (to: string, more: Record<string, string> = {}) => {
  const carrier = startCarrier()
  await carrier.dial(to, more)
  await carrier.pass(120)
  expect(carrier.clock.pending()).toBe(0)
  return carrier.trace()
}
