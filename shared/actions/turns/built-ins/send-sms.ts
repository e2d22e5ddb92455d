import { type BuiltIn, textLengthMax } from '../../../domain/tools/built-in-tools.ts'
import { refused, type ToolOutcome } from '../../../domain/tools/effect.ts'
import type { Dependencies } from '../../../services.ts'
import { idAt } from '../../../words/id.ts'
import { readReachablePhone } from '../../../words/phone.ts'
import { Problem } from '../../../words/problem.ts'
import { judgeText, paused, readForText, type SendTextParts, sendText } from '../../messages/send-text.ts'
import type { BuiltInCall } from './built-in-call.ts'

export type SendSmsParts = SendTextParts & Dependencies<'numbers.list' | 'random' | 'sms.takeForCall'>

type SendSms = Extract<BuiltIn, { type: 'send_sms' }>

const textsMax = 3

export const sendSms = async (
  services: SendSmsParts,
  { set, call, args, log }: Pick<BuiltInCall<SendSms>, 'set' | 'call' | 'args' | 'log'>,
): Promise<ToolOutcome> => {
  const { numbers, sms, clock, random } = services
  const { user_id, id: call_id, client_phone_number: to } = call
  const body = String(args.text).trim()
  const isListed = set.texts?.includes(body) === true
  if (set.texts && !isListed) return refused('Only the texts that were named may be sent, word for word')
  // Caller IDs can be forged, so the SMS could reach a stranger.
  if (call.type === 'inbound' && !call.is_attested && !isListed)
    return refused('The number of this caller is not verified, so no text is sent to it')
  if ([...body].length > textLengthMax) return refused(`A text has at most ${textLengthMax} characters`)
  const phone = readReachablePhone(to)
  const [owned, seen] = await Promise.all([numbers.list(user_id), readForText(services, { user_id, phone })])
  const sender = owned.find(({ phone_number }) => phone_number === call.assistant_phone_number)
  try {
    if (seen.means.account.suspended_at !== undefined) throw new Problem('account_suspended')
    const draft = judgeText({ user_id, sender, phone, to, body }, seen, clock.now())
    if (seen.isStopped) throw paused()
    if (!(await sms.takeForCall({ user_id, call_id }, textsMax)))
      return refused(`Not more than ${textsMax} texts are sent in one call`)
    const { outcome } = await sendText(services, {
      draft,
      means: seen.means,
      create: (open) => freeId(open, () => idAt(clock.now(), random.number())),
      waits: true,
      log,
    })
    if (outcome === 'put off') return { outcome: 'done', text: 'The text is sent within the next ten minutes.' }
    return outcome === 'sent'
      ? { outcome: 'done', text: 'The text was sent.' }
      : { outcome: 'unknown', text: 'no answer came' }
  } catch (cause) {
    if (cause instanceof Problem) return refused([cause.message, cause.detail].filter(Boolean).join(' '))
    throw cause
  }
}

/** Returns an id that is free, because two SMS of the same millisecond may get the same id. */
const freeId = async (open: (id: number) => Promise<boolean>, next: () => number): Promise<number> => {
  for (;;) {
    const id = next()
    if (await open(id)) return id
  }
}
