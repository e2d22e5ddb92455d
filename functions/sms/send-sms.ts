import { suppress } from '../../shared/actions/suppress.ts'
import { whileDialling } from '../../shared/actions/while-dialling.ts'
import { mayReach } from '../../shared/domain/account/account.ts'
import { isExpired } from '../../shared/domain/account/number.ts'
import type { Log } from '../../shared/domain/log.ts'
import { maskPhone } from '../../shared/domain/mask.ts'
import { foundPhone, readReachablePhone } from '../../shared/domain/phone.ts'
import { found, Problem } from '../../shared/domain/problem.ts'
import type { Sms } from '../../shared/domain/sms/sms.ts'
import { newSms } from '../../shared/domain/sms/sms-draft.ts'
import { lookAgainMs } from '../../shared/domain/sms/sms-life.ts'
import { logSmsCharge } from '../../shared/domain/sms/sms-log.ts'
import { writeSmsRef } from '../../shared/domain/sms/sms-ref.ts'
import { smsView } from '../../shared/domain/sms/sms-view.ts'
import { sendSms } from '../../shared/operations/sms.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof sendSms)['uses'][number]>

/** Holds the price first, then asks the carrier once: nothing is sent unpaid, and nothing twice. */
export const handler = http(sendSms, async (request, services) => {
  const { accounts, numbers, blacklist, sms, dialling, clock } = services
  const { from, to, body } = await request.body()
  const { user_id } = request
  const phone = readReachablePhone(to)
  const [owned, isBlacklisted, means, seen] = await Promise.all([
    numbers.find(user_id, from),
    phone && blacklist.refusesTexts(user_id, phone.number),
    accounts.means(user_id),
    dialling.read(),
  ])
  const sender = found(owned, 'from_number_not_found')
  if (isExpired(sender, clock.now())) throw new Problem('from_number_expired')
  if (!sender.can_send_sms) throw new Problem('from_number_not_sms_capable')
  const recipient = foundPhone(phone, 'to', to)
  if (!mayReach(means, recipient.country)) throw new Problem('destination_not_allowed')
  if (isBlacklisted) throw new Problem('recipient_opted_out')
  // What the first run of a request has sent is not to be sent once more, with its key free again.
  if (seen.isStopped && !(await sms.find({ user_id, sms_id: request.newId }))) throw paused()

  const draft = newSms(sender, recipient, body, clock.now())
  let isOpen = false
  const [id, isUsual] = await Promise.all([
    request.create(async (id) => {
      const opened = await sms.open({ ...draft, id })
      if (opened === 'insufficient') throw new Problem('insufficient_balance')
      isOpen = opened === 'opened'
      return isOpen
    }),
    sms.isUsual(user_id, recipient.number, clock.now()).catch(() => true),
  ])
  if (!isUsual) request.log.warn('many texts to one block of numbers', { user_id, to: maskPhone(recipient.number) })
  // A request that is run again after a crash finds the message of its first run, and must not send it again.
  const sent = isOpen ? await ask({ ...draft, id }, services, request.log) : await sms.find({ user_id, sms_id: id })
  if (sent?.money !== 'captured') throw new Problem('sms_failed', { detail: unknownOutcome(id) })
  return { message: 'SMS sent successfully', data: smsView({ ...sent, status: 'sent' }) }
})

/** Asks the carrier: the message as it is after a definite answer, undefined while its outcome is unknown. */
const ask = async (opened: Sms, services: Services, log: Log): Promise<Sms | undefined> => {
  const { sms, carrier, sealing, settleSmsQueue, clock } = services
  const { user_id, id, from, to, body } = opened
  const ref = { user_id, sms_id: id }
  const [placement] = await Promise.all([
    whileDialling(services, log, (leaves_by) =>
      carrier.sendMessage({ ref: writeSmsRef(ref), from, to, body, leaves_by }),
    ),
    // If it does not come, lists only cost more.
    sealing.sendFor(user_id, ['ledger', 'sms'], id).catch(() => undefined),
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
  const { code, reason, optedOut, account } = placement
  await sms.apply(opened, { not_sent: true }, clock.now())
  if (optedOut) await suppress(services, { user_id, phone_number: to, cause: 'carrier' })
  if (account) {
    log.error('the carrier refused the account', { code })
    throw new Problem('sms_failed', { detail: accountRefused })
  }
  throw new Problem('sms_failed', { detail: `${reason || 'The carrier refused the message'} (${code})` })
}

/** When a message that met the button may be sent again. */
const retrySeconds = 60
const paused = () => new Problem('sending_paused', { retrySeconds })

const accountRefused =
  'The carrier does not accept our account at the moment. Nothing was sent, and the money is back on the balance.'
const unknownOutcome = (id: number) =>
  `The carrier gave no answer, so the message may have been sent. SMS ${id} tells, at the latest in a few minutes.`
