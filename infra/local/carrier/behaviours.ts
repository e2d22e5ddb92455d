import type { CustomerName } from './customers.ts'

export type CreateOutcome =
  | 'accepted'
  | CarrierRefusal // the request has no effect
  | 'unanswered' // the request takes effect, but the response never arrives
  | 'lost' // the request has no effect, and the response never arrives

export interface CarrierRefusal {
  status: number
  code: number
  message: string
  /**
   * Number of refusals in a row before a request succeeds. By default, every request is refused.
   */
  times?: number
}

const refused = (code: number, message: string, status = 400): CarrierRefusal => ({ status, code, message })

export type CallFailure = Record<'ErrorCode', string> | Record<'SipResponseCode', string>

export type Reporting =
  | 'prompt'
  | 'backwards' // all reports arrive after the call ends, each twice, in reverse order
  | 'silent' // a call reports nothing after `ringing`, a message nothing at all

export interface CallBehaviour {
  create: CreateOutcome
  /** With `fails`, the last status report contains `failure`. */
  pickup: 'answers' | 'busy' | 'nobody' | 'fails'
  failure?: CallFailure
  answeredBy: 'human' | 'machine_start'
  talkSeconds: number
  endedBy: 'caller' | 'assistant' | 'nobody'
  customer: CustomerName
  /**
   * Key that the callee of a transfer presses to accept. Without a key, the callee never accepts.
   */
  key?: string
  reports: Reporting
  leavesAfterSeconds?: number
}

export interface MessageBehaviour {
  create: CreateOutcome
  reports: Reporting
  undelivered?: number
  /** Error code with which every second message fails, starting with the first. */
  failsFirst?: number
}

const usualCall: CallBehaviour = {
  create: 'accepted',
  pickup: 'answers',
  answeredBy: 'human',
  talkSeconds: 12,
  endedBy: 'caller',
  customer: 'talks',
  key: '1',
  reports: 'prompt',
}

const calls: Record<string, Partial<CallBehaviour>> = {
  '0101': { pickup: 'busy' },
  '0102': { pickup: 'nobody' },
  '0103': { create: refused(21211, "Invalid 'To' Phone Number") },
  '0104': { answeredBy: 'machine_start', talkSeconds: 20, customer: 'answering machine', key: undefined },
  '0105': { endedBy: 'nobody', customer: 'silent' },
  '0106': { endedBy: 'assistant', customer: 'says goodbye' },
  '0107': { create: 'unanswered' },
  '0108': { create: 'lost' },
  '0109': { reports: 'backwards' },
  '0110': { reports: 'silent' },
  '0111': { talkSeconds: 30, customer: 'interrupts' },
  '0112': { talkSeconds: 30, customer: 'speaks twice' },
  '0113': { talkSeconds: 30, customer: 'loses the line' },
  '0114': { talkSeconds: 30, customer: 'speaks Spanish' },
  '0115': { talkSeconds: 30, customer: 'presses keys' },
  '0116': { talkSeconds: 240, customer: 'has ten questions' },
  '0117': { endedBy: 'assistant', customer: 'books a table' },
  '0118': { endedBy: 'assistant', customer: 'asks to be called back' },
  '0119': { endedBy: 'assistant', customer: 'wants no more calls' },
  '0120': { endedBy: 'assistant', customer: 'wants a text' },
  '0121': { endedBy: 'nobody', customer: 'wants a person' },
  '0123': { key: '2' },
  '0124': { leavesAfterSeconds: 1 },
  '0122': { endedBy: 'nobody', customer: 'wants a manager' },
  '0180': { create: refused(21215, 'Account not authorized to call this number') },
  '0181': { create: refused(21210, 'The source phone number provided is not yet verified for your account') },
  '0182': {
    create: refused(21219, 'The number called is unverified. Trial accounts may only make calls to verified numbers.'),
  },
  '0183': { create: refused(20429, 'Too Many Requests', 429) },
  '0184': { create: refused(21205, 'Url is not a valid URL') },
  '0185': { pickup: 'fails', failure: { SipResponseCode: '404' } },
  '0186': { pickup: 'fails', failure: { SipResponseCode: '503' } },
  '0187': { create: refused(29999, 'A code that no list has') },
  '0188': { create: { ...refused(20429, 'Too Many Requests', 429), times: 2 } },
}

/** `<Dial>` reports other error codes than the Calls API. */
const dialCodes = new Map([
  [21210, 13214],
  [21211, 13224],
  [21215, 13227],
  [21219, 32100],
  [20429, 10004],
  [21205, 13221],
])

/** Returns why `<Dial>` cannot reach a phone; undefined when the phone rings. */
export const dialFailureOf = ({ create, pickup, failure }: CallBehaviour): CallFailure | undefined => {
  if (typeof create === 'object') return { ErrorCode: String(dialCodes.get(create.code) ?? create.code) }
  return pickup === 'fails' ? failure : undefined
}

const usualMessage: MessageBehaviour = { create: 'accepted', reports: 'prompt' }

const messages: Record<string, Partial<MessageBehaviour>> = {
  '0103': { create: refused(21211, "Invalid 'To' Phone Number") },
  '0180': { create: refused(21408, 'Permission to send an SMS has not been enabled for the region') },
  '0181': {
    create: refused(21606, 'The From phone number is not a valid message-capable number for this destination'),
  },
  '0182': {
    create: refused(21608, 'The number is unverified. Trial accounts cannot send messages to unverified numbers.'),
  },
  '0183': { create: refused(20429, 'Too Many Requests', 429) },
  '0184': { create: refused(21609, 'Invalid StatusCallback URL') },
  '0185': { create: refused(21610, 'Attempt to send to unsubscribed recipient') },
  '0186': { undelivered: 30003 },
  '0187': { undelivered: 30630 },
  '0188': { create: { ...refused(14107, 'SMS send rate limit exceeded', 429), times: 2 } },
  '0189': { failsFirst: 30001 },
  '0107': { create: 'unanswered' },
  '0108': { create: 'lost' },
  '0109': { reports: 'backwards' },
  '0110': { reports: 'silent' },
}

/**
 * Returns how the person at a number behaves. The last digits of +1 202 555 01xx choose the
 * behaviour; other numbers behave like +1 202 555 0100.
 */
export const callBehaviourOf = (person: string): CallBehaviour => ({ ...usualCall, ...calls[magicDigits(person)] })

export const messageBehaviourOf = (person: string): MessageBehaviour => ({
  ...usualMessage,
  ...messages[magicDigits(person)],
})

const magicDigits = (number: string) => /^\+1202555(01\d\d)$/.exec(number)?.[1] ?? ''

/** Old formats of mobile numbers, which some foreign carriers still send. */
const formerSpellings: readonly [RegExp, string][] = [
  [/^\+52(\d{10})$/, '+521$1'],
  [/^\+54(9)(\d{10})$/, '+54$2'],
  [/^\+55(\d\d)9(\d{8})$/, '+55$1$2'],
  [/^\+229(01)(\d{8})$/, '+229$2'],
]

/**
 * Returns the sender's number as simulated reports contain it: in its old format if the last digit
 * is odd.
 */
export const reportedAs = (sender: string): string => {
  const [pattern, former] = formerSpellings.find(([pattern]) => pattern.test(sender)) ?? []
  return pattern && former && Number(sender.at(-1)) % 2 === 1 ? sender.replace(pattern, former) : sender
}
