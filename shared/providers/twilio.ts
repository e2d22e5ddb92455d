import * as z from 'zod'
import { readAnsweredBy, readCallStatus } from '../domain/carrier-words.ts'
import { callbacks } from './callbacks.ts'
import type { Carrier } from './carrier.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** Twilio's REST API of 2010, and whatever speaks the same dialect. */

interface CarrierParts {
  settings: Settings
  secrets: Secrets
  fetch: typeof fetch
}

/** Longer than Twilio ever takes to answer a create request, shorter than our workers may run. */
const answerMsMax = 10_000
const lookUpPage = 50

const TwilioCall = z.object({
  sid: z.string(),
  status: z.string(),
  date_created: z.string().nullish(),
  end_time: z.string().nullish(),
  duration: z.union([z.string(), z.number()]).nullish(),
  answered_by: z.string().nullish(),
})
const TwilioCalls = z.object({ calls: z.array(TwilioCall) })
const TwilioRefusal = z.object({ code: z.union([z.number(), z.string()]).optional(), message: z.string().optional() })

export const carrier = (parts: CarrierParts): Carrier => {
  const request = async (path: string, form?: URLSearchParams): Promise<Response> => {
    const { url = 'https://api.twilio.com', account_sid, auth_token } = await parts.secrets.read('CARRIER')
    if (!account_sid || !auth_token) throw new Error('The carrier secret holds no account_sid and auth_token')
    return parts.fetch(`${url}/2010-04-01/Accounts/${account_sid}/${path}`, {
      method: form ? 'POST' : 'GET',
      body: form,
      headers: { authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}` },
      signal: AbortSignal.timeout(answerMsMax),
      redirect: 'error',
    })
  }

  return {
    placeCall: async (intent) => {
      const { url } = callbacks(parts)
      const address = (what: string) => url(`/carrier/calls/${intent.ref}/${what}`)
      const form = new URLSearchParams({
        To: intent.to,
        From: intent.from,
        Url: address('answer'),
        StatusCallback: address('status'),
        Timeout: String(intent.ring_seconds),
        TimeLimit: String(intent.max_duration_seconds),
      })
      // A space-joined list would lose events: Twilio wants the key once per value.
      for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
      if (intent.record) form.set('Record', 'true')
      if (intent.detect_machine) {
        form.set('MachineDetection', 'Enable')
        form.set('AsyncAmd', 'true')
        form.set('AsyncAmdStatusCallback', address('answered-by'))
      }
      let response: Response
      try {
        response = await request('Calls.json', form)
      } catch (cause) {
        return { outcome: 'unknown', reason: cause instanceof Error ? cause.message : String(cause) }
      }
      return placementOf(response.status, await readJson(response))
    },

    lookUpCall: async (from, to, since) => {
      const query = new URLSearchParams({ From: from, To: to, PageSize: String(lookUpPage) })
      const response = await request(`Calls.json?${query}`)
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a look-up`)
      const { calls } = TwilioCalls.parse(await response.json())
      // The carrier's dates have whole seconds.
      return calls.find(({ date_created }) => Date.parse(date_created ?? '') >= since - 1000)?.sid
    },

    fetchCall: async (carrier_sid) => {
      const response = await request(`Calls/${encodeURIComponent(carrier_sid)}.json`)
      if (response.status === 404) return undefined
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question about a call`)
      const call = TwilioCall.parse(await response.json())
      const over_at = Date.parse(call.end_time ?? '')
      return {
        ...readCallStatus(call.status, call.duration),
        carrier_sid: call.sid,
        answered_by: call.answered_by ? readAnsweredBy(call.answered_by) : undefined,
        over_at: Number.isNaN(over_at) ? undefined : over_at,
      }
    },

    endCall: async (carrier_sid) => {
      const form = new URLSearchParams({ Status: 'completed' })
      const response = await request(`Calls/${encodeURIComponent(carrier_sid)}.json`, form)
      if (!response.ok && response.status !== 404)
        throw new Error(`The carrier answered ${response.status} to the end of a call`)
    },
  }
}

/** 4xx is a definite no; too many requests is one too, for nothing was placed. Everything else may have had an effect. */
const placementOf = (status: number, body: unknown): Awaited<ReturnType<Carrier['placeCall']>> => {
  if (status >= 400 && status < 500 && status !== 408) {
    const { code = status, message = '' } = TwilioRefusal.safeParse(body).data ?? {}
    return { outcome: 'refused', code: String(code), reason: message }
  }
  const call = TwilioCall.safeParse(body).data
  if (status >= 200 && status < 300 && call) return { outcome: 'placed', carrier_sid: call.sid }
  return { outcome: 'unknown', reason: `the carrier answered ${status}` }
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
