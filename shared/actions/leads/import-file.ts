import type { Campaign } from '../../domain/campaigns/campaign.ts'
import { type Columns, type FileRow, readColumns } from '../../domain/leads/lead-columns.ts'
import { type LeadImport, type Rejection, rejectionsShownMax } from '../../domain/leads/lead-import.ts'
import type { Dependencies } from '../../services.ts'
import { idAt } from '../../words/id.ts'
import { goneReason } from '../../words/xlsx/zip.ts'
import { compactDuringImport } from './compact-during-import.ts'
import { type FileSource, type LeadFile, openLeadFile } from './lead-file.ts'
import { type FileStore, openRejectedFiles, type RejectedFiles } from './rejected-files.ts'
import { type ChunkServices, idsPerRow, type PlacedRow, type RowOutcome, writeChunk } from './write-chunk.ts'

export type ImportServices = ChunkServices &
  Dependencies<
    | 'campaigns.clearAt'
    | 'campaigns.find'
    | 'campaigns.wake'
    | 'histories.compact'
    | 'leadImports.advance'
    | 'leads.holdLists'
    | 'leads.releaseLists'
    | 'compactionStarter.setDeadline'
  >

export interface Importing {
  before: LeadImport
  source: FileSource
  /** ETag of the upload, stored before its first row is read. */
  etag?: string
  /** Epoch milliseconds at which this run stops; another run continues. */
  until: number
  leaseMs?: number
  rejected?: FileStore
  onRejected?(rejection: Rejection): void
  onColumns?(columns: Columns): void
  onUnreadPlace?(): void
  warn(text: string): void
  onProgress?(made: LeadImport): void
  chunkRows?: number
  partRows?: number
}

const neverUploaded = 'Nothing was uploaded within an hour.'
const chunkCharactersMax = 4 * 1024 * 1024
/** Maximum milliseconds for which the compactor waits for a chunk to be stored. */
const holdMs = 2 * 60_000
const importPauseMs = 120_000

/**
 * Imports a file in chunks. A crash repeats at most one chunk, with the same ids. Undefined when
 * another process runs the import.
 */
export const importFile = async (services: ImportServices, importing: Importing): Promise<LeadImport | undefined> => {
  const { clock, leadImports, campaigns } = services
  const { before, source, etag, leaseMs } = importing
  const now = clock.now()
  const run_until = leaseMs === undefined ? undefined : now + leaseMs
  const begun = { ...before, status: 'importing' as const, run_until, updated_at: now, ...(etag && { etag }) }
  const first_id = before.first_id || idAt(now, 0)
  const made = await leadImports.advance(before, { ...begun, first_id }, run_until)
  if (!made) return undefined
  const campaign = await campaigns.find(made.user_id, made.campaign_id)
  if (!campaign) return failWithoutCampaign(services, made)
  const file = await openLeadFile(source, made.sheet)
  if (file === 'gone') return fail(services, made, made.etag || made.rows > 0 ? goneReason : neverUploaded)
  if ('reason' in file) return fail(services, made, file.reason)
  const heading = headingOf(file, made)
  if ('reason' in heading) return fail(services, made, heading.reason)
  const columns = readColumns(heading.names)
  if ('reason' in columns) return fail(services, made, columns.reason)
  importing.onColumns?.(columns)
  const { rejected } = importing
  const files = rejected && (await openRejectedFiles(rejected, made, heading.names))
  return importRows({ services, importing, file, columns, files, campaign, made })
}

const headingOf = ({ heading }: LeadFile, { columns }: LeadImport): { names: string[] } | { reason: string } => {
  if (!columns) return { names: heading }
  const count = heading.findLastIndex((name) => name !== '') + 1
  if (columns.length >= count) return { names: columns }
  return { reason: `The heading has ${count} columns, but ${columns.length} names were given.` }
}

interface Run {
  services: ImportServices
  importing: Importing
  file: LeadFile
  columns: Columns
  files: RejectedFiles | undefined
  campaign: Campaign
  made: LeadImport
}

const importRows = async (run: Run): Promise<LeadImport | undefined> => {
  const { services, importing, file } = run
  const { clock, histories, leads, compactionStarter } = services
  const { user_id } = run.made
  const compaction = compactDuringImport({
    compact: () => histories.compact({ user_id, noun: 'lead' }),
    clock,
    warn: importing.warn,
  })
  await holdLists(run)
  for await (const rows of chunksOf(file, run.made, importing.chunkRows)) {
    if ('reason' in rows) return failMidway(run, compaction, rows.reason)
    const outcomes = await takeChunk(run, rows)
    if (!outcomes) return undefined
    compaction.stored(
      outcomes.reduce((sum, one) => sum + ('imported' in one ? one.imported.lead.contacts.length : 0) + 1, 0),
    )
    await compaction.keepUp()
    const campaign = await services.campaigns.find(user_id, run.made.campaign_id)
    if (!campaign) return failWithoutCampaign(services, run.made)
    run.campaign = campaign
    await wake(run)
    importing.onProgress?.(run.made)
    if (clock.now() >= importing.until) {
      await compaction.finish()
      return pause(services, run.made)
    }
  }
  await leads.releaseLists(user_id, holderOf(run.made))
  await compaction.finish()
  await compactionStarter.setDeadline(user_id, 'lead')
  return end(services, { ...run.made, status: 'done' }, run.made)
}

async function* chunksOf(
  file: LeadFile,
  made: LeadImport,
  chunkRows = 1000,
): AsyncGenerator<PlacedRow[] | { reason: string }> {
  let rows: PlacedRow[] = []
  let characters = 0
  let place = made.rows
  let failure: { reason: string } | undefined
  const all = withEnd(file.rows(made.position), (end) => {
    failure = end
  })
  for await (const row of all) {
    rows.push({ row, place })
    place += 1
    characters += charactersOf(row)
    if (rows.length < chunkRows && characters < chunkCharactersMax) continue
    yield rows
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield rows
  if (failure) yield failure
}

async function* withEnd<T, R>(all: AsyncGenerator<T, R>, onEnd: (end: R) => void): AsyncGenerator<T> {
  onEnd(yield* all)
}

const failMidway = async (
  { services, made }: Run,
  compaction: ReturnType<typeof compactDuringImport>,
  reason: string,
): Promise<LeadImport | undefined> => {
  await services.leads.releaseLists(made.user_id, holderOf(made))
  await compaction.finish()
  await services.compactionStarter.setDeadline(made.user_id, 'lead')
  const where = made.position ? ` Rows up to line ${made.position.line} were read.` : ''
  return fail(services, made, `${reason}${where}`)
}

const charactersOf = ({ cells }: FileRow): number => cells.reduce((sum, { length }) => sum + length, 0)

const takeChunk = async (run: Run, rows: PlacedRow[]): Promise<RowOutcome[] | undefined> => {
  const { services, importing, columns, files, campaign } = run
  const outcomes = await writeChunk(services, {
    ...{ campaign, columns, made: run.made, rows, partRows: importing.partRows ?? 100 },
    noteOthers: (others) => advance(run, { ...run.made, others }),
  })
  if (!outcomes) return undefined
  const rejections = outcomes.flatMap((one) => ('reason' in one ? [{ line: one.row.line, reason: one.reason }] : []))
  for (const rejection of rejections) importing.onRejected?.(rejection)
  for (const one of outcomes) if ('imported' in one && one.imported.isPlaceUnread) importing.onUnreadPlace?.()
  const noted = afterChunk(run.made, rows, rejections, services.clock.now())
  if (!(await advance(run, { ...noted, ...(await files?.add(outcomes)) }))) return undefined
  await holdLists(run)
  return outcomes
}

const afterChunk = (
  { others: _others, ...made }: LeadImport,
  chunk: PlacedRow[],
  rejections: Rejection[],
  now: number,
): LeadImport => {
  const rows = made.rows + chunk.length
  return {
    ...made,
    first_id: made.first_id + Math.max(0, idAt(now, 0) - (made.first_id + rows * idsPerRow)),
    position: chunk.at(-1)?.row.next ?? made.position,
    rows,
    imported: made.imported + chunk.length - rejections.length,
    rejected: made.rejected + rejections.length,
    first_rejections: [...made.first_rejections, ...rejections].slice(0, rejectionsShownMax),
    updated_at: now,
  }
}

const advance = async (run: Run, after: LeadImport): Promise<boolean> => {
  const noted = await run.services.leadImports.advance(run.made, after, after.run_until)
  run.made = noted ?? run.made
  return noted !== undefined
}

const holderOf = ({ id }: LeadImport): string => String(id)

const holdLists = ({ services, made }: Run): Promise<void> =>
  services.leads.holdLists(made.user_id, holderOf(made), made.first_id + made.rows * idsPerRow, holdMs)

const wake = async ({ services, campaign }: Run): Promise<void> => {
  const { campaigns, clock } = services
  const ref = { user_id: campaign.user_id, campaign_id: campaign.id }
  if (campaign.status === 'in-progress') await campaigns.wake(ref, clock.now(), clock.now())
}

const pause = (services: ImportServices, made: LeadImport): Promise<LeadImport | undefined> => {
  const now = services.clock.now()
  return services.leadImports.advance(made, { ...made, run_until: undefined, updated_at: now }, now + importPauseMs)
}

const end = (services: ImportServices, after: LeadImport, before: LeadImport): Promise<LeadImport | undefined> => {
  const { others: _others, run_until: _until, ...kept } = after
  return services.leadImports.advance(before, { ...kept, updated_at: services.clock.now() }, undefined)
}

const fail = (services: ImportServices, made: LeadImport, reason: string): Promise<LeadImport | undefined> =>
  end(services, { ...made, status: 'failed', reason }, made)

/**
 * Ends the import of a deleted campaign. Clears its leads again, because the last chunk may have
 * been stored after the deletion.
 */
const failWithoutCampaign = async (services: ImportServices, made: LeadImport): Promise<LeadImport | undefined> => {
  const { user_id, campaign_id } = made
  await services.campaigns.clearAt({ user_id, campaign_id }, services.clock.now())
  return fail(services, made, 'The campaign was deleted.')
}
