import * as z from 'zod'
import { twilioRegionOf } from '../../../shared/providers/twilio/region.ts'
import type { LocalClock } from '../clock.ts'
import {
  type CallBehaviour,
  type CarrierRefusal,
  type CreateOutcome,
  callBehaviourOf,
  messageBehaviourOf,
} from './behaviours.ts'
import type { DoubleCall } from './call.ts'
import { readCallRequest, readInstructions } from './call-request.ts'
import { type CallbackTarget, createCallbacks } from './callbacks.ts'
import { createCallerIds } from './caller-ids.ts'
import { createCalls } from './calls.ts'
import { type Converse, letTimePass } from './conversation.ts'
import { createDemands, Demands } from './demands.ts'
import { apiVersion, connectionLost, createSids, type FactLog, isPhoneNumber, notFound, problem } from './dialect.ts'
import { createMessages, type Message, readMessageRequest } from './messages.ts'
import {
  availableResource,
  createNumberShop,
  messagesOf,
  type NumberCreate,
  type NumberUrls,
  purchaseBehaviourOf,
  sidOfNumber,
  urlsOf,
  voiceOf,
} from './number-shop.ts'
import type { JoinPage, PageLine } from './page-line.ts'
import { silence } from './recordings.ts'
import { callResource, legResource, messageResource, numberResource, pageOf } from './resources.ts'
import { type Invite, inviteOverSocket } from './sip.ts'
import { readWebToken, WebCall, type WebSettings } from './web-calls.ts'

export interface NumberSettings extends NumberUrls {
  friendly_name?: string
}

/**
 * `refuse` breaks off, `hang` never answers: both do nothing. `drop-after` does the work, then
 * breaks off.
 */
export type Fault = 'refuse' | 'hang' | 'drop-after' | '500'

export interface CarrierOptions {
  clock: LocalClock
  accountSid: string
  authToken: string
  numbers?: Record<string, NumberSettings>
  inboundVoiceUrl?: string
  inboundMessageUrl?: string
  inboundStatusUrl?: string
  fetch?: typeof fetch
  seed?: number
  createsPerSecondMax?: number
  listsPerSecondMax?: number
  faults?: (request: Request) => Fault | undefined
  converse?: Converse
  behaviourOf?: (person: string) => CallBehaviour
  /** Price of ended calls, such as `-0.0140`; unknown by default. */
  price?: string
  /** Settings of web calls; without them, every token is refused. */
  web?: WebSettings
  /** Calls the address of `<Dial><Sip>`. */
  invite?: Invite
  log?: FactLog
}

/** A person who never speaks first and never hangs up (behaviours.ts). */
const patientPerson = '+12025550105'

/** Twilio accepts a token in its own region only. */
const regionOfTokens = 'US1'

/** Possible states of the account. A trial account reaches verified numbers only. */
const standings = ['active', 'trial', 'suspended', 'closed'] as const
type Standing = (typeof standings)[number]

export interface CreateReceived {
  to: string
  from: string
  statusCallback: string | null
  receivedAt: number
  /** Outcome of the request, which the client may not know. */
  outcome: 'placed' | 'refused' | 'limited' | 'lost'
  sid: string | null
}

export interface CarrierStats {
  creates: CreateReceived[]
  messageCreates: CreateReceived[]
  callsPlaced: number
  callsReceived: number
  callsLive: number
  callsLivePeak: number
  messagesAccepted: number
}

interface HeardRequest {
  url: URL
  form: URLSearchParams
  text: string
  sid: string
  kind: string
}

interface Creating<Wanted> {
  behaviourOf: (person: string) => { create: CreateOutcome }
  barredBy: (request: Wanted) => { code: number; message: string } | undefined
  perform: (accepted: Wanted) => { sid: string }
}

interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  creates?: 'creates' | 'messageCreates'
  run: (heard: HeardRequest, received: CreateReceived) => Response | 'no answer'
}

/** Milliseconds until a connection without an answer closes. */
const unansweredMs = 15_000
const apologyMs = 3000

const Incoming = z.object({ to: z.string().refine(isPhoneNumber), from: z.string().refine(isPhoneNumber) })
/** SHAKEN/STIR attestation in Twilio's words; null is unsigned. */
const IncomingCall = Incoming.extend({ verstat: z.string().nullable().optional() })
const NumberChange = z.object({
  phone_number: z.string().refine(isPhoneNumber),
  voiceUrl: z.url().optional(),
  friendly_name: z.string().optional(),
  rest: z.record(z.string(), z.string()).optional(),
})
const PhoneNumbers = z.array(z.string().refine(isPhoneNumber, 'must be a phone number')).max(1000)
const AccountChange = z.strictObject({
  standing: z.enum(standings).optional(),
  verified_numbers: PhoneNumbers.optional(),
  lost_numbers: PhoneNumbers.optional(),
  relay: z.boolean().optional(),
})
const IncomingMessage = Incoming.extend({ body: z.string() })

/**
 * Simulates Twilio's API; the dialled number chooses the behaviour (behaviours.ts). `handle`
 * rejects when the connection breaks.
 */
export const createCarrierDouble = (options: CarrierOptions) => {
  const { clock, accountSid, authToken, numbers = {}, createsPerSecondMax = Number.POSITIVE_INFINITY } = options
  const { listsPerSecondMax = Number.POSITIVE_INFINITY } = options
  const { log = () => {}, faults = () => undefined, web } = options
  const sids = createSids(clock, options.seed ?? 0)
  /** The first token signs callbacks; requests may use any. */
  let tokens = [authToken]
  let region: string = regionOfTokens
  let standing: Standing = 'active'
  const verifiedNumbers = new Set<string>()
  const lostNumbers = new Set<string>()
  const shop = createNumberShop(sids)
  const knownSids = new Map<string, string>()
  const demands = createDemands({
    numbers: () => [...new Set([...Object.keys(numbers), ...knownSids.values(), ...shop.owned().map(phoneOf)])],
    isTrial: () => standing === 'trial',
    sidOf: (phone_number) => shop.find(phone_number)?.sid ?? sidOfNumber(phone_number),
  })
  const lateUpdates: string[] = []
  const hangUp = (sid: string) => {
    const call = calls.find(sid)
    if (call) calls.hangUp(call)
  }
  const signingToken = () => tokens[0] ?? authToken
  const callbacks = createCallbacks({ clock, authToken: signingToken, sids, log, fetch: options.fetch ?? fetch })
  /** True when ConversationRelay is switched on in Twilio's console. */
  let isRelayOn = true
  const talkBy = options.converse ?? letTimePass(clock)
  const converse: Converse = (leg, relay, over) =>
    isRelayOn ? talkBy(leg, relay, over) : { stop: clock.after(apologyMs, () => hangUp(leg.callSid)) }
  const invite = options.invite ?? inviteOverSocket(undefined)
  const { behaviourOf = callBehaviourOf } = options
  const calls = createCalls({ clock, callbacks, sids, accountSid, converse, behaviourOf, invite, log })
  const messages = createMessages({ clock, callbacks, sids, accountSid })
  const callerIds = createCallerIds({
    clock,
    callbacks,
    sids,
    accountSid,
    refuse: ({ create }, phone_number) =>
      typeof create === 'object' && isRefused(create, { from: 'validation', to: phone_number })
        ? problem(create.status, create.code, create.message)
        : undefined,
  })
  const received: Record<'creates' | 'messageCreates', CreateReceived[]> = { creates: [], messageCreates: [] }
  const isKnown = ({ url, headers }: Request) =>
    (twilioRegionOf(url) ?? region) === regionOfTokens &&
    tokens.some(
      (token) => headers.get('authorization') === `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`,
    )
  const account = `/${apiVersion}/Accounts/${accountSid}`
  let placedLately: number[] = []
  let listedLately: number[] = []

  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const text = await request.text()
    const heard = { url, text, form: new URLSearchParams(text), sid: '', kind: '' }
    const route = routes.find(({ method, path }) => method === request.method && path.test(url.pathname))
    const entry = note(heard, route)

    const fault = faults(request)
    if (fault === 'refuse') throw connectionLost()
    if (fault === 'hang') return neverAnswer(request.signal)
    if (fault === '500') return problem(500, 20500, 'Internal Server Error')

    if (!isControl(url) && !isKnown(request)) {
      return problem(401, 20003, 'Authenticate')
    }
    if (standing !== 'active' && standing !== 'trial' && request.method !== 'GET' && !isControl(url)) {
      entry.outcome = 'refused'
      return problem(403, 20005, 'Account not active')
    }
    const [, sid = '', kind = ''] = route?.path.exec(url.pathname) ?? []
    const answer = route?.run({ ...heard, sid, kind }, entry)
    if (fault === 'drop-after') throw connectionLost()
    if (answer === 'no answer') return neverAnswer(request.signal)
    return answer ?? notFound(url.pathname)
  }

  const createCall = ({ form, url }: HeardRequest, entry: CreateReceived) => {
    const now = clock.now()
    placedLately = placedLately.filter((placedAt) => placedAt > now - 1000)
    if (placedLately.length >= createsPerSecondMax) {
      entry.outcome = 'limited'
      return problem(429, 20429, 'Too Many Requests')
    }
    const request = readCallRequest(form)
    return create(request, entry, {
      behaviourOf,
      barredBy: callRules,
      perform: (accepted) => {
        placedLately.push(now)
        return callResource(calls.place(accepted, url.origin))
      },
    })
  }

  const createMessage = ({ form }: HeardRequest, entry: CreateReceived) =>
    create(readMessageRequest(form), entry, {
      behaviourOf: messageBehaviourOf,
      barredBy: messageRules,
      perform: (accepted) => messageResource(messages.accept(accepted)),
    })

  const refusedInARow = new Map<string, number>()
  const isRefused = ({ code, times }: CarrierRefusal, { from, to }: { from: string; to: string }): boolean => {
    const key = `${code} ${from} ${to}`
    const before = refusedInARow.get(key) ?? 0
    const takes = times !== undefined && before >= times
    refusedInARow.set(key, takes ? 0 : before + 1)
    return !takes
  }

  const create = <Wanted extends { to: string; from: string }>(
    request: Wanted | Response,
    entry: CreateReceived,
    { behaviourOf, perform, barredBy }: Creating<Wanted>,
  ) => {
    const refuse = (answer: Response) => {
      entry.outcome = 'refused'
      return answer
    }
    if (request instanceof Response) return refuse(request)
    const barred = barredBy(request)
    if (barred) return refuse(problem(400, barred.code, barred.message))
    const outcome = behaviourOf(request.to).create
    if (typeof outcome === 'object' && isRefused(outcome, request))
      return refuse(problem(outcome.status, outcome.code, outcome.message))
    if (outcome === 'lost') return 'no answer'
    const resource = perform(request)
    entry.outcome = 'placed'
    entry.sid = resource.sid
    return outcome === 'unanswered' ? 'no answer' : Response.json(resource, { status: 201 })
  }

  /**
   * Refuses a number that the account no longer has, or an unverified recipient of a trial account.
   */
  const rulesOf = (codes: Record<'lost' | 'trial', number>) => (request: { to: string; from: string }) => {
    if (lostNumbers.has(request.from))
      return {
        code: codes.lost,
        message: `The source phone number provided, ${request.from}, is not yet verified for your account`,
      }
    if (standing === 'trial' && !verifiedNumbers.has(request.to))
      return {
        code: codes.trial,
        message: `The number ${request.to} is unverified. Trial accounts may only reach verified numbers.`,
      }
    return undefined
  }
  const rulesOfCalls = rulesOf({ lost: 21210, trial: 21219 })
  const rulesOfTexts = rulesOf({ lost: 21659, trial: 21608 })
  const callRules: typeof rulesOfCalls = (request) => rulesOfCalls(request) ?? demands.barring('calls', request.to)
  const messageRules: typeof rulesOfTexts = (request) => rulesOfTexts(request) ?? demands.barring('texts', request.to)

  const list = (answer: () => object) => {
    const now = clock.now()
    listedLately = listedLately.filter((listedAt) => listedAt > now - 1000)
    if (listedLately.length >= listsPerSecondMax) return problem(429, 20429, 'Too Many Requests')
    listedLately.push(now)
    return Response.json(answer())
  }

  const listCalls = ({ url }: HeardRequest) => {
    const query = url.searchParams
    const status = query.get('Status')
    const parent = query.get('ParentCallSid')
    const found = calls
      .newestFirst()
      .filter((call) => (!status || call.status === status) && isOnDay(call.startedAt, 'StartTime', query))
      .filter((call) => (parent ? call.sid === parent : isBetween(call, query) || call.legs.length > 0))
      .flatMap((call) => [...call.legs.map((leg) => legResource(call, leg)), callResource(call)])
      .filter((resource) => isBetween(resource, query) && (!parent || resource.parent_call_sid === parent))
    return list(() => pageOf(url, 'calls', found, { sidOf: ({ sid }) => sid }))
  }

  const showCall = ({ sid, url }: HeardRequest) => {
    const call = calls.find(sid)
    if (!call) return notFound(url.pathname)
    return Response.json({ ...callResource(call), price: (call.endedAt && options.price) || null })
  }

  const updateCall = ({ sid, url, form }: HeardRequest) => {
    const call = calls.find(sid)
    if (!call) return notFound(url.pathname)
    const status = form.get('Status')
    const instructions = readInstructions(form)
    if (status && status !== 'completed' && status !== 'canceled') {
      return problem(400, 20001, 'Status must be completed or canceled')
    }
    if (call.endedAt !== undefined) {
      lateUpdates.push(sid)
      return problem(400, 21220, 'Call is not in-progress. Cannot redirect.')
    }
    if (status === 'completed' || (status === 'canceled' && call.answeredAt === undefined)) calls.hangUp(call)
    if (!status && instructions && !calls.redirect(call, instructions)) {
      return problem(400, 21220, 'Call is not in-progress. Cannot redirect.')
    }
    return Response.json(callResource(call))
  }

  const listMessages = ({ url }: HeardRequest) => {
    const query = url.searchParams
    const found = messages.newestFirst().filter((message) => isBetween(message, query) && wasSent(message, query))
    return list(() => pageOf(url, 'messages', found, { render: messageResource, sidOf: ({ sid }) => sid }))
  }

  const showMessage = ({ sid, url }: HeardRequest) => {
    const message = messages.find(sid)
    return message ? Response.json(messageResource(message)) : notFound(url.pathname)
  }

  const playRecording = ({ sid, url }: HeardRequest) =>
    calls.hasRecording(sid)
      ? new Response(silence(), { headers: { 'content-type': 'audio/x-wav' } })
      : notFound(url.pathname)

  const showAccount = () =>
    Response.json({
      sid: accountSid,
      status: standing === 'trial' ? 'active' : standing,
      type: standing === 'trial' ? 'Trial' : 'Full',
    })

  const listTriggers = ({ url }: HeardRequest) => {
    const trigger = { usage_category: 'totalprice', trigger_by: 'price', recurring: 'daily', trigger_value: '100' }
    return Response.json(pageOf(url, 'usage_triggers', [trigger]))
  }

  const settingsOf = (phone_number: string) => {
    const bought = shop.find(phone_number)
    if (bought) return bought
    if (shop.isForSale(phone_number) || lostNumbers.has(phone_number)) return undefined
    const { voiceUrl = options.inboundVoiceUrl, messageUrl = options.inboundMessageUrl } = numbers[phone_number] ?? {}
    const { statusUrl = options.inboundStatusUrl } = numbers[phone_number] ?? {}
    const sid = sidOfNumber(phone_number)
    knownSids.set(sid, phone_number)
    const { rest, friendly_name = phone_number } = numbers[phone_number] ?? {}
    return { sid, phone_number, friendly_name, voiceUrl, messageUrl, statusUrl, rest }
  }
  type AccountNumber = NonNullable<ReturnType<typeof settingsOf>>
  const shownNumber = (number: AccountNumber) => ({
    ...numberResource(number, number),
    bundle_sid: demands.bundleOf(number.phone_number),
  })

  const listNumbers = ({ url }: HeardRequest) => {
    const asked = url.searchParams.get('PhoneNumber')
    const all = [...Object.keys(numbers), ...shop.owned().map(({ phone_number }) => phone_number)]
    const found = (asked ? [asked] : [...new Set(all)]).flatMap((number) => settingsOf(number) ?? [])
    return Response.json(pageOf(url, 'incoming_phone_numbers', found, { render: shownNumber }))
  }

  const searchNumbers = ({ sid: country, kind, url }: HeardRequest) => {
    const found = shop.search(country, kind, url.searchParams)
    if (!found) return notFound(url.pathname)
    return list(() => ({ available_phone_numbers: found.map(availableResource) }))
  }

  const buyNumber = ({ form }: HeardRequest) => {
    const phone_number = form.get('PhoneNumber') ?? ''
    const entry: NumberCreate = { phone_number, friendly_name: form.get('FriendlyName') ?? '', outcome: 'refused' }
    shop.creates.push(entry)
    if (!shop.isSane(form)) return problem(400, 21421, 'PhoneNumber is invalid')
    if (!shop.isForSale(phone_number) || shop.find(phone_number))
      return problem(400, 21422, `${phone_number} is not available`)
    if (standing === 'trial' && shop.owned().length > 0)
      return problem(400, 10002, 'Trial accounts may have one phone number')
    const { create: outcome } = purchaseBehaviourOf(phone_number)
    if (typeof outcome === 'object' && isRefused(outcome, { from: 'shop', to: phone_number }))
      return problem(outcome.status, outcome.code, outcome.message)
    entry.outcome = outcome === 'lost' ? 'lost' : 'bought'
    if (outcome === 'lost') return 'no answer'
    const bought = shop.buy(form)
    return outcome === 'unanswered' ? 'no answer' : Response.json(shownNumber(bought), { status: 201 })
  }

  const numberBySid = (sid: string) => shop.bySid(sid) ?? settingsOf(knownSids.get(sid) ?? '')

  const updateNumber = ({ sid, url, form }: HeardRequest) => {
    const number = numberBySid(sid)
    if (!number?.phone_number) return notFound(url.pathname)
    const bought = shop.find(number.phone_number)
    if (bought) return Response.json(shownNumber(shop.update(bought, form)))
    numbers[number.phone_number] = { ...numbers[number.phone_number], ...urlsOf(form, number) }
    return Response.json(shownNumber({ ...number, ...urlsOf(form, number) }))
  }

  const releaseNumber = ({ sid, url }: HeardRequest) => {
    const bought = shop.bySid(sid)
    const number = bought ?? numberBySid(sid)
    if (!number?.phone_number) return notFound(url.pathname)
    if (bought) shop.release(bought)
    else lostNumbers.add(number.phone_number)
    return new Response(undefined, { status: 204 })
  }

  const showCallerIds = ({ url }: HeardRequest) =>
    Response.json(pageOf(url, 'outgoing_caller_ids', callerIds.list(url.searchParams)))

  const removeCallerId = ({ sid, url }: HeardRequest) =>
    callerIds.forget(sid) ? new Response(undefined, { status: 204 }) : notFound(url.pathname)

  const receiveCall = ({ text, url }: HeardRequest) => {
    const wanted = IncomingCall.safeParse(parseJson(text))
    if (!wanted.success) return problem(400, 21201, 'to and from must be phone numbers')
    const number: NumberUrls = settingsOf(wanted.data.to) ?? {}
    const [voice, status] = [targetOf(voiceOf(number)), targetOf(number.statusUrl)]
    if (!voice) return problem(400, 21201, 'nobody answers calls to this number')
    return Response.json({ sid: calls.receive({ ...wanted.data, voice, status }, url.origin).sid }, { status: 201 })
  }

  /** Calls the application that the token names, like the Voice SDK on a page. */
  const joinWeb = ({ token, params, person }: z.infer<typeof WebCall>, origin: string, page?: PageLine) => {
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

  const receiveWebCall = ({ text, url }: HeardRequest) => {
    const wanted = WebCall.safeParse(parseJson(text))
    if (!wanted.success) return problem(401, 20101, 'Invalid Access Token')
    const joined = joinWeb(wanted.data, url.origin)
    if ('code' in joined) return problem(401, joined.code, joined.message)
    return Response.json({ sid: joined.sid }, { status: 201 })
  }

  const showApplication = ({ sid, url }: HeardRequest) => {
    if (sid !== web?.applicationSid) return notFound(url.pathname)
    const { voiceUrl: voice_url, statusUrl: status_callback = '' } = web
    return Response.json({ sid, voice_url, voice_method: 'POST', status_callback, status_callback_method: 'POST' })
  }

  const receiveMessage = ({ text }: HeardRequest) => {
    const wanted = IncomingMessage.safeParse(parseJson(text))
    if (!wanted.success) return problem(400, 21201, 'to and from must be phone numbers, body a text')
    const target = targetOf(messagesOf(settingsOf(wanted.data.to) ?? {}))
    if (!target) return problem(400, 21201, 'nobody reads messages to this number')
    return Response.json({ sid: messages.receive(wanted.data, target).sid }, { status: 201 })
  }

  const setNumber = ({ text }: HeardRequest) => {
    const wanted = NumberChange.safeParse(parseJson(text))
    if (!wanted.success) return problem(400, 21201, 'phone_number must be a phone number')
    const { phone_number, ...settings } = wanted.data
    numbers[phone_number] = settings
    return Response.json(settings)
  }

  const showStanding = () =>
    Response.json({ standing, verified_numbers: [...verifiedNumbers], lost_numbers: [...lostNumbers] })

  const setStanding = ({ text }: HeardRequest) => {
    const wanted = AccountChange.safeParse(parseJson(text))
    if (!wanted.success) return problem(400, 20001, z.prettifyError(wanted.error))
    standing = wanted.data.standing ?? standing
    isRelayOn = wanted.data.relay ?? isRelayOn
    replace(verifiedNumbers, wanted.data.verified_numbers)
    replace(lostNumbers, wanted.data.lost_numbers)
    return showStanding()
  }

  const setDemands = ({ text }: HeardRequest) => {
    const wanted = Demands.partial().safeParse(parseJson(text))
    return wanted.success ? Response.json(demands.set(wanted.data)) : problem(400, 20001, z.prettifyError(wanted.error))
  }

  /** Notes a create request. The outcome stays `lost` until it is known. */
  const note = ({ form }: HeardRequest, route: Route | undefined): CreateReceived => {
    const entry: CreateReceived = {
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      statusCallback: form.get('StatusCallback'),
      receivedAt: clock.now(),
      outcome: 'lost',
      sid: null,
    }
    if (route?.creates) received[route.creates].push(entry)
    return entry
  }

  const neverAnswer = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => {
      const cancel = clock.after(unansweredMs, () => reject(connectionLost()))
      signal.addEventListener('abort', () => {
        cancel()
        reject(signal.reason)
      })
    })

  const stats = (): CarrierStats => {
    const { placed, received: incoming, live, livePeak } = calls.counts()
    return {
      creates: received.creates.map((entry) => ({ ...entry })),
      messageCreates: received.messageCreates.map((entry) => ({ ...entry })),
      callsPlaced: placed,
      callsReceived: incoming,
      callsLive: live,
      callsLivePeak: livePeak,
      messagesAccepted: received.messageCreates.filter(({ outcome }) => outcome === 'placed').length,
    }
  }

  const at = (path: string) => new RegExp(`^${account}${path.replaceAll('.', '\\.')}$`)
  const routes: Route[] = [
    { method: 'POST', path: at('/Calls.json'), run: createCall, creates: 'creates' },
    { method: 'GET', path: at('/Calls.json'), run: listCalls },
    { method: 'GET', path: at('/Calls/(\\w+).json'), run: showCall },
    { method: 'POST', path: at('/Calls/(\\w+).json'), run: updateCall },
    { method: 'POST', path: at('/Messages.json'), run: createMessage, creates: 'messageCreates' },
    { method: 'GET', path: at('/Messages.json'), run: listMessages },
    { method: 'GET', path: at('/Messages/(\\w+).json'), run: showMessage },
    { method: 'GET', path: at('.json'), run: showAccount },
    { method: 'GET', path: at('/IncomingPhoneNumbers.json'), run: listNumbers },
    { method: 'POST', path: at('/IncomingPhoneNumbers.json'), run: buyNumber },
    { method: 'POST', path: at('/IncomingPhoneNumbers/(\\w+).json'), run: updateNumber },
    { method: 'DELETE', path: at('/IncomingPhoneNumbers/(\\w+).json'), run: releaseNumber },
    { method: 'GET', path: at('/AvailablePhoneNumbers/(\\w+)/(\\w+).json'), run: searchNumbers },
    { method: 'POST', path: at('/OutgoingCallerIds.json'), run: ({ form }) => callerIds.validate(form) },
    { method: 'GET', path: at('/OutgoingCallerIds.json'), run: showCallerIds },
    { method: 'DELETE', path: at('/OutgoingCallerIds/(\\w+).json'), run: removeCallerId },
    { method: 'GET', path: at('/Usage/Triggers.json'), run: listTriggers },
    { method: 'GET', path: at('/Applications/(\\w+).json'), run: showApplication },
    { method: 'GET', path: at('/Recordings/(\\w+)(?:.wav|.mp3)?'), run: playRecording },
    { method: 'GET', path: /^\/_double\/stats$/, run: () => Response.json(stats()) },
    { method: 'POST', path: /^\/_double\/incoming-call$/, run: receiveCall },
    { method: 'POST', path: /^\/_double\/web-call$/, run: receiveWebCall },
    { method: 'POST', path: /^\/_double\/incoming-message$/, run: receiveMessage },
    { method: 'POST', path: /^\/_double\/number$/, run: setNumber },
    { method: 'GET', path: /^\/v[12]\//, run: ({ url }) => demands.answer(url) },
    { method: 'GET', path: /^\/_double\/account$/, run: showStanding },
    { method: 'POST', path: /^\/_double\/account$/, run: setStanding },
    { method: 'POST', path: /^\/_double\/demands$/, run: setDemands },
  ]

  const joinPage: JoinPage = (token, page) => {
    const joined = joinWeb({ token, person: patientPerson }, `http://127.0.0.1`, page)
    return 'code' in joined ? joined : { sid: joined.sid, hangUp: () => calls.hangUp(joined) }
  }

  return {
    handle,
    joinPage,
    clock,
    stats,
    shop,
    callerIds,
    calls: (): readonly Readonly<DoubleCall>[] => calls.newestFirst(),
    hangUp,
    /** Sets the account's state; only an active account may act. */
    haveStanding: (given: Standing) => {
      standing = given
    },
    verify: (number: string) => verifiedNumbers.add(number),
    loseNumber: (number: string) => lostNumbers.add(number),
    lateUpdates: (): readonly string[] => lateUpdates,
    /** Region of hosts that name none. */
    serveRegion: (given: string) => {
      region = given
    },
    /** The first token signs; all tokens are accepted. */
    haveTokens: (...given: [string, ...string[]]) => {
      tokens = given
    },
  }
}
export type CarrierDouble = ReturnType<typeof createCarrierDouble>

const phoneOf = ({ phone_number }: { phone_number: string }): string => phone_number

const isControl = ({ pathname }: URL) => pathname.startsWith('/_double/')

const replace = (set: Set<string>, items: string[] | undefined): void => {
  if (!items) return
  set.clear()
  for (const item of items) set.add(item)
}

const targetOf = (url: string | undefined): CallbackTarget | undefined => (url ? { url, method: 'POST' } : undefined)

const isBetween = ({ to, from }: { to: string; from: string }, query: URLSearchParams) =>
  (query.get('To') ?? to) === to && (query.get('From') ?? from) === from

/** Twilio compares `StartTime` by day. */
const isOnDay = (at: number | undefined, name: string, query: URLSearchParams): boolean => {
  const [on, since, until] = [name, `${name}>`, `${name}<`].map((key) => query.get(key)?.slice(0, 10))
  if (!on && !since && !until) return true
  if (at === undefined) return false
  const day = new Date(at).toISOString().slice(0, 10)
  return (!on || day === on) && (!since || day >= since) && (!until || day <= until)
}

/** `DateSent=` is a day; `DateSent>=` and `DateSent<=` are moments. */
const wasSent = ({ sentAt }: Message, query: URLSearchParams) => {
  const [on, since, until] = [query.get('DateSent'), query.get('DateSent>'), query.get('DateSent<')]
  if (!on && !since && !until) return true
  if (sentAt === undefined) return false
  const sent = new Date(sentAt)
  if (on && !sent.toISOString().startsWith(on.slice(0, 10))) return false
  return (!since || sent >= new Date(since)) && (!until || sent <= new Date(until))
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
