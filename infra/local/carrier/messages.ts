import type { LocalClock } from '../clock.ts'
import { messageBehaviourOf, reportedAs } from './behaviours.ts'
import { type CallbackSender, type CallbackTarget, createReports } from './callbacks.ts'
import { apiVersion, isPhoneNumber, problem, type Sids } from './dialect.ts'

export interface Message {
  sid: string
  accountSid: string
  /** `outbound-reply` is Twilio's own answer to STOP, START and HELP. */
  direction: 'inbound' | 'outbound-api' | 'outbound-reply'
  to: string
  from: string
  body: string
  segments: number
  status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received'
  errorCode?: number
  createdAt: number
  updatedAt: number
  sentAt?: number
}

export interface MessageRequest {
  to: string
  from: string
  body: string
  status?: CallbackTarget
}

/** Milliseconds from a message's previous status to `sent` and to `delivered`. */
const sentAfterMs = 1000
const deliveredAfterMs = 2000
const bodyLengthMax = 1600

export const readMessageRequest = (form: URLSearchParams): MessageRequest | Response => {
  const to = form.get('To') ?? ''
  const from = form.get('From') ?? ''
  const body = form.get('Body') ?? ''
  const url = form.get('StatusCallback')
  if (!isPhoneNumber(to)) return problem(400, 21211, "Invalid 'To' Phone Number")
  if (!isPhoneNumber(from)) return problem(400, 21212, "Invalid 'From' Phone Number")
  if (body === '') return problem(400, 21602, 'Message body is required')
  if (body.length > bodyLengthMax) {
    return problem(400, 21617, `The concatenated message body exceeds the ${bodyLengthMax} character limit`)
  }
  return { to, from, body, status: url ? { url, method: 'POST' } : undefined }
}

export const createMessages = (options: {
  clock: LocalClock
  callbacks: CallbackSender
  sids: Sids
  accountSid: string
}) => {
  const { clock, callbacks, sids, accountSid } = options
  const messages = new Map<string, Message>()

  const firsts = new Set<string>()
  /** True for the first of every two messages from a sender to a recipient. */
  const isFirst = ({ from, to }: MessageRequest): boolean => {
    const pair = `${from} ${to}`
    if (firsts.delete(pair)) return false
    firsts.add(pair)
    return true
  }

  const accept = (request: MessageRequest): Message => {
    const message = open('outbound-api', 'queued', request)
    const { reports: manner, undelivered, failsFirst } = messageBehaviourOf(request.to)
    const target = manner === 'silent' ? undefined : request.status
    const reports = createReports(callbacks, manner === 'backwards')
    const failure = failsFirst !== undefined && isFirst(request) ? failsFirst : undefined
    clock.after(sentAfterMs, () => {
      if (failure !== undefined) {
        message.errorCode = failure
        move(message, 'failed')
        return target && reports.finish({ target, form: statusForm(message) })
      }
      message.sentAt = clock.now()
      move(message, 'sent')
      clock.after(deliveredAfterMs, () => {
        message.errorCode = undelivered
        move(message, undelivered === undefined ? 'delivered' : 'undelivered')
        if (target) return reports.finish({ target, form: statusForm(message) })
      })
      if (target) return reports.tell({ target, form: statusForm(message) })
    })
    return message
  }

  const receive = (request: MessageRequest, target: CallbackTarget): Message => {
    const message = open('inbound', 'received', { ...request, from: reportedAs(request.from) })
    message.sentAt = message.createdAt
    const type = optOutTypeOf(request.body)
    if (type) {
      const answer = { to: request.from, from: request.to, body: `Reply to ${type}` }
      open('outbound-reply', 'sent', answer).sentAt = message.createdAt
    }
    clock.after(0, () => callbacks.post({ target, form: receivedForm(message) }))
    return message
  }

  const open = (direction: Message['direction'], status: Message['status'], { to, from, body }: MessageRequest) => {
    const now = clock.now()
    const segments = countSegments(body)
    const message: Message = {
      sid: sids('SM'),
      accountSid,
      direction,
      to,
      from,
      body,
      segments,
      status,
      createdAt: now,
      updatedAt: now,
    }
    messages.set(message.sid, message)
    return message
  }

  const move = (message: Message, status: Message['status']) => {
    message.status = status
    message.updatedAt = clock.now()
  }

  return {
    accept,
    receive,
    find: (sid: string) => messages.get(sid),
    newestFirst: () => [...messages.values()].toReversed(),
  }
}

const messageForm = ({ sid, accountSid, to, from, status }: Message) => ({
  MessageSid: sid,
  SmsSid: sid,
  SmsStatus: status,
  To: to,
  From: from,
  AccountSid: accountSid,
  ApiVersion: apiVersion,
})

const statusForm = (message: Message): Record<string, string> => ({
  ...messageForm(message),
  MessageStatus: message.status,
  ...(message.errorCode !== undefined && { ErrorCode: String(message.errorCode) }),
})

const receivedForm = (message: Message): Record<string, string> => {
  const optOutType = optOutTypeOf(message.body)
  return {
    ...messageForm(message),
    Body: message.body,
    NumMedia: '0',
    NumSegments: String(message.segments),
    ...(optOutType ? { OptOutType: optOutType } : {}),
  }
}

/**
 * Keywords that Twilio answers itself when a message consists of a keyword, in upper or lower case.
 */
const optOutWords: Record<string, string[]> = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  START: ['START', 'YES', 'UNSTOP'],
  HELP: ['HELP', 'INFO'],
}

const optOutTypeOf = (body: string) =>
  Object.keys(optOutWords).find((type) => optOutWords[type]?.includes(body.trim().toUpperCase()))

/** Characters of GSM 03.38; those in `extended` take two septets. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

/**
 * Counts SMS segments. A single segment holds 160 septets or 70 UTF-16 units; each segment of a
 * longer message holds 153 or 67.
 */
const countSegments = (body: string) => {
  const isGsm = [...body].every((character) => basic.has(character) || extended.has(character))
  const sizes = [...body].map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length))
  const [aloneMax, partMax] = isGsm ? [160, 153] : [70, 67]
  if (sizes.reduce((sum, size) => sum + size, 0) <= aloneMax) return 1
  let [parts, used] = [1, 0]
  for (const size of sizes) {
    if (used + size > partMax) [parts, used] = [parts + 1, 0]
    used += size
  }
  return parts
}
