import * as z from 'zod'
import { Demands } from './demands.ts'
import { isPhoneNumber, notFound, problem } from './dialect.ts'
import { messagesOf, type NumberUrls, voiceOf } from './number-shop.ts'
import type { PageLine } from './page-line.ts'
import type { CarrierParts } from './parts.ts'
import { pageOf } from './resources.ts'
import { type CarrierRoute, type HeardRequest, parseJson, targetOf } from './route.ts'
import { readWebToken, WebCall } from './web-calls.ts'

const Incoming = z.object({ to: z.string().refine(isPhoneNumber), from: z.string().refine(isPhoneNumber) })
/** `verstat` is Twilio's name of a SHAKEN/STIR attestation; null means unsigned. */
const IncomingCall = Incoming.extend({ verstat: z.string().nullable().optional() })
const IncomingMessage = Incoming.extend({ body: z.string() })

/** Starts a web call to the token's application, like Twilio's Voice SDK in a browser. */
export const joinWeb = (
  { options: { web, accountSid, clock }, calls }: CarrierParts,
  { token, params, person, origin, page }: z.infer<typeof WebCall> & { origin: string; page?: PageLine },
) => {
  if (!web) return { code: 20101, message: 'Invalid Access Token' }
  const read = readWebToken(token, { accountSid, settings: web, now: clock.now() })
  if ('code' in read) return read
  const [voice, status] = [targetOf(web.voiceUrl), targetOf(web.statusUrl)]
  if (!voice) return { code: 21218, message: 'The application has no voice URL' }
  const from = `client:${read.identity}`
  const form = { ...params, ...read.params, ApplicationSid: web.applicationSid, Caller: from, Called: '' }
  const line = { to: '', from, voice, status, person: person ?? from, form, ...(page && { page }) }
  return calls.receive(line, origin)
}

/** Routes with which tests and the local stack simulate callers and change the account. */
export const controlRoutes = (parts: CarrierParts): CarrierRoute[] => {
  const { account, numbers, calls, messages, demands } = parts

  const receiveCall = ({ text, url }: HeardRequest) => {
    const wanted = IncomingCall.safeParse(parseJson(text))
    if (!wanted.success) return problem(400, 21201, 'to and from must be phone numbers')
    const number: NumberUrls = numbers.find(wanted.data.to) ?? {}
    const [voice, status] = [targetOf(voiceOf(number)), targetOf(number.statusUrl)]
    if (!voice) return problem(400, 21201, 'nobody answers calls to this number')
    return Response.json({ sid: calls.receive({ ...wanted.data, voice, status }, url.origin).sid }, { status: 201 })
  }

  const receiveWebCall = ({ text, url }: HeardRequest) => {
    const wanted = WebCall.safeParse(parseJson(text))
    if (!wanted.success) return problem(401, 20101, 'Invalid Access Token')
    const joined = joinWeb(parts, { ...wanted.data, origin: url.origin })
    if ('code' in joined) return problem(401, joined.code, joined.message)
    return Response.json({ sid: joined.sid }, { status: 201 })
  }

  const receiveMessage = ({ text }: HeardRequest) => {
    const wanted = IncomingMessage.safeParse(parseJson(text))
    if (!wanted.success) return problem(400, 21201, 'to and from must be phone numbers, body a text')
    const target = targetOf(messagesOf(numbers.find(wanted.data.to) ?? {}))
    if (!target) return problem(400, 21201, 'nobody reads messages to this number')
    return Response.json({ sid: messages.receive(wanted.data, target).sid }, { status: 201 })
  }

  const setDemands = ({ text }: HeardRequest) => {
    const wanted = Demands.partial().safeParse(parseJson(text))
    return wanted.success ? Response.json(demands.set(wanted.data)) : problem(400, 20001, z.prettifyError(wanted.error))
  }

  return [
    { method: 'POST', path: /^\/_double\/incoming-call$/, run: receiveCall },
    { method: 'POST', path: /^\/_double\/web-call$/, run: receiveWebCall },
    { method: 'POST', path: /^\/_double\/incoming-message$/, run: receiveMessage },
    { method: 'POST', path: /^\/_double\/number$/, run: ({ text }) => numbers.change(text) },
    { method: 'GET', path: /^\/_double\/account$/, run: account.show },
    { method: 'POST', path: /^\/_double\/account$/, run: ({ text }) => account.change(text) },
    { method: 'POST', path: /^\/_double\/demands$/, run: setDemands },
  ]
}

export const accountRoutes = ({ options: { web }, account, demands }: CarrierParts): CarrierRoute[] => {
  const listTriggers = ({ url }: HeardRequest) => {
    const trigger = { usage_category: 'totalprice', trigger_by: 'price', recurring: 'daily', trigger_value: '100' }
    return Response.json(pageOf(url, 'usage_triggers', [trigger]))
  }

  const showApplication = ({ sid, url }: HeardRequest) => {
    if (sid !== web?.applicationSid) return notFound(url.pathname)
    const { voiceUrl: voice_url, statusUrl: status_callback = '' } = web
    return Response.json({ sid, voice_url, voice_method: 'POST', status_callback, status_callback_method: 'POST' })
  }

  return [
    { method: 'GET', path: '.json', run: () => Response.json(account.resource()) },
    { method: 'GET', path: '/Usage/Triggers.json', run: listTriggers },
    { method: 'GET', path: '/Applications/(\\w+).json', run: showApplication },
    { method: 'GET', path: /^\/v[12]\//, run: ({ url }) => demands.answer(url) },
  ]
}
