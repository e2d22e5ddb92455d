import type { LocalClock } from '../clock.ts'
import { type CallBehaviour, callBehaviourOf } from './behaviours.ts'
import type { CallbackSender } from './callbacks.ts'
import { isPhoneNumber, problem, type Sids } from './dialect.ts'

interface VerifiedNumber {
  sid: string
  phone_number: string
  friendly_name: string
}

interface VerificationAsked {
  phone_number: string
  friendly_name: string
  statusCallback: string
  validation_code: string
}

const typingMs = 20_000
const codeDigits = 6

/**
 * Simulates Twilio's calls that verify a caller ID. A simulated person who picks up types the
 * verification code.
 */
export const createCallerIds = (options: {
  clock: LocalClock
  callbacks: CallbackSender
  sids: Sids
  accountSid: string
  refuse: (behaviour: CallBehaviour, phone_number: string) => Response | undefined
}) => {
  const { clock, callbacks, sids, accountSid, refuse } = options
  const verified = new Map<string, VerifiedNumber>()
  const asked: VerificationAsked[] = []

  const report = async (behaviour: CallBehaviour, statusCallback: string, phone_number: string, sid?: string) => {
    if (!statusCallback || behaviour.reports === 'silent') return
    const result = { VerificationStatus: sid ? 'success' : 'failed', ...(sid && { OutgoingCallerIdSid: sid }) }
    const form = { AccountSid: accountSid, To: phone_number, CallStatus: sid ? 'completed' : 'no-answer', ...result }
    const callback = { target: { url: statusCallback, method: 'POST' as const }, form }
    await callbacks.post(callback)
    if (behaviour.reports === 'backwards') await callbacks.post(callback)
  }

  const finish = async (
    behaviour: CallBehaviour,
    { phone_number, friendly_name, statusCallback }: VerificationAsked,
  ) => {
    if (behaviour.pickup !== 'answers' || behaviour.answeredBy !== 'human')
      return report(behaviour, statusCallback, phone_number)
    const sid = sids('PN')
    verified.set(phone_number, { sid, phone_number, friendly_name })
    return report(behaviour, statusCallback, phone_number, sid)
  }

  return {
    asked,
    list: (query: URLSearchParams): VerifiedNumber[] =>
      [...verified.values()].filter((one) => [null, one.phone_number].includes(query.get('PhoneNumber'))),
    forget: (sid: string): boolean => {
      const found = [...verified.values()].find((one) => one.sid === sid)
      return found !== undefined && verified.delete(found.phone_number)
    },
    validate: (form: URLSearchParams): Response | 'no answer' => {
      const phone_number = form.get('PhoneNumber') ?? ''
      if (!isPhoneNumber(phone_number)) return problem(400, 21401, 'Invalid phone number')
      if (verified.has(phone_number)) return problem(400, 21450, 'Phone number is already validated for your account')
      const behaviour = callBehaviourOf(phone_number)
      const refused = refuse(behaviour, phone_number)
      if (refused) return refused
      if (behaviour.create === 'lost') return 'no answer'
      const friendly_name = form.get('FriendlyName') ?? phone_number
      const validation_code = String(asked.length + 1).padStart(codeDigits, '7')
      const one = { phone_number, friendly_name, statusCallback: form.get('StatusCallback') ?? '', validation_code }
      asked.push(one)
      clock.after(typingMs, () => finish(behaviour, one))
      if (behaviour.create === 'unanswered') return 'no answer'
      const resource = { account_sid: accountSid, call_sid: sids('CA'), phone_number, friendly_name, validation_code }
      return Response.json(resource)
    },
  }
}
