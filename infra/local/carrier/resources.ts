import type { DoubleCall, FinishedLeg } from './call.ts'
import { durationSeconds, isOver } from './call-forms.ts'
import { apiVersion, rfc2822 } from './dialect.ts'
import type { Message } from './messages.ts'
import { capabilitiesOfNumber, type DoubleNumber } from './number-shop.ts'

export const callResource = (call: DoubleCall) => {
  const uri = `/${apiVersion}/Accounts/${call.accountSid}/Calls/${call.sid}`
  return {
    sid: call.sid,
    account_sid: call.accountSid,
    parent_call_sid: null,
    to: call.to,
    to_formatted: call.to,
    from: call.from,
    from_formatted: call.from,
    phone_number_sid: null,
    status: call.status,
    direction: call.direction,
    date_created: rfc2822(call.createdAt),
    date_updated: rfc2822(call.updatedAt),
    start_time: rfc2822(call.startedAt),
    end_time: rfc2822(call.endedAt),
    duration: isOver(call.status) ? String(durationSeconds(call)) : null,
    price: null,
    price_unit: 'USD',
    answered_by: call.answeredBy ?? null,
    annotation: null,
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: '0',
    trunk_sid: null,
    api_version: apiVersion,
    uri: `${uri}.json`,
    subresource_uris: { recordings: `${uri}/Recordings.json` },
  }
}

export const messageResource = (message: Message) => ({
  sid: message.sid,
  account_sid: message.accountSid,
  messaging_service_sid: null,
  to: message.to,
  from: message.from,
  body: message.body,
  status: message.status,
  direction: message.direction,
  date_created: rfc2822(message.createdAt),
  date_updated: rfc2822(message.updatedAt),
  date_sent: rfc2822(message.sentAt),
  num_segments: String(message.segments),
  num_media: '0',
  price: null,
  price_unit: 'USD',
  error_code: message.errorCode ?? null,
  error_message: null,
  api_version: apiVersion,
  uri: `/${apiVersion}/Accounts/${message.accountSid}/Messages/${message.sid}.json`,
  subresource_uris: {},
})

const tokenPrefix = 'PA'

export const numberResource = ({ phone_number, sid, friendly_name, ...urls }: DoubleNumber) => ({
  sid,
  friendly_name,
  phone_number,
  capabilities: capabilitiesOfNumber(phone_number),
  voice_url: urls.voiceUrl ?? '',
  voice_method: 'POST',
  voice_fallback_url: '',
  voice_fallback_method: 'POST',
  voice_application_sid: '',
  trunk_sid: null,
  status_callback: urls.statusUrl ?? '',
  status_callback_method: 'POST',
  sms_url: urls.messageUrl ?? '',
  sms_method: 'POST',
  sms_fallback_url: '',
  sms_fallback_method: 'POST',
  sms_application_sid: '',
  ...urls.rest,
})

const pageSizeDefault = 50
const pageSizeMax = 1000

/** Describes a `<Dial>` leg, which Twilio shows as a call with a parent. */
export const legResource = (call: DoubleCall, { sid, to, createdAt, phone }: FinishedLeg) => ({
  ...callResource(call),
  ...(phone && {
    status: phone.status,
    end_time: rfc2822(phone.endedAt),
    duration: phone.endedAt === undefined ? null : String(phone.seconds()),
  }),
  sid,
  parent_call_sid: call.sid,
  to,
  direction: 'outbound-dial',
  date_created: rfc2822(createdAt),
  start_time: rfc2822(createdAt),
})

/**
 * Makes one page of a list. `PageToken` names the last item of the previous page, so new items do
 * not shift the next page.
 */
export const pageOf = <Item>(
  url: URL,
  name: string,
  items: Item[],
  {
    render = (item: Item): unknown => item,
    sidOf,
  }: { render?: (item: Item) => unknown; sidOf?: (item: Item) => string } = {},
) => {
  const size = Math.min(Number(url.searchParams.get('PageSize')) || pageSizeDefault, pageSizeMax)
  const page = Number(url.searchParams.get('Page')) || 0
  const token = url.searchParams.get('PageToken')?.slice(tokenPrefix.length)
  const start = token && sidOf ? items.findIndex((item) => sidOf(item) === token) + 1 : page * size
  const shown = items.slice(start, start + size)
  const last = shown.at(-1)
  const uriOf = (number: number) => {
    const query = new URLSearchParams(url.searchParams)
    query.delete('PageToken')
    query.set('PageSize', String(size))
    query.set('Page', String(number))
    if (number > page && last && sidOf) query.set('PageToken', tokenPrefix + sidOf(last))
    return `${url.pathname}?${query}`
  }
  return {
    [name]: shown.map(render),
    page,
    page_size: size,
    start,
    end: Math.max(start, start + shown.length - 1),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    next_page_uri: start + size < items.length ? uriOf(page + 1) : null,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
  }
}
