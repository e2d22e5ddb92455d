import type { Sms } from '../../domain/sms/sms.ts'
import { askAgainAt, recheckMs } from '../../domain/sms/sms-life.ts'
import { logSmsCharge, logSmsMove } from '../../domain/sms/sms-log.ts'
import { writeSmsRef } from '../../domain/sms/sms-ref.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import type { Refusal } from '../../words/refusal.ts'
import { logRefusal } from '../dialling/handle-refusal.ts'
import { whileDialling } from '../dialling/while-dialling.ts'
import { suppress } from '../opt-outs/suppress.ts'

export type AskForTextParts = Dependencies<
  | 'blacklist.add'
  | 'carrier.sendMessage'
  | 'clock'
  | 'dialling.read'
  | 'compactionStarter.start'
  | 'settleSmsQueue.nudge'
  | 'sms.apply'
>

/** `put off`: the worker tries again. `refused` and `paused`: no SMS was sent. */
export type TextOutcome =
  | { outcome: 'sent'; sms: Sms }
  | { outcome: 'unknown' | 'put off' | 'paused' }
  | { outcome: 'refused'; refusal: Refusal }

interface AskingFor {
  text: Sms
  log: Log
  waits: boolean
  reading?: ReturnType<AskForTextParts['dialling']['read']>
}

export const askForText = async (services: AskForTextParts, asking: AskingFor): Promise<TextOutcome> => {
  const { sms, carrier, settleSmsQueue, clock } = services
  const { text, log, reading } = asking
  const { user_id, id, from, to, body } = text
  const ref = { user_id, sms_id: id }
  const placement = await whileDialling(
    services,
    log,
    (leaves_by) => carrier.sendMessage({ ref: writeSmsRef(ref), from, to, body, leaves_by }),
    reading,
  )
  if (!placement) return notYet(services, asking, { outcome: 'paused' })
  if (placement.outcome === 'unknown') {
    await settleSmsQueue.nudge(ref, recheckMs / 1000)
    return { outcome: 'unknown' }
  }
  if (placement.outcome === 'placed') {
    const applied = await sms.apply(text, { sms_sid: placement.carrier_sid }, clock.now())
    logSmsCharge(log, applied)
    return { outcome: 'sent', sms: applied.sms }
  }
  const { refusal, again_seconds } = placement
  logRefusal(log, refusal)
  if (refusal.sort === 'recipient' && refusal.opted_out)
    await suppress(services, { user_id, phone_number: to, cause: 'carrier' })
  const refused = { outcome: 'refused', refusal } as const
  if (refusal.sort === 'rate') return notYet(services, asking, refused, again_seconds)
  await sms.apply(text, { not_sent: true, refusal }, clock.now())
  return refused
}

const notYet = async (
  services: Pick<AskForTextParts, 'clock' | 'settleSmsQueue' | 'sms'>,
  { text, log, waits }: Pick<AskingFor, 'text' | 'log' | 'waits'>,
  why: { outcome: 'paused' } | { outcome: 'refused'; refusal: Refusal },
  carrierSeconds?: number,
): Promise<TextOutcome> => {
  const refusal = 'refusal' in why ? why.refusal : undefined
  if (waits && (await putTextOff(services, { text, log, refusal, carrierSeconds }))) return { outcome: 'put off' }
  logSmsMove(log, await services.sms.apply(text, { not_sent: true, refusal }, services.clock.now()), refusal?.code)
  return why
}

/** Delays an SMS. False when this SMS has waited too long. */
export const putTextOff = async (
  { sms, settleSmsQueue, clock }: Pick<AskForTextParts, 'clock' | 'settleSmsQueue' | 'sms'>,
  { text, log, refusal, carrierSeconds }: { text: Sms; log: Log; refusal?: Refusal; carrierSeconds?: number },
): Promise<boolean> => {
  const now = clock.now()
  const again_at = askAgainAt(text, now, carrierSeconds)
  if (again_at === undefined) return false
  const { user_id, id: sms_id } = text
  await sms.apply(text, { put_off: true, again_at, refusal }, now)
  log.info('a text was put off', { user_id, sms_id, code: refusal?.code, again_at })
  await settleSmsQueue.nudge({ user_id, sms_id }, Math.ceil((again_at - now) / 1000))
  return true
}
