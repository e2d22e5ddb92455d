import type { Refusal } from '../../words/refusal.ts'
import type { PutOffText, Sms, SmsStatus } from './sms.ts'

/** Reports about texts arrive late, twice and in any order. */

export type SmsReport =
  | { sms_sid?: string; status?: ReportedStatus; refusal?: Refusal }
  | { not_sent: true; refusal?: Refusal }
  | { put_off: true; again_at: number; refusal?: Refusal }
export type ReportedStatus = Exclude<SmsStatus, 'sending'>

const rank: Record<SmsStatus, number> = { sending: 0, sent: 1, failed: 2, undelivered: 3, delivered: 4 }

/** Milliseconds before each search for the text in the carrier's list. */
export const recheckMs = 20_000
/** Milliseconds after which a text that the carrier does not know counts as not sent. */
export const unknownHorizonMs = 60_000
/** Milliseconds without an answer of the carrier after which the money is released. */
export const giveUpMs = 24 * 60 * 60 * 1000

export const putOffMsMax = 10 * 60_000
/** Seconds. The pause doubles each time, unless the carrier demands a certain pause. */
const pauseSecondsMin = 5
const pauseSecondsMax = 120

export const askAgainAt = ({ put_off }: Sms, now: number, carrierSeconds?: number): number | undefined => {
  const { since = now, times = 0 } = put_off ?? {}
  const pauseSeconds = carrierSeconds ?? Math.min(pauseSecondsMin * 2 ** times, pauseSecondsMax)
  const again_at = now + pauseSeconds * 1000
  return again_at < since + putOffMsMax ? again_at : undefined
}

export const fold = (sms: Sms, report: SmsReport, now: number): Sms => {
  if ('put_off' in report) return isAsking(sms) ? putOff(sms, report, now) : sms
  if (!('not_sent' in report)) return withReport(sms, report, now)
  if (sms.status !== 'sending') return sms
  const { refusal = sms.refusal } = report
  const given = sms.money === 'held' ? { money: 'released' as const, total_cost: 0 } : {}
  return { ...sms, ...given, refusal, put_off: noLonger(sms.put_off), status: 'failed', updated_at: now }
}

const isAsking = ({ status, put_off }: Sms): boolean => status === 'sending' && put_off?.again_at === undefined

const putOff = (
  sms: Sms,
  { again_at, refusal = sms.refusal }: { again_at: number; refusal?: Refusal },
  now: number,
) => {
  const { since = now, times = 0 } = sms.put_off ?? {}
  return { ...sms, refusal, put_off: { since, times: times + 1, again_at }, updated_at: now }
}

const noLonger = (put_off: PutOffText | undefined): PutOffText | undefined =>
  put_off && { since: put_off.since, times: put_off.times }

export const askedAgain = (sms: Sms, now: number): Sms => ({
  ...sms,
  asked_at: now,
  put_off: noLonger(sms.put_off),
  updated_at: now,
})

type CarrierReport = Exclude<SmsReport, { not_sent: true } | { put_off: true }>

const withReport = (sms: Sms, report: CarrierReport, now: number): Sms => {
  const { sms_sid, status = 'sent', refusal } = report
  if (!sms_sid && !report.status) return sms
  const isPast = sms_sid !== undefined && sms.past_sids?.includes(sms_sid) === true
  // A past attempt's report counts only if it is `delivered` and the current attempt has no SID.
  if (isPast && (status !== 'delivered' || sms.sms_sid !== undefined)) return sms
  if (sms_sid && sms.sms_sid && sms_sid !== sms.sms_sid) return sms
  const isNews = sms.money !== 'captured' || rank[status] > rank[sms.status]
  if (!isNews && (sms.sms_sid || !sms_sid)) return sms
  const taken: Sms = {
    ...sms,
    money: 'captured',
    total_cost: sms.money === 'captured' ? sms.total_cost : sms.segments * sms.segment_price,
    sms_sid: sms.sms_sid ?? sms_sid,
    put_off: noLonger(sms.put_off),
    updated_at: now,
  }
  if (!isNews) return taken
  return unsent(sms, taken, report, now) ?? { ...taken, ...(refusal && { refusal }), status }
}

/**
 * Returns the text to send again, if the carrier accepted it but was too busy to send it. An
 * `undelivered` text may have reached the phone, so it is not sent again.
 */
const unsent = (before: Sms, taken: Sms, { status, refusal }: CarrierReport, now: number): Sms | undefined => {
  if (status !== 'failed' || refusal?.sort !== 'rate' || !taken.sms_sid) return undefined
  if (before.status !== 'sending' && before.status !== 'sent') return undefined
  const again_at = askAgainAt(taken, now)
  if (again_at === undefined) return undefined
  const past_sids = [...(taken.past_sids ?? []), taken.sms_sid]
  return putOff({ ...taken, past_sids, sms_sid: undefined, status: 'sending' }, { again_at, refusal }, now)
}

export const smsDueAt = ({ status, put_off, asked_at }: Sms): number | undefined =>
  status === 'sending' ? (put_off?.again_at ?? asked_at + recheckMs) : undefined

/** Milliseconds of rounding, because the carrier's list has whole seconds. */
const listRoundingMs = 1_000
export interface ListedSms {
  sms_sid: string
  status: ReportedStatus
  body: string
  created_at: number
}

/**
 * Finds the carrier's message that our request created. Among equal texts to one recipient, a
 * message belongs to our latest request before it. `siblings`: the user's texts of about that time.
 */
export const findListed = (sms: Sms, siblings: Sms[], listed: ListedSms[]): ListedSms | undefined => {
  const owned = new Set(siblings.flatMap(({ sms_sid, past_sids = [] }) => [sms_sid, ...past_sids]))
  const waiting = siblings.filter((other) => isAsking(other) && isSameText(other, sms)).toSorted(lastAskedFirst)
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
