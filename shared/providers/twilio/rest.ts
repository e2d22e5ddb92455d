import type { Settings } from '../aws/settings.ts'
import type { CallIntent, Carrier } from '../carrier.ts'
import { publicUrl } from '../web/addresses.ts'
import { carrierCallerIds } from './caller-ids.ts'
import { readRefusalCode } from './errors.ts'
import { carrierNumbers } from './numbers.ts'
import { readJson } from './read-json.ts'
import { addressInWords } from './region.ts'
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
  TwilioLegs,
  TwilioMessagePage,
  TwilioMessages,
  TwilioRefusal,
  TwilioUsageTriggers,
} from './resources.ts'
import { type Rest, type RestParts, restClient } from './rest-client.ts'
import { recordingEvents } from './twiml.ts'

const notInProgress = 21220
/** Records per page: Twilio's maximum. */
const pageMax = 1000

export const carrier = (parts: RestParts & { settings: Settings }): Carrier => {
  const { settings } = parts
  const rest = restClient(parts)
  return {
    ...carrierCalls(settings, rest),
    ...carrierLists(rest),
    ...carrierMessages(settings, rest),
    ...carrierAccount(rest),
    address: async () => addressInWords((await parts.secrets.read('CARRIER')).url),
    ...carrierCallerIds(settings, rest),
    ...carrierNumbers(settings, rest),
  }
}

type CarrierCalls = Pick<
  Carrier,
  'placeCall' | 'fetchCall' | 'fetchLegs' | 'fetchRecording' | 'redirectCall' | 'endCall'
>

const carrierCalls = (settings: Settings, rest: Rest): CarrierCalls => ({
  placeCall: (intent) => rest.create('/Calls.json', callForm(settings, intent), intent.leaves_by),

  fetchRecording: async (recording_sid) => {
    const response = await rest.read(`/Recordings/${encodeURIComponent(recording_sid)}.mp3`, 'a recording')
    return new Uint8Array(await response.arrayBuffer())
  },

  fetchCall: async (carrier_sid) => {
    const response = await rest.find(pathOfCall(carrier_sid), 'a question about a call')
    return response && reportOf(TwilioCall.parse(await response.json()))
  },

  fetchLegs: async (carrier_sid) => {
    const query = new URLSearchParams({ ParentCallSid: carrier_sid, PageSize: String(pageMax) })
    const response = await rest.read(`/Calls.json?${query}`, 'a question about legs')
    return TwilioLegs.parse(await response.json()).calls.map((leg) => ({
      carrier_sid: leg.sid,
      created_at: Date.parse(leg.date_created ?? ''),
      to: leg.to ?? '',
      report: reportOf(leg),
    }))
  },

  redirectCall: async (carrier_sid, ref) => {
    const form = new URLSearchParams({ Url: publicUrl(settings, `/carrier/calls/${ref}/answer`) })
    const isDone = await updateCall(rest, carrier_sid, form, 'a redirection')
    return isDone ? 'redirected' : 'over'
  },

  endCall: async (carrier_sid) => {
    const form = new URLSearchParams({ Status: 'completed' })
    const isDone = await updateCall(rest, carrier_sid, form, 'the end of a call')
    return isDone ? 'ended' : 'over'
  },
})

const carrierLists = (rest: Rest): Pick<Carrier, 'lookUpCalls' | 'listCalls' | 'lookUpMessages' | 'listMessages'> => ({
  lookUpCalls: async (from, to) => {
    const response = await rest.read(`/Calls.json?${between(from, to)}`, 'a look-up')
    return TwilioCalls.parse(await response.json()).calls.map(({ sid, date_created }) => ({
      carrier_sid: sid,
      created_at: Date.parse(date_created ?? ''),
    }))
  },

  lookUpMessages: async (from, to) => {
    const response = await rest.read(`/Messages.json?${between(from, to)}`, 'a look-up')
    return TwilioMessages.parse(await response.json()).messages.map(listedSms)
  },

  listCalls: async (since, next = `StartTime%3E=${dayOf(since)}&PageSize=${pageMax}`) => {
    const page = await rest.list(`/Calls.json?${next}`, TwilioCallPage)
    if ('again_seconds' in page) return page
    // A list by start day lacks calls that are still queued at Twilio, so these are listed
    // separately.
    const queued = next.startsWith(queuedCalls) ? undefined : queuedCalls
    return { listed: page.calls.flatMap(callOf), next: nextOf(page) ?? queued }
  },

  listMessages: async (since, next = `DateSent%3E=${dayOf(since)}&PageSize=${pageMax}`) => {
    const page = await rest.list(`/Messages.json?${next}`, TwilioMessagePage)
    if ('again_seconds' in page) return page
    return { listed: page.messages.flatMap(messageOf), next: nextOf(page) }
  },
})

const carrierMessages = (settings: Settings, rest: Rest): Pick<Carrier, 'sendMessage'> => ({
  sendMessage: ({ ref, from, to, body, leaves_by }) => {
    const StatusCallback = publicUrl(settings, `/carrier/sms/${ref}/status`)
    const form = new URLSearchParams({ To: to, From: from, Body: body, StatusCallback })
    return rest.create('/Messages.json', form, leaves_by)
  },
})

const carrierAccount = (rest: Rest): Pick<Carrier, 'fetchAccount' | 'fetchUsageTriggers'> => ({
  fetchAccount: async () => {
    const response = await rest.ask('.json')
    if ([401, 403, 404].includes(response.status)) return 'unknown'
    if (!response.ok) throw new Error(`The carrier answered ${response.status} to a question about the account`)
    return TwilioAccount.parse(await response.json()).status
  },

  fetchUsageTriggers: async () => {
    const response = await rest.read('/Usage/Triggers.json', 'a question about usage triggers')
    return TwilioUsageTriggers.parse(await response.json()).usage_triggers.length
  },
})

const callForm = (settings: Settings, intent: CallIntent): URLSearchParams => {
  const address = (what: string) => publicUrl(settings, `/carrier/calls/${intent.ref}/${what}`)
  const form = new URLSearchParams({
    To: intent.to,
    From: intent.from,
    Url: address('answer'),
    StatusCallback: address('status'),
    Timeout: String(intent.ring_seconds),
    TimeLimit: String(intent.max_duration_seconds),
  })
  // One parameter per event; a joined list would lose events.
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
  return form
}

const pathOfCall = (carrier_sid: string): string => `/Calls/${encodeURIComponent(carrier_sid)}.json`

const between = (From: string, To: string) => new URLSearchParams({ From, To, PageSize: String(pageMax) })

/** Changes a running call. False if it is over: Twilio answers 400 with 21220, or 404. */
const updateCall = async (rest: Rest, carrier_sid: string, form: URLSearchParams, what: string): Promise<boolean> => {
  const response = await rest.ask(pathOfCall(carrier_sid), { form })
  if (response.ok) return true
  if (response.status === 404) return false
  const { code } = TwilioRefusal.safeParse(await readJson(response)).data ?? {}
  if (response.status === 400 && readRefusalCode(code) === notInProgress) return false
  throw new Error(`The carrier answered ${response.status} (${code ?? 'no code'}) to ${what}`)
}

/** Returns the day in UTC, because Twilio's lists are filtered by whole days. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const queuedCalls = 'Status=queued'
