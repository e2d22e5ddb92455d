import type * as z from 'zod'
import type { Secrets } from '../aws/secrets.ts'
import type { Settings } from '../aws/settings.ts'
import type { Carrier, CarrierPage, PlacementOutcome } from '../carrier.ts'
import { publicUrl } from '../web/addresses.ts'
import { ownConnection } from '../web/own-connection.ts'
import { carrierCallerIds } from './caller-ids.ts'
import { readRefusal, readRefusalCode } from './errors.ts'
import { carrierNumbers } from './numbers.ts'
import { readJson } from './read-json.ts'
import {
  callOf,
  listedSms,
  messageOf,
  nextOf,
  reportOf,
  TwilioAccount,
  TwilioCall,
  TwilioCallPage,
  TwilioCalls,
  TwilioCreated,
  TwilioLegs,
  TwilioMessagePage,
  TwilioMessages,
  TwilioRefusal,
  TwilioUsageTriggers,
} from './resources.ts'
import { recordingEvents } from './twiml.ts'

/** Twilio's REST API of 2010. */

/** GET by default, POST with a form. */
export interface RestRequest {
  form?: URLSearchParams
  method?: 'DELETE'
  leaves_by?: number
}

interface CarrierParts {
  settings: Settings
  secrets: Secrets
  fetch: typeof fetch
  worldTime: () => number
}

/** Longer than Twilio takes, shorter than our workers run. */
const answerMsMax = 10_000
const tooLate = new Error('It is too late for this request')
/** https://www.twilio.com/docs/api/errors/21220 */
const notInProgress = 21220
/** Twilio's maximum, so that no call of a burst to one number is missed. */
const pageMax = 1000
/** Twilio does not report how long a client must wait. */
const listAgainSeconds = 5

export const carrier = (parts: CarrierParts): Carrier => {
  const request = (path: string, form?: URLSearchParams) => requestAccount(`/${path}`, { form })

  const requestAccount = async (path: string, asked: RestRequest = {}): Promise<Response> => {
    const secret = await parts.secrets.read('CARRIER')
    const first = await ask(secret, secret.auth_token, path, asked)
    if (first.status !== 401 && first.status !== 403) return first
    // A refused token had no effect, so a second request repeats nothing.
    const fresh = await parts.secrets.read('CARRIER', { anew: true })
    const other = [fresh.auth_token, fresh.auth_token_secondary].find((token) => token && token !== secret.auth_token)
    return other ? ask(fresh, other, path, asked) : first
  }

  const ask = (
    secret: Record<string, string>,
    auth_token: string | undefined,
    path: string,
    { form, method, leaves_by = Number.POSITIVE_INFINITY }: RestRequest,
  ) => {
    const { url = 'https://api.twilio.com', account_sid } = secret
    if (!account_sid || !auth_token) throw new Error('The carrier secret holds no account_sid and auth_token')
    if (parts.worldTime() > leaves_by) throw tooLate
    return parts.fetch(`${url}/2010-04-01/Accounts/${account_sid}${path}`, {
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

  const create = async (path: string, form: URLSearchParams, leaves_by: number): Promise<PlacementOutcome> => {
    let response: Response
    try {
      response = await requestAccount(`/${path}`, { form, leaves_by })
    } catch (cause) {
      if (cause === tooLate) return { outcome: 'late' }
      return { outcome: 'unknown', reason: cause instanceof Error ? cause.message : String(cause) }
    }
    const { status, headers } = response
    const placement = placementOf(status, await readJson(response))
    const again_seconds = Number(headers.get('retry-after') ?? Number.NaN)
    return placement.outcome === 'refused' && again_seconds > 0 ? { ...placement, again_seconds } : placement
  }

  /** False if the call is over: Twilio answers 400 with 21220, or 404. */
  const updateCall = async (carrier_sid: string, form: URLSearchParams, what: string): Promise<boolean> => {
    const response = await request(`Calls/${encodeURIComponent(carrier_sid)}.json`, form)
    if (response.ok) return true
    if (response.status === 404) return false
    const { code } = TwilioRefusal.safeParse(await readJson(response)).data ?? {}
    if (response.status === 400 && readRefusalCode(code) === notInProgress) return false
    throw new Error(`The carrier answered ${response.status} (${code ?? 'no code'}) to ${what}`)
  }

  const list = async <Page extends z.ZodType>(path: string, page: Page): Promise<z.output<Page> | CarrierRest> => {
    const response = await request(path)
    if (response.status === 429)
      return { again_seconds: Number(response.headers.get('retry-after')) || listAgainSeconds }
    if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question for a list`)
    return page.parse(await response.json())
  }

  return {
    placeCall: async (intent) => {
      const address = (what: string) => publicUrl(parts.settings, `/carrier/calls/${intent.ref}/${what}`)
      const form = new URLSearchParams({
        To: intent.to,
        From: intent.from,
        Url: address('answer'),
        StatusCallback: address('status'),
        Timeout: String(intent.ring_seconds),
        TimeLimit: String(intent.max_duration_seconds),
      })
      // Twilio needs the key once per value; a joined list would lose events.
      for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
      if (intent.record) {
        form.set('Record', 'true')
        form.set('RecordingStatusCallback', address('recording'))
        for (const event of recordingEvents) form.append('RecordingStatusCallbackEvent', event)
      }
      if (intent.detect_machine) {
        form.set('MachineDetection', intent.waits_for_beep ? 'DetectMessageEnd' : 'Enable')
        form.set('AsyncAmd', 'true')
        form.set('AsyncAmdStatusCallback', address('answered-by'))
      }
      return create('Calls.json', form, intent.leaves_by)
    },

    fetchRecording: async (recording_sid) => {
      const response = await request(`Recordings/${encodeURIComponent(recording_sid)}.mp3`)
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a recording`)
      return new Uint8Array(await response.arrayBuffer())
    },

    lookUpCalls: async (from, to) => {
      const query = new URLSearchParams({ From: from, To: to, PageSize: String(pageMax) })
      const response = await request(`Calls.json?${query}`)
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a look-up`)
      return TwilioCalls.parse(await response.json()).calls.map(({ sid, date_created }) => ({
        carrier_sid: sid,
        created_at: Date.parse(date_created ?? ''),
      }))
    },

    fetchCall: async (carrier_sid) => {
      const response = await request(`Calls/${encodeURIComponent(carrier_sid)}.json`)
      if (response.status === 404) return undefined
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question about a call`)
      return reportOf(TwilioCall.parse(await response.json()))
    },

    fetchLegs: async (carrier_sid) => {
      const query = new URLSearchParams({ ParentCallSid: carrier_sid, PageSize: String(pageMax) })
      const response = await request(`Calls.json?${query}`)
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question about legs`)
      return TwilioLegs.parse(await response.json()).calls.map((leg) => ({
        carrier_sid: leg.sid,
        created_at: Date.parse(leg.date_created ?? ''),
        to: leg.to ?? '',
        report: reportOf(leg),
      }))
    },

    listCalls: async (since, next = `StartTime%3E=${dayOf(since)}&PageSize=${pageMax}`) => {
      const page = await list(`Calls.json?${next}`, TwilioCallPage)
      if ('again_seconds' in page) return page
      // Lists by start day lack calls that wait at Twilio.
      const queued = next.startsWith(queuedCalls) ? undefined : queuedCalls
      return { listed: page.calls.flatMap(callOf), next: nextOf(page) ?? queued }
    },

    listMessages: async (since, next = `DateSent%3E=${dayOf(since)}&PageSize=${pageMax}`) => {
      const page = await list(`Messages.json?${next}`, TwilioMessagePage)
      if ('again_seconds' in page) return page
      return { listed: page.messages.flatMap(messageOf), next: nextOf(page) }
    },

    redirectCall: async (carrier_sid, ref) => {
      const form = new URLSearchParams({ Url: publicUrl(parts.settings, `/carrier/calls/${ref}/answer`) })
      const isDone = await updateCall(carrier_sid, form, 'a redirection')
      return isDone ? 'redirected' : 'over'
    },

    endCall: async (carrier_sid) => {
      const form = new URLSearchParams({ Status: 'completed' })
      const isDone = await updateCall(carrier_sid, form, 'the end of a call')
      return isDone ? 'ended' : 'over'
    },

    sendMessage: ({ ref, from, to, body, leaves_by }) => {
      const StatusCallback = publicUrl(parts.settings, `/carrier/sms/${ref}/status`)
      return create('Messages.json', new URLSearchParams({ To: to, From: from, Body: body, StatusCallback }), leaves_by)
    },

    lookUpMessages: async (from, to) => {
      const query = new URLSearchParams({ From: from, To: to, PageSize: String(pageMax) })
      const response = await request(`Messages.json?${query}`)
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a look-up`)
      return TwilioMessages.parse(await response.json()).messages.map(listedSms)
    },

    fetchAccount: async () => {
      const response = await requestAccount('.json')
      if ([401, 403, 404].includes(response.status)) return 'unknown'
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question about the account`)
      return TwilioAccount.parse(await response.json()).status
    },

    fetchUsageTriggers: async () => {
      const response = await request('Usage/Triggers.json')
      if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question about usage triggers`)
      return TwilioUsageTriggers.parse(await response.json()).usage_triggers.length
    },

    ...carrierCallerIds(parts.settings, (path, asked) => requestAccount(`/${path}`, asked)),
    ...carrierNumbers(parts.settings, (path, asked) => requestAccount(`/${path}`, asked)),
  }
}

type CarrierRest = Extract<CarrierPage<never>, { again_seconds: number }>

/** Twilio's lists go by whole days, in UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const queuedCalls = 'Status=queued'

/** 4xx is a definite refusal. Any other failure may have had an effect. */
const placementOf = (status: number, body: unknown): PlacementOutcome => {
  if (status >= 400 && status < 500 && status !== 408) {
    const { code } = TwilioRefusal.safeParse(body).data ?? {}
    return { outcome: 'refused', refusal: readRefusal(status, readRefusalCode(code)) }
  }
  const created = TwilioCreated.safeParse(body).data
  if (status >= 200 && status < 300 && created) return { outcome: 'placed', carrier_sid: created.sid }
  return { outcome: 'unknown', reason: `the carrier answered ${status}` }
}
