import { askForText, putTextOff } from '../../shared/actions/messages/ask-for-text.ts'
import { judgeText, readForText } from '../../shared/actions/messages/send-text.ts'
import type { Sms } from '../../shared/domain/sms/sms.ts'
import { findListed, giveUpMs, recheckMs, type SmsReport, unknownHorizonMs } from '../../shared/domain/sms/sms-life.ts'
import { logSmsMove } from '../../shared/domain/sms/sms-log.ts'
import { settleSms } from '../../shared/operations/sms.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'
import { readReachablePhone } from '../../shared/words/phone.ts'
import { Problem } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof settleSms)['uses'][number]>

/** Sends a delayed SMS. If the carrier did not answer, finds out whether the SMS was sent. */
export const handler = worker(settleSms, async (ref, services, log) => {
  const { sms, settleSmsQueue, clock } = services
  const text = await sms.find(ref)
  if (text?.status !== 'sending') return
  const again_at = text.put_off?.again_at
  if (again_at !== undefined) {
    const waitSeconds = Math.ceil((again_at - clock.now()) / 1000)
    return waitSeconds > 0 ? settleSmsQueue.nudge(ref, waitSeconds) : sendAgain(text, services, log)
  }
  const news = await learn(text, services)
  if (!news) return settleSmsQueue.nudge(ref, recheckMs / 1000)
  // An unsent SMS that was delayed before is delayed again, for at most ten minutes.
  if ('not_sent' in news && text.put_off && (await putTextOff(services, { text, log }))) return
  logSmsMove(log, await sms.apply(text, news, clock.now()))
})

/**
 * Asks the carrier. An SMS that the carrier still does not list after `unknownHorizonMs` was never
 * sent.
 */
const learn = async (text: Sms, { sms, carrier, clock }: Services): Promise<SmsReport | undefined> => {
  const sinceAskedMs = clock.now() - text.asked_at
  if (sinceAskedMs >= giveUpMs) return { not_sent: true }
  const [siblings, listed] = await Promise.all([sms.around(text), carrier.lookUpMessages(text.from, text.to)])
  const own = findListed(text, siblings, listed)
  if (own) return { sms_sid: own.sms_sid, status: own.status }
  return sinceAskedMs >= unknownHorizonMs ? { not_sent: true } : undefined
}

/** Checks again whether the SMS may be sent. Only one worker can claim the SMS. */
const sendAgain = async (text: Sms, services: Services, log: Log): Promise<void> => {
  const { sms, clock } = services
  const why = await whyNot(text, services)
  if (why === undefined) {
    const claimed = await sms.claim(text, clock.now())
    if (claimed === 'conflict') return
    if (claimed !== 'opted out') {
      await askForText(services, { text: claimed, log, waits: true })
      return
    }
  }
  log.info('a text that was put off is not sent', { user_id: text.user_id, sms_id: text.id, why: why ?? 'opted out' })
  logSmsMove(log, await sms.apply(text, { not_sent: true }, clock.now()))
}

const whyNot = async ({ user_id, phone_number_id, to, body }: Sms, services: Services): Promise<string | undefined> => {
  const { numbers, clock } = services
  const phone = readReachablePhone(to)
  const [sender, seen] = await Promise.all([
    numbers.find(user_id, phone_number_id),
    readForText(services, { user_id, phone }),
  ])
  if (seen.means.account.suspended_at !== undefined) return 'account_suspended'
  try {
    judgeText({ user_id, sender, phone, to, body }, seen, clock.now())
    return undefined
  } catch (cause) {
    if (cause instanceof Problem) return cause.code
    throw cause
  }
}
