import { applyOptOut } from '../../../shared/actions/opt-outs/apply-opt-out.ts'
import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import { carrierSkewMs } from '../../../shared/domain/dialling/call-owner.ts'
import { type OptOut, readOptOut } from '../../../shared/domain/opt-outs/opt-out.ts'
import type { CarrierMessage } from '../../../shared/domain/sms/carrier-message.ts'
import type { Sms } from '../../../shared/domain/sms/sms.ts'
import { newSms } from '../../../shared/domain/sms/sms-draft.ts'
import { findListed } from '../../../shared/domain/sms/sms-life.ts'
import { idAt } from '../../../shared/words/id.ts'
import { countryOf } from '../../../shared/words/phone.ts'
import { reportedNumber } from '../../../shared/words/phone-spellings.ts'
import type { AdminTools } from '../tools.ts'

export interface OwnMessage extends CarrierMessage {
  number: OwnedNumber
}

export interface ReconciledMessages {
  known: number
  recorded: number
}

/** Milliseconds: the longest time for which money is held for a text message. */
const heldMsMax = 24 * 60 * 60_000

export const reconcileMessages = async (
  listed: OwnMessage[],
  since: number,
  tools: AdminTools,
): Promise<ReconciledMessages> => {
  const { sms, clock } = tools
  const found: ReconciledMessages = { known: 0, recorded: 0 }
  const sent = listed.filter(({ direction }) => direction === 'outbound')
  for (const [user_id, own] of Map.groupBy(sent, ({ number }) => number.user_id)) {
    const recent = await sms.since(user_id, since - heldMsMax)
    const names = new Map(recent.flatMap((known) => (known.sms_sid ? [[known.sms_sid, known] as const] : [])))
    for (const held of recent.filter(({ money }) => money === 'held')) {
      const between = own.filter(({ from, to }) => from === held.from && to === held.to)
      const one = findListed(held, recent, between)
      if (one) names.set(one.sms_sid, held)
    }
    for (const one of own) {
      const known = names.get(one.sms_sid)
      if (!known && one.created_at < since - carrierSkewMs) continue
      if (one.created_at >= since - carrierSkewMs) found[known ? 'known' : 'recorded'] += 1
      const { sms_sid, status } = one
      await sms.apply(known ?? (await record(one, tools)), { sms_sid, status }, clock.now())
    }
  }
  return found
}

/**
 * Records a message of the carrier's list. `reconcileMessages` then stores the message's SID. After
 * a crash in between, the next run finds the message by phone numbers and text.
 */
const record = async ({ number, to, body, created_at }: OwnMessage, { sms, random }: AdminTools): Promise<Sms> => {
  const draft = newSms(number, { number: to, country: countryOf(to) }, body, created_at)
  for (;;) {
    const opened = { ...draft, id: idAt(created_at, random.number()) }
    if (await sms.record(opened)) return opened
  }
}

/** Applies each person's last STOP or START. Returns the number of persons for each word. */
export const reconcileOptOuts = async (
  listed: OwnMessage[],
  since: number,
  tools: AdminTools,
): Promise<Record<OptOut, number>> => {
  const last = new Map<string, { user_id: number; sender: string; optOut: OptOut; sms_sid: string }>()
  for (const { direction, number, from, body, sms_sid, created_at } of listed) {
    const optOut = direction === 'inbound' && created_at >= since - carrierSkewMs ? readOptOut(body) : undefined
    const sender = reportedNumber(from)
    if (optOut && sender) last.set(`${number.user_id} ${sender}`, { user_id: number.user_id, sender, optOut, sms_sid })
  }
  const found: Record<OptOut, number> = { stop: 0, start: 0 }
  for (const message of last.values()) {
    await applyOptOut(tools, message)
    found[message.optOut] += 1
  }
  return found
}
