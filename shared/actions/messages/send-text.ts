import { type Means, mayReach } from '../../domain/account/account.ts'
import { isExpired, type OwnedNumber } from '../../domain/account/number.ts'
import type { Sms } from '../../domain/sms/sms.ts'
import { newSms } from '../../domain/sms/sms-draft.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { maskPhone } from '../../words/mask.ts'
import { foundPhone, type Phone } from '../../words/phone.ts'
import { found, Problem } from '../../words/problem.ts'
import { inWords, type Refusal } from '../../words/refusal.ts'
import { type AskForTextParts, askForText } from './ask-for-text.ts'

export type SendTextParts = AskForTextParts &
  Dependencies<'accounts.means' | 'blacklist.refusesTexts' | 'sms.isUsual' | 'sms.open'>

interface Text {
  user_id: number
  sender: OwnedNumber | undefined
  phone: Phone | undefined
  /** The number as the user wrote it. */
  to: string
  body: string
}

export const readForText = async (
  { accounts, blacklist, dialling }: Pick<SendTextParts, 'accounts' | 'blacklist' | 'dialling'>,
  { user_id, phone }: Pick<Text, 'user_id' | 'phone'>,
) => {
  const [means, isRefused, { isStopped }] = await Promise.all([
    accounts.means(user_id),
    phone && blacklist.refusesTexts(user_id, phone.number),
    dialling.read(),
  ])
  return { means, isRefused: isRefused === true, isStopped }
}

export const judgeText = (
  { sender: owned, phone, to, body }: Text,
  { means, isRefused }: { means: Means; isRefused: boolean },
  now: number,
): Omit<Sms, 'id'> => {
  const sender = found(owned, 'from_number_not_found')
  if (isExpired(sender, now)) throw new Problem('from_number_expired')
  if (!sender.can_send_sms) throw new Problem('from_number_not_sms_capable')
  const recipient = foundPhone(phone, 'to', to)
  if (!mayReach(means, recipient.country)) throw new Problem('destination_not_allowed')
  if (isRefused) throw new Problem('recipient_opted_out')
  return newSms(sender, recipient, body, now)
}

interface Sending {
  draft: Omit<Sms, 'id'>
  means: Pick<Means, 'account'>
  create: (open: (id: number) => Promise<boolean>) => Promise<number>
  /** True if the SMS is allowed to wait while the carrier is busy. */
  waits: boolean
  log: Log
}

interface SentText {
  id: number
  isOpened: boolean
  outcome: 'sent' | 'unknown' | 'put off' | 'exists'
  sent: Sms | undefined
}

/** Holds the price, then asks the carrier once, so that no SMS is unpaid or sent twice. */
export const sendText = async (services: SendTextParts, sending: Sending): Promise<SentText> => {
  const { sms, clock, dialling, compactionStarter } = services
  const { draft, means, create, waits, log } = sending
  const { user_id, to } = draft
  let isOpened = false
  const reading = dialling.read()
  const [id, isUsual] = await Promise.all([
    create(async (id) => {
      const opened = await sms.open({ ...draft, id }, means.account)
      if (opened === 'insufficient') throw new Problem('insufficient_balance')
      if (opened === 'opted_out') throw new Problem('recipient_opted_out')
      isOpened = opened === 'opened'
      return isOpened
    }),
    sms.isUsual(user_id, to, clock.now()).catch(() => true),
  ])
  if (!isUsual) log.warn('many texts to one block of numbers', { user_id, to: maskPhone(to) })
  if (!isOpened) return { id, isOpened, outcome: 'exists', sent: undefined }
  const [asked] = await Promise.all([
    askForText(services, { text: { ...draft, id }, log, waits, reading }),
    compactionStarter.start(user_id, ['ledger', 'sms'], id),
  ])
  if (asked.outcome === 'paused') throw paused()
  if (asked.outcome === 'refused') throw new Problem('sms_failed', { detail: whyRefused(asked.refusal) })
  return { id, isOpened, outcome: asked.outcome, sent: asked.outcome === 'sent' ? asked.sms : undefined }
}

const whyRefused = (refusal: Refusal): string => {
  const intro = refusal.sort === 'account' ? 'The carrier does not accept our account at the moment. ' : ''
  const advice = refusal.sort === 'rate' ? ' Try again in some seconds.' : ''
  return `${intro}${inWords(refusal)} Nothing was sent, and the money is back on the balance.${advice}`
}

const retrySeconds = 60
export const paused = () => new Problem('sending_paused', { retrySeconds })
