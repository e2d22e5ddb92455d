import type { LocalClock } from '../clock.ts'
import type { CarrierRefusal, CreateOutcome } from './behaviours.ts'
import { problem } from './dialect.ts'
import type { CreateReceived, DoubleAnswer } from './route.ts'

interface Creating<Wanted> {
  request: Wanted | Response
  entry: CreateReceived
  behaviourOf: (person: string) => { create: CreateOutcome }
  barredBy: (request: Wanted) => { code: number; message: string } | undefined
  perform: (accepted: Wanted) => { sid: string }
}

/**
 * Returns a function that decides whether to refuse a request. After `times` refusals in a row, the
 * next request is accepted.
 */
export const createRefusals = () => {
  const refusedInARow = new Map<string, number>()
  return ({ code, times }: CarrierRefusal, { from, to }: { from: string; to: string }): boolean => {
    const key = `${code} ${from} ${to}`
    const before = refusedInARow.get(key) ?? 0
    const takes = times !== undefined && before >= times
    refusedInARow.set(key, takes ? 0 : before + 1)
    return !takes
  }
}
export type IsRefused = ReturnType<typeof createRefusals>

export const create = <Wanted extends { to: string; from: string }>(
  isRefused: IsRefused,
  { request, entry, behaviourOf, barredBy, perform }: Creating<Wanted>,
): DoubleAnswer => {
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

export const createRequestWindow = (clock: LocalClock, perSecondMax = Number.POSITIVE_INFINITY) => {
  let lately: number[] = []
  return {
    isReached: () => {
      const now = clock.now()
      lately = lately.filter((at) => at > now - 1000)
      return lately.length >= perSecondMax
    },
    count: () => lately.push(clock.now()),
  }
}
export type RequestWindow = ReturnType<typeof createRequestWindow>

export const tooManyRequests = () => problem(429, 20429, 'Too Many Requests')

export const listed = (lists: RequestWindow, answer: () => object): Response => {
  if (lists.isReached()) return tooManyRequests()
  lists.count()
  return Response.json(answer())
}
