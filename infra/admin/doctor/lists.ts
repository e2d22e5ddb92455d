import { type HistoryNoun, historyNouns } from '../../../shared/table/history-ref.ts'
import { type DoctorCheck, durationOf, minuteMs } from './finding.ts'

/** Maximum number of deadlines per query of the deadline index. */
const deadlinesMax = 1000
const checkedMax = 100
const toldMax = 3
/**
 * Milliseconds that old records may wait for compaction. A running call delays the compaction of
 * later records.
 */
const waitMsMax = 15 * minuteMs
/** Milliseconds. Deadlines that are due within this time count as waiting for the compactor. */
const aheadMs = 20 * minuteMs
/** Rows that the compactor handles per minute: a million in half an hour. */
const compactedPerMinute = 33_000

export const listChecks: Record<string, DoctorCheck> = {
  // A list that needs the compactor has a deadline, so this check reads deadlines instead of all
  // users.
  lists: async ({ deadlines, histories, clock }) => {
    const due = await deadlines.past(clock.now() + aheadMs, deadlinesMax)
    const refs = due.flatMap(({ noun, user_id }) => {
      const list = historyNouns.find((known) => noun === `${known}-history`)
      return list ? [{ user_id, noun: list }] : []
    })
    const looked = await Promise.all(
      refs.slice(0, checkedMax).map(async (ref) => ({ ref, since: await histories.waitingSince(ref) })),
    )
    const late = looked.flatMap(({ ref, since }) =>
      since !== undefined && clock.now() - since > waitMsMax ? [{ ref, since }] : [],
    )
    if (late.length === 0) return { well: 'All records that are old enough are compacted.' }
    const oldest = late.toSorted((one, other) => one.since - other.since).slice(0, toldMax)
    const reports = await Promise.all(
      oldest.map(async ({ ref }) => {
        const { compacted, waiting, isCounted } = await histories.progress(ref)
        const all = `${isCounted ? '' : 'about '}${inThousands(compacted + waiting)}`
        const left = durationOf(Math.max(1, Math.ceil(waiting / compactedPerMinute)) * minuteMs)
        return `user ${ref.user_id}: ${inThousands(compacted)} of ${all} ${names[ref.noun]} compacted, about ${left} left`
      }),
    )
    const more = late.length > reports.length ? `; and ${late.length - reports.length} more lists` : ''
    return {
      well: `They are being compacted. ${reports.join('; ')}${more}. If that stands still: docs/runbook/history-waits.md.`,
    }
  },
}

const names: Record<HistoryNoun, string> = {
  blacklist: 'blacklisted numbers',
  call: 'calls',
  consent: 'consents',
  delivery: 'deliveries',
  lead: 'leads',
  ledger: 'transactions',
  sms: 'messages',
}

const inThousands = (count: number): string => count.toLocaleString('en')
