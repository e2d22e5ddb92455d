import type * as z from 'zod'
import { deniedByCarrier, type Refusal } from '../../words/refusal.ts'
import type { Secrets } from '../aws/secrets.ts'
import type { CarrierPage, PlacementOutcome } from '../carrier.ts'
import { ownConnection } from '../web/own-connection.ts'
import { readRefusal, readRefusalCode } from './errors.ts'
import { readJson } from './read-json.ts'
import { twilioUrl } from './region.ts'
import { TwilioCreated, TwilioRefusal } from './resources.ts'

/** GET by default, POST with a form. */
export interface RestRequest {
  form?: URLSearchParams
  method?: 'DELETE'
  leaves_by?: number
  /** Twilio product that has its own host, such as `voice`. */
  product?: string
}

export interface RestParts {
  secrets: Secrets
  fetch: typeof fetch
  worldTime: () => number
}

export interface Rest {
  ask(path: string, asked?: RestRequest): Promise<Response>
  /** Throws unless the answer is a success. `what` names the request in the error. */
  read(path: string, what: string): Promise<Response>
  /** As `read`, but returns undefined for 404. */
  find(path: string, what: string, asked?: RestRequest): Promise<Response | undefined>
  list<Page extends z.ZodType>(path: string, page: Page): Promise<z.output<Page> | CarrierRest>
  create(path: string, form: URLSearchParams, leaves_by: number): Promise<PlacementOutcome>
}

type CarrierRest = Extract<CarrierPage<never>, { again_seconds: number }>

/** Milliseconds: longer than Twilio takes, shorter than our workers run. */
const answerMsMax = 10_000
const tooLate = new Error('It is too late for this request')
/** Seconds until a list is requested again after a 429 without `Retry-After`. */
const listAgainSeconds = 5

export const restClient = (parts: RestParts): Rest => {
  const ask = async (path: string, asked: RestRequest = {}): Promise<Response> => {
    const secret = await parts.secrets.read('CARRIER')
    const first = await askWith(parts, secret, path, asked)
    if (!isDenied(first.status)) return first
    // A request with a refused token had no effect, so it is sent again.
    const fresh = await parts.secrets.read('CARRIER', { isRetry: true })
    const other = [fresh.auth_token, fresh.auth_token_secondary].find((token) => token && token !== secret.auth_token)
    return other ? askWith(parts, { ...fresh, auth_token: other }, path, asked) : first
  }

  return {
    ask,
    read: async (path, what) => successful(await ask(path), what),

    find: async (path, what, asked) => {
      const response = await ask(path, asked)
      return response.status === 404 ? undefined : successful(response, what)
    },

    list: async (path, page) => {
      const response = await ask(path)
      if (response.status === 429)
        return { again_seconds: Number(response.headers.get('retry-after')) || listAgainSeconds }
      return page.parse(await successful(response, 'a question for a list').json())
    },

    create: async (path, form, leaves_by) => {
      let response: Response
      try {
        response = await ask(path, { form, leaves_by })
      } catch (cause) {
        if (cause === tooLate) return { outcome: 'late' }
        return { outcome: 'unknown', reason: cause instanceof Error ? cause.message : String(cause) }
      }
      const { status, headers } = response
      const placement = placementOf(status, await readJson(response))
      const again_seconds = Number(headers.get('retry-after') ?? Number.NaN)
      return placement.outcome === 'refused' && again_seconds > 0 ? { ...placement, again_seconds } : placement
    },
  }
}

/** 401: wrong credentials. 403: suspended account (20403) or missing permission (20003). */
export const isDenied = (status: number): boolean => status === 401 || status === 403

export const successful = (response: Response, what: string): Response => {
  const sentence = `The carrier answered ${response.status} to ${what}`
  if (isDenied(response.status)) throw new Error(sentence, { cause: deniedByCarrier })
  if (!response.ok) throw new Error(sentence)
  return response
}

const askWith = (
  parts: RestParts,
  { url = twilioUrl, account_sid, auth_token }: Record<string, string>,
  path: string,
  { form, method, product, leaves_by = Number.POSITIVE_INFINITY }: RestRequest,
) => {
  if (!account_sid || !auth_token) throw new Error('The carrier secret holds no account_sid and auth_token')
  if (parts.worldTime() > leaves_by) throw tooLate
  const address = product ? productUrl(url, product) + path : `${url}/2010-04-01/Accounts/${account_sid}${path}`
  return parts.fetch(address, {
    method: method ?? (form ? 'POST' : 'GET'),
    body: form,
    headers: {
      ...ownConnection,
      authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`,
    },
    signal: AbortSignal.timeout(answerMsMax),
    redirect: 'error',
  })
}

const productUrl = (url: string, product: string): string => url.replace('//api.', `//${product}.`)

/** Reads a refusal: a 4xx except 408. After other failures, the request may have had an effect. */
const refusalOf = (status: number, body: unknown): Refusal | undefined =>
  status >= 400 && status < 500 && status !== 408
    ? readRefusal(status, readRefusalCode(TwilioRefusal.safeParse(body).data?.code))
    : undefined

export const refusedOutcome = <Why extends string>(
  status: number,
  body: unknown,
  whyOf: (refusal: Refusal) => Why | 'account',
): { outcome: 'refused'; why: Why | 'account' | 'denied'; refusal: Refusal } | undefined => {
  const refusal = refusalOf(status, body)
  if (!refusal) return undefined
  const why = whyOf(refusal)
  return { outcome: 'refused', why: why === 'account' && isDenied(status) ? 'denied' : why, refusal }
}

const placementOf = (status: number, body: unknown): PlacementOutcome => {
  const refusal = refusalOf(status, body)
  if (refusal) return { outcome: 'refused', refusal }
  const created = TwilioCreated.safeParse(body).data
  if (status >= 200 && status < 300 && created) return { outcome: 'placed', carrier_sid: created.sid }
  return { outcome: 'unknown', reason: `the carrier answered ${status}` }
}
