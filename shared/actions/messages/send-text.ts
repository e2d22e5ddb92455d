import { type Means, mayReach } from '../../domain/account/account.ts'
import { isExpired, type OwnedNumber } from '../../domain/account/number.ts'
import type { Sms } from '../../domain/sms/sms.ts'
import { newSms } from '../../domain/sms/sms-draft.ts'
import { lookAgainMs } from '../../domain/sms/sms-life.ts'
import { logSmsCharge } from '../../domain/sms/sms-log.ts'
import { writeSmsRef } from '../../domain/sms/sms-ref.ts'
import type { Supplied } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { maskPhone } from '../../words/mask.ts'
import { foundPhone, type Phone } from '../../words/phone.ts'
import { found, Problem } from '../../words/problem.ts'
import { inWords, type Refusal } from '../../words/refusal.ts'
import { logRefusal } from '../dialling/heed-refusal.ts'
import { whileDialling } from '../dialling/while-dialling.ts'
import { suppress } from '../opt-outs/suppress.ts'

export type SendTextParts = Supplied<
  | 'accounts.means'
  | 'blacklist.add'
  | 'blacklist.refusesTexts'
  | 'carrier.sendMessage'
  | 'clock'
  | 'dialling.read'
  | 'sealing.sendFor'
  | 'settleSmsQueue.nudge'
  | 'sms.apply'
  | 'sms.isUsual'
  | 'sms.open'
>

/** What is to be sent, as far as it is known whether there is such a number. */
interface Text {
  user_id: number
  sender: OwnedNumber | undefined
  phone: Phone | undefined
  /** As it was written. */
  to: string
  body: string
}

/** What a text is judged by, read at the moment when it is asked for. */
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

/** May this be sent? Problems say why not. */
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

/**
 * Holds the price first, then asks the carrier once: nothing is sent unpaid, and nothing twice. The hold fails if the recipient has opted
 * out since `draft` was judged. `create` finds the id under which `open`
 * says that it is free; a message that was there already is not sent again. `sent` is undefined while the outcome is unknown. The last
 * look at the button is beside the hold; if the carrier is not asked within what it allows, there is another.
 */
export const sendText = async (
  services: SendTextParts,
  draft: Omit<Sms, 'id'>,
  { account }: Pick<Means, 'account'>,
  create: (open: (id: number) => Promise<boolean>) => Promise<number>,
  log: Log,
): Promise<{ id: number; isOpened: boolean; sent: Sms | undefined }> => {
  const { sms, clock, dialling } = services
  const { user_id, to } = draft
  let isOpened = false
  const looking = dialling.read()
  const [id, isUsual] = await Promise.all([
    create(async (id) => {
      const opened = await sms.open({ ...draft, id }, account)
      if (opened === 'insufficient') throw new Problem('insufficient_balance')
      if (opened === 'opted_out') throw new Problem('recipient_opted_out')
      isOpened = opened === 'opened'
      return isOpened
    }),
    sms.isUsual(user_id, to, clock.now()).catch(() => true),
  ])
  if (!isUsual) log.warn('many texts to one block of numbers', { user_id, to: maskPhone(to) })
  return { id, isOpened, sent: isOpened ? await ask({ ...draft, id }, services, log, looking) : undefined }
}

/** Asks the carrier: the message as it is after a definite answer, undefined while its outcome is unknown. */
const ask = async (
  opened: Sms,
  services: SendTextParts,
  log: Log,
  looking: ReturnType<SendTextParts['dialling']['read']>,
): Promise<Sms | undefined> => {
  const { sms, carrier, sealing, settleSmsQueue, clock } = services
  const { user_id, id, from, to, body } = opened
  const ref = { user_id, sms_id: id }
  const [placement] = await Promise.all([
    whileDialling(
      services,
      log,
      (leaves_by) => carrier.sendMessage({ ref: writeSmsRef(ref), from, to, body, leaves_by }),
      looking,
    ),
    // If it does not come, lists only cost more.
    sealing.sendFor(user_id, ['ledger', 'sms'], id),
  ])
  if (!placement) {
    await sms.apply(opened, { not_sent: true }, clock.now())
    throw paused()
  }
  if (placement.outcome === 'unknown') {
    await settleSmsQueue.nudge(ref, lookAgainMs / 1000)
    return undefined
  }
  if (placement.outcome === 'placed') {
    const applied = await sms.apply(opened, { sms_sid: placement.carrier_sid }, clock.now())
    logSmsCharge(log, applied)
    return applied.sms
  }
  const { refusal } = placement
  logRefusal(log, refusal)
  const isOptedOut = refusal.sort === 'recipient' && refusal.opted_out
  if (isOptedOut) await suppress(services, { user_id, phone_number: to, cause: 'carrier' })
  await sms.apply(opened, { not_sent: true, refusal }, clock.now())
  throw new Problem('sms_failed', { detail: whyRefused(refusal) })
}

const whyRefused = (refusal: Refusal): string => {
  const intro = refusal.sort === 'account' ? 'The carrier does not accept our account at the moment. ' : ''
  const advice = refusal.sort === 'rate' ? ' Try again in some seconds.' : ''
  return `${intro}${inWords(refusal)} Nothing was sent, and the money is back on the balance.${advice}`
}

/** When a message that met the button may be sent again. */
const retrySeconds = 60
export const paused = () => new Problem('sending_paused', { retrySeconds })
