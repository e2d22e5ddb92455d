import { type ExportAsk, readExportAsk } from '../../shared/actions/account/export-ask.ts'
import { exportRows } from '../../shared/actions/account/export-rows.ts'
import { blacklistView } from '../../shared/domain/account/blacklist-entry.ts'
import {
  type DataExport,
  type ExportProgress,
  exportFileKey,
  exportMsMax,
  exportPartsMax,
  isOpen,
} from '../../shared/domain/account/data-export.ts'
import { exportLines } from '../../shared/domain/account/export-lines.ts'
import { numberView } from '../../shared/domain/account/number-view.ts'
import { transactionView } from '../../shared/domain/account/transaction.ts'
import { narrowedCalls } from '../../shared/domain/calls/call-filters.ts'
import { callView } from '../../shared/domain/calls/call-view.ts'
import { campaignView } from '../../shared/domain/campaigns/campaign-view.ts'
import { narrowedConsents } from '../../shared/domain/consents/consent-filters.ts'
import { consentView } from '../../shared/domain/consents/consent-view.ts'
import { chatMatches } from '../../shared/domain/conversations/chat-filters.ts'
import { listedChat } from '../../shared/domain/conversations/chat-view.ts'
import { narrowedLeads } from '../../shared/domain/leads/lead-filters.ts'
import { leadView } from '../../shared/domain/leads/lead-view.ts'
import { smsView } from '../../shared/domain/sms/sms-view.ts'
import { writeExport } from '../../shared/operations/exports.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import { type IdRange, idsOfDays, isIdIn } from '../../shared/words/day-range.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { must } from '../../shared/words/must.ts'

type Services = Dependencies<(typeof writeExport)['uses'][number]>
type Writing = DataExport & { state: ExportProgress }

/** Bytes. S3 refuses parts below 5 MiB, except the last part. */
const partBytesMin = 8 * 1024 * 1024
/** Pages without matching rows after which a run stores its progress. */
const emptyPagesMax = 100
const pageRows = 50

/**
 * Writes the next part of the file, then stores its progress. After a crash, the next run writes
 * the same rows again.
 */
export const handler = worker(writeExport, async (ref, services, log) => {
  const { clock, dataExports, exportFiles, writeExportQueue } = services
  const seen = await dataExports.find(ref)
  if (!seen || !isOpen(seen.state)) return
  const claimed = await claim(seen, services)
  if (!claimed) return
  const after = claimed.state.isRead ? claimed : await withNextPart(claimed, services)
  const written = after === claimed ? claimed : await dataExports.advance(claimed, after, clock.now())
  if (!written) return
  if (!after.state.isRead) return writeExportQueue.nudge(ref)
  await exportFiles.complete({ key: exportFileKey(after), id: after.state.upload }, after.state.parts)
  const now = clock.now()
  if (await dataExports.advance(written, { ...written, state: { status: 'done', finished_at: now } }, now))
    log.info('list exported', { ...ref, what: after.what, rows: after.rows, bytes: after.bytes })
})

const claim = async (seen: DataExport, services: Services): Promise<Writing | undefined> => {
  const { clock, dataExports, exportFiles } = services
  const now = clock.now()
  const key = exportFileKey(seen)
  const begun = seen.state.status === 'writing' ? seen.state : undefined
  const isLate = now - timeOfId(seen.id) > exportMsMax
  if (isLate || (begun && begun.parts.length >= exportPartsMax)) {
    const reason = isLate ? ('took_too_long' as const) : ('too_large' as const)
    const failed = await dataExports.advance(
      seen,
      { ...seen, state: { status: 'failed', reason, finished_at: now } },
      now,
    )
    if (failed) await exportFiles.remove(key, begun?.upload)
    return undefined
  }
  const progress: ExportProgress = begun ?? {
    ...{
      status: 'writing',
      upload: await exportFiles.begin(key),
      attempt: 0,
      parts: [],
      before: seen.id,
      isRead: false,
    },
  }
  const state = { ...progress, attempt: progress.attempt + 1 }
  const claimed = await dataExports.advance(seen, { ...seen, state }, now)
  return claimed && { ...claimed, state }
}

const withNextPart = async (made: Writing, services: Services): Promise<Writing> => {
  const { what, filters, format, state, user_id } = made
  const ask = must(readExportAsk(what, filters).ask, 'stored filters')
  const { heading, lineOf } = exportLines(format, exportRows[what])
  const lines: string[] = state.parts.length === 0 && heading ? [heading] : []
  let [rows, bytes, before]: [number, number, number | undefined] = [0, Buffer.byteLength(lines.join('')), state.before]
  for (let pages = 0; before !== undefined && bytes < partBytesMin; pages++) {
    if (rows === 0 && pages === emptyPagesMax) return { ...made, state: { ...state, before } }
    const page = await pageOf(user_id, ask, before, services)
    for (const row of page.rows) {
      const line = lineOf(row)
      lines.push(line)
      bytes += Buffer.byteLength(line)
    }
    rows += page.rows.length
    before = page.before
  }
  const next = { before: before ?? state.before, isRead: before === undefined }
  // A file has at least one part. Only its last part may be small.
  if (bytes === 0 && state.parts.length > 0) return { ...made, state: { ...state, ...next } }
  const upload = { key: exportFileKey(made), id: state.upload }
  const tag = await services.exportFiles.put(upload, state.attempt, new TextEncoder().encode(lines.join('')))
  const parts = [...state.parts, { number: state.attempt, tag }]
  return { ...made, rows: made.rows + rows, bytes: made.bytes + bytes, state: { ...state, ...next, parts } }
}

/** Rows, newest first. `before` is undefined after the last row. */
interface RowPage {
  rows: object[]
  before: number | undefined
}

const pageOf = async (user_id: number, ask: ExportAsk, before: number, services: Services): Promise<RowPage> => {
  const { blacklist, callPages, campaigns, chats, clock, consents, leadPages, ledger, numbers, sms } = services
  switch (ask.what) {
    case 'calls': {
      const range = below(narrowedCalls(ask.filters), before)
      const { calls, details, total } = await callPages.page(user_id, range, 0, pageRows)
      return { rows: calls.map((call, index) => callView(call, details[index], noLink)), before: idAfter(calls, total) }
    }
    case 'leads': {
      const range = below(narrowedLeads(ask.filters), before)
      const { leads, total } = await leadPages.page(user_id, range, 0, pageRows)
      const rows = leads.map(({ lead, campaign }) => ({ ...leadView(lead, campaign), campaign_name: campaign.name }))
      return { rows, before: idAfter(rows, total) }
    }
    case 'sms': {
      const { items, total } = await sms.page(user_id, 0, pageRows, below(idsOfDays(ask.filters), before))
      return { rows: items.map(smsView), before: idAfter(items, total) }
    }
    case 'transactions': {
      const { entries, total } = await ledger.page(user_id, 0, pageRows, below(idsOfDays(ask.filters), before))
      return { rows: entries.map(transactionView), before: idAfter(entries, total) }
    }
    case 'conversations': {
      const page = await chats.page(user_id, { before, matches: chatMatches(ask.filters) }, pageRows)
      return { rows: page.chats.map(listedChat), before: page.next }
    }
    case 'consents': {
      const asked = { ...narrowedConsents(ask.filters), until_id: before }
      const { items, total } = await consents.page(user_id, asked, 0, pageRows)
      return { rows: items.map(consentView), before: idAfter(items, total) }
    }
    case 'blacklist': {
      const { items, total } = await blacklist.page(user_id, 0, pageRows, { until_id: before })
      return { rows: items.map(blacklistView), before: idAfter(items, total) }
    }
    case 'campaigns':
      return wholeList(await campaigns.list(user_id), before, campaignView)
    case 'numbers':
      return wholeList(await numbers.list(user_id), before, (number) => numberView(number, clock.now()))
  }
}

/** Makes a single page of a list that is read completely. */
const wholeList = <T extends { id: number }>(all: readonly T[], before: number, view: (one: T) => object): RowPage => {
  const older = all.filter(({ id }) => isIdIn({ until_id: before }, id))
  return { rows: older.toSorted((one, other) => other.id - one.id).map(view), before: undefined }
}

const below = <R extends IdRange>(range: R, before: number): R => ({
  ...range,
  until_id: Math.min(before, range.until_id ?? before),
})

const idAfter = (rows: readonly { id: number }[], total: number): number | undefined =>
  total > pageRows ? must(rows.at(-1), 'row of a full page').id : undefined

const noLink = (): string => ''
