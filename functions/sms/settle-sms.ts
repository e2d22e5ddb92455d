import type { Sms } from '../../shared/domain/sms/sms.ts'
import {
  findListed,
  giveUpMs,
  lookAgainMs,
  type SmsReport,
  unknownHorizonMs,
} from '../../shared/domain/sms/sms-life.ts'
import { logSmsMove } from '../../shared/domain/sms/sms-log.ts'
import { settleSms } from '../../shared/operations/sms.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof settleSms)['uses'][number]>

/** Finds out what became of a message of unknown outcome, so that its money is charged or given back. It never sends. */
export const handler = worker(settleSms, async (ref, services, log) => {
  const { sms, settleSmsQueue, clock } = services
  const held = await sms.find(ref)
  if (held?.money !== 'held') return
  const news = await learn(held, services)
  if (news) logSmsMove(log, await sms.apply(held, news, clock.now()))
  else await settleSmsQueue.nudge(ref, lookAgainMs / 1000)
})

/** What the carrier's list says; once it says nothing past the horizon, the message was never sent. */
const learn = async (held: Sms, { sms, carrier, clock }: Services): Promise<SmsReport | undefined> => {
  const sinceAskedMs = clock.now() - held.asked_at
  if (sinceAskedMs >= giveUpMs) return { not_sent: true }
  const [siblings, listed] = await Promise.all([sms.around(held), carrier.lookUpMessages(held.from, held.to)])
  const own = findListed(held, siblings, listed)
  if (own) return { sms_sid: own.sms_sid, status: own.status }
  return sinceAskedMs >= unknownHorizonMs ? { not_sent: true } : undefined
}
