import type { DoubleCall } from './call.ts'
import { callRoutes } from './call-routes.ts'
import { accountRoutes, controlRoutes, joinWeb } from './control-routes.ts'
import { apiVersion, connectionLost, notFound, problem } from './dialect.ts'
import { messageRoutes } from './message-routes.ts'
import { numberRoutes } from './number-routes.ts'
import type { JoinPage } from './page-line.ts'
import { type CarrierOptions, type CarrierParts, createParts } from './parts.ts'
import type { CarrierRoute, CreateReceived } from './route.ts'

/** Number whose simulated person never speaks first and never hangs up. */
const patientPerson = '+12025550105'

export interface CarrierStats {
  creates: CreateReceived[]
  messageCreates: CreateReceived[]
  callsPlaced: number
  callsReceived: number
  callsLive: number
  callsLivePeak: number
  messagesAccepted: number
}

type Received = Record<'creates' | 'messageCreates', CreateReceived[]>

/** Milliseconds after which a request without a response is disconnected. */
const unansweredMs = 15_000

/**
 * Simulates Twilio's API; the dialled number chooses the behaviour. The returned `handle` rejects
 * to simulate a broken connection.
 */
export const createCarrierDouble = (options: CarrierOptions) => {
  const parts = createParts(options)
  const { account, calls, shop, callerIds, hangUp } = parts
  const received: Received = { creates: [], messageCreates: [] }
  const stats = () => statsOf(parts, received)

  const joinPage: JoinPage = (token, page) => {
    const joined = joinWeb(parts, { token, person: patientPerson, origin: 'http://127.0.0.1', page })
    return 'code' in joined ? joined : { sid: joined.sid, hangUp: () => calls.hangUp(joined) }
  }

  return {
    handle: createHandler(parts, received, [
      ...callRoutes(parts),
      ...messageRoutes(parts),
      ...numberRoutes(parts),
      ...accountRoutes(parts),
      ...controlRoutes(parts),
      { method: 'GET', path: /^\/_double\/stats$/, run: () => Response.json(stats()) },
    ]),
    joinPage,
    clock: options.clock,
    stats,
    shop,
    callerIds,
    calls: (): readonly Readonly<DoubleCall>[] => calls.newestFirst(),
    hangUp,
    lateUpdates: (): readonly string[] => parts.lateUpdates,
    haveStanding: account.haveStanding,
    verify: account.verify,
    loseNumber: account.loseNumber,
    serveRegion: account.serveRegion,
    haveTokens: account.haveTokens,
  }
}
export type CarrierDouble = ReturnType<typeof createCarrierDouble>

const createHandler = (parts: CarrierParts, received: Received, routes: CarrierRoute[]) => {
  const { options, account } = parts
  const { clock, faults = () => undefined } = options
  const base = `/${apiVersion}/Accounts/${options.accountSid}`
  const found = routes.map((route) => ({ ...route, path: patternOf(base, route.path) }))

  const note = (form: URLSearchParams, creates: CarrierRoute['creates']): CreateReceived => {
    const entry: CreateReceived = {
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      statusCallback: form.get('StatusCallback'),
      receivedAt: clock.now(),
      outcome: 'lost',
      sid: null,
    }
    if (creates) received[creates].push(entry)
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

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const text = await request.text()
    const form = new URLSearchParams(text)
    const route = found.find(({ method, path }) => method === request.method && path.test(url.pathname))
    const entry = note(form, route?.creates)

    const fault = faults(request)
    if (fault === 'refuse') throw connectionLost()
    if (fault === 'hang') return neverAnswer(request.signal)
    if (fault === '500') return problem(500, 20500, 'Internal Server Error')

    if (!isControl(url) && !account.knows(request)) return problem(401, 20003, 'Authenticate')
    if (!isControl(url) && !account.isActive() && request.method !== 'GET') {
      entry.outcome = 'refused'
      return problem(403, 20005, 'Account not active')
    }
    const [, sid = '', kind = ''] = route?.path.exec(url.pathname) ?? []
    const answer = route?.run({ url, text, form, sid, kind }, entry)
    if (fault === 'drop-after') throw connectionLost()
    if (answer === 'no answer') return neverAnswer(request.signal)
    return answer ?? notFound(url.pathname)
  }
}

const patternOf = (base: string, path: string | RegExp): RegExp =>
  typeof path === 'string' ? new RegExp(`^${base}${path.replaceAll('.', '\\.')}$`) : path

const isControl = ({ pathname }: URL) => pathname.startsWith('/_double/')

const statsOf = ({ calls }: CarrierParts, received: Received): CarrierStats => {
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
