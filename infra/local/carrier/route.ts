import type { CallbackTarget } from './callbacks.ts'

export interface HeardRequest {
  url: URL
  form: URLSearchParams
  text: string
  /** First and second capture group of the route's `path`. */
  sid: string
  kind: string
}

export interface CreateReceived {
  to: string
  from: string
  statusCallback: string | null
  receivedAt: number
  outcome: 'placed' | 'refused' | 'limited' | 'lost'
  sid: string | null
}

/** `no answer` keeps the connection open without a response until it times out. */
export type DoubleAnswer = Response | 'no answer'

export interface CarrierRoute {
  method: 'GET' | 'POST' | 'DELETE'
  /** A string is relative to the account's URL. */
  path: string | RegExp
  creates?: 'creates' | 'messageCreates'
  run: (heard: HeardRequest, received: CreateReceived) => DoubleAnswer
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const targetOf = (url: string | undefined): CallbackTarget | undefined =>
  url ? { url, method: 'POST' } : undefined

export const isBetween = ({ to, from }: { to: string; from: string }, query: URLSearchParams) =>
  (query.get('To') ?? to) === to && (query.get('From') ?? from) === from
