import { readCallRequest, readInstructions } from './call-request.ts'
import { create, listed, tooManyRequests } from './creates.ts'
import { notFound, problem } from './dialect.ts'
import type { CarrierParts } from './parts.ts'
import { silence } from './recordings.ts'
import { callResource, legResource, pageOf } from './resources.ts'
import { type CarrierRoute, type CreateReceived, type HeardRequest, isBetween } from './route.ts'

export const callRoutes = ({ options, account, demands, calls, ...parts }: CarrierParts): CarrierRoute[] => {
  const createCall = ({ form, url }: HeardRequest, entry: CreateReceived) => {
    if (parts.creates.isReached()) {
      entry.outcome = 'limited'
      return tooManyRequests()
    }
    return create(parts.isRefused, {
      request: readCallRequest(form),
      entry,
      behaviourOf: options.behaviourOf,
      barredBy: (request) =>
        account.barring(request, { lost: 21210, trial: 21219 }) ?? demands.barring('calls', request.to),
      perform: (accepted) => {
        parts.creates.count()
        return callResource(calls.place(accepted, url.origin))
      },
    })
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
    return listed(parts.lists, () => pageOf(url, 'calls', found, { sidOf: ({ sid }) => sid }))
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
      parts.lateUpdates.push(sid)
      return problem(400, 21220, 'Call is not in-progress. Cannot redirect.')
    }
    if (status === 'completed' || (status === 'canceled' && call.answeredAt === undefined)) calls.hangUp(call)
    if (!status && instructions && !calls.redirect(call, instructions)) {
      return problem(400, 21220, 'Call is not in-progress. Cannot redirect.')
    }
    return Response.json(callResource(call))
  }

  const playRecording = ({ sid, url }: HeardRequest) =>
    calls.hasRecording(sid)
      ? new Response(silence(), { headers: { 'content-type': 'audio/x-wav' } })
      : notFound(url.pathname)

  return [
    { method: 'POST', path: '/Calls.json', run: createCall, creates: 'creates' },
    { method: 'GET', path: '/Calls.json', run: listCalls },
    { method: 'GET', path: '/Calls/(\\w+).json', run: showCall },
    { method: 'POST', path: '/Calls/(\\w+).json', run: updateCall },
    { method: 'GET', path: '/Recordings/(\\w+)(?:.wav|.mp3)?', run: playRecording },
  ]
}

/** Filters by day, as Twilio does for `StartTime`. */
const isOnDay = (at: number | undefined, name: string, query: URLSearchParams): boolean => {
  const [on, since, until] = [name, `${name}>`, `${name}<`].map((key) => query.get(key)?.slice(0, 10))
  if (!on && !since && !until) return true
  if (at === undefined) return false
  const day = new Date(at).toISOString().slice(0, 10)
  return (!on || day === on) && (!since || day >= since) && (!until || day <= until)
}
