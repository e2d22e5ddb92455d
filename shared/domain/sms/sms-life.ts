import type { Refusal } from '../../words/refusal.ts'
import type { Sms, SmsStatus } from './sms.ts'

/**
 * The life of a message. Only its carrier decides about its money: what it took is charged, delivered or not; what it
 * refused, or never heard of, costs nothing; until that is known the money is held. Reports arrive late, twice and out
 * of order, so they fold by rank: whatever the order, the same reports end in the same record.
 */

/** One piece of news about a message: anything that the carrier knows of it, or that it was never sent. */
export type SmsReport =
  | { sms_sid?: string; status?: ReportedStatus; refusal?: Refusal }
  | { not_sent: true; refusal?: Refusal }
/** What a carrier can say of a message that it took. */
export type ReportedStatus = Exclude<SmsStatus, 'sending'>

const rank: Record<SmsStatus, number> = { sending: 0, sent: 1, failed: 2, undelivered: 3, delivered: 4 }

/** First look into the carrier's list after a request without an answer, and the pause between looks. */
export const lookAgainMs = 20_000
/**
 * After this long without a trace at the carrier, a message counts as not sent. A function asks and dies within its own
 * time-out, so nothing is on its way any more.
 */
export const unknownHorizonMs = 60_000
/** A carrier that cannot be asked for a day does not keep the money any longer. */
export const giveUpMs = 24 * 60 * 60 * 1000

/** The message with a report folded in; the very same object when the report says nothing new. */
export const fold = (sms: Sms, report: SmsReport, now: number): Sms => {
  const refusal = report.refusal && { refusal: report.refusal }
  if ('not_sent' in report)
    return sms.money === 'held'
      ? { ...sms, ...refusal, money: 'released', status: 'failed', total_cost: 0, updated_at: now }
      : sms
  const { sms_sid, status = 'sent' } = report
  if (!sms_sid && !report.status) return sms
  if (sms_sid && sms.sms_sid && sms_sid !== sms.sms_sid) return sms
  const isNews = sms.money !== 'captured' || rank[status] > rank[sms.status]
  if (!isNews && (sms.sms_sid || !sms_sid)) return sms
  return {
    ...sms,
    ...(isNews && refusal),
    money: 'captured',
    total_cost: sms.segments * sms.segment_price,
    status: isNews ? status : sms.status,
    sms_sid: sms.sms_sid ?? sms_sid,
    updated_at: now,
  }
}

/** When a worker must look after this message; never once its money is settled. */
export const smsDueAt = (sms: Sms): number | undefined =>
  sms.money === 'held' ? sms.asked_at + lookAgainMs : undefined

/** The carrier's list has whole seconds. */
const listRoundingMs = 1_000
/** A message in the carrier's list. */
export interface ListedSms {
  sms_sid: string
  status: ReportedStatus
  body: string
  /** Epoch milliseconds. */
  created_at: number
}

/**
 * Which message of the carrier's list is this one? Equal ones to one recipient at nearly the same time cannot be told
 * apart: each of the carrier's that no record owns yet belongs to the last of ours that was asked for before it was made,
 * and no two of ours ever get the same. `siblings` are the user's messages of about that time, this one among them.
 */
export const findListed = (sms: Sms, siblings: Sms[], listed: ListedSms[]): ListedSms | undefined => {
  const owned = new Set(siblings.map(({ sms_sid }) => sms_sid))
  const waiting = siblings.filter((other) => other.money === 'held' && isSameText(other, sms)).toSorted(lastAskedFirst)
  const free = listed.filter(({ sms_sid, body }) => !owned.has(sms_sid) && body.trim() === sms.body.trim())
  for (const one of free.toSorted((a, b) => b.created_at - a.created_at)) {
    const place = waiting.findIndex(
      ({ asked_at }) =>
        asked_at <= one.created_at + listRoundingMs && one.created_at <= asked_at + unknownHorizonMs + listRoundingMs,
    )
    if (place < 0) continue
    const [owner] = waiting.splice(place, 1)
    if (owner?.id === sms.id) return one
  }
  return undefined
}

const isSameText = (one: Sms, other: Sms) =>
  one.from === other.from && one.to === other.to && one.body.trim() === other.body.trim()

const lastAskedFirst = (one: Sms, other: Sms) => other.asked_at - one.asked_at || other.id - one.id
