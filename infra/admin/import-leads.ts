import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Importing, importFile } from '../../shared/actions/leads/import-file.ts'
import type { FileSource } from '../../shared/actions/leads/lead-file.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { isImportOver, type LeadImport, newLeadImport } from '../../shared/domain/leads/lead-import.ts'
import { idAt } from '../../shared/words/id.ts'
import { refuse } from './refusal.ts'
import type { AdminTools } from './tools.ts'

export interface LocalFile extends FileSource {
  name: string
  hash: string
}

type ImportTools = Pick<
  AdminTools,
  | 'assistants'
  | 'blacklist'
  | 'campaigns'
  | 'clock'
  | 'consents'
  | 'histories'
  | 'leadImports'
  | 'leads'
  | 'random'
  | 'compactionStarter'
  | 'showProgress'
  | 'warn'
>

interface Wanted extends Pick<Importing, 'chunkRows' | 'partRows'> {
  campaign: Campaign
  file: LocalFile
  /** The first sheet is the default. */
  sheet?: string
  anyNumber: boolean
}

export interface Imported {
  rows: number
  imported: number
  rejected: number
}

/** Imports leads from a file. A repeated run continues. */
export const importLeads = async (
  { campaign, file, sheet, anyNumber, ...tuning }: Wanted,
  tools: ImportTools,
): Promise<Imported> => {
  const { warn, showProgress } = tools
  const before = await beginOf({ campaign, file, sheet, anyNumber }, tools)
  const began = { at: performance.now(), rows: before.rows }
  let unreadPlaces = 0
  const after = await importFile(tools, {
    ...{ ...tuning, before, source: file, until: Number.MAX_SAFE_INTEGER, warn },
    onColumns: ({ place, consent }) => {
      if (place.length > 0) warn(`Read as places of people: ${namesOf(place)}.`)
      if (consent.length > 0) warn(`Read as consents: ${namesOf(consent)}.`)
    },
    onRejected: ({ line, reason }) => warn(`Line ${line}: ${reason}`),
    onUnreadPlace: () => {
      unreadPlaces += 1
    },
    onProgress: (made) => {
      const perSecond = ((made.rows - began.rows) * 1000) / Math.max(1, performance.now() - began.at)
      showProgress(progressBar((made.position?.offset ?? 0) / file.bytes, made, perSecond))
    },
  })
  if (!after) return refuse('Another process imports this file.')
  if (after.reason !== undefined) return refuse(after.reason)
  if (unreadPlaces > 0)
    warn(
      `${unreadPlaces} ${unreadPlaces === 1 ? 'row says' : 'rows say'} in a way that cannot be read where the person is (as America/Denver, US-CO): there the number alone tells.`,
    )
  return { rows: after.rows, imported: after.imported, rejected: after.rejected }
}

const beginOf = async (
  { campaign, file, sheet, anyNumber: allow_dupplicate }: Omit<Wanted, 'chunkRows' | 'partRows'>,
  { leadImports, clock, random, warn }: ImportTools,
): Promise<LeadImport> => {
  const { user_id, id: campaign_id } = campaign
  const { name, hash } = file
  const isSame = (one: LeadImport) => one.hash === hash && one.sheet === sheet && one.campaign_id === campaign_id
  const findBegun = async () => {
    const all = await leadImports.list(user_id)
    return all.findLast((one) => isSame(one) && !isImportOver(one))
  }
  const begun = await findBegun()
  if (begun) {
    if (begun.rows > 0) warn(`Continuing after row ${begun.rows} of an import that was interrupted.`)
    return { ...begun, allow_dupplicate }
  }
  const identity = { id: idAt(clock.now(), random.number()), user_id }
  const fresh = newLeadImport({ campaign_id, name, hash, sheet, allow_dupplicate }, identity, clock.now())
  if ((await leadImports.begin(fresh)) !== 'opened') refuse('The id of the import is taken; run it again.')
  if ((await findBegun())?.id === fresh.id) return fresh
  const reason = 'Another process imports this file.'
  await leadImports.advance(fresh, { ...fresh, status: 'failed', reason }, undefined)
  return refuse(reason)
}

export const openLocalFile = async (path: string): Promise<LocalFile> => {
  const { size } = await statOf(path)
  if (size === 0) return refuse(`${path} is empty.`)
  return {
    name: path,
    bytes: size,
    hash: await hashOf(path),
    read: async (start, until) => createReadStream(path, { start, ...(until !== undefined && { end: until - 1 }) }),
  }
}

const statOf = async (path: string): Promise<Stats> => {
  try {
    const found = await stat(path)
    return found.isFile() ? found : refuse(`${path} is not a file.`)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return refuse(`There is no file ${path}.`)
    throw cause
  }
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

const namesOf = (columns: { name: string }[]): string => columns.map(({ name }) => name).join(', ')

const barLength = 24

const progressBar = (share: number, { imported, rejected }: Imported, perSecond: number): string => {
  const full = Math.round(Math.min(1, share) * barLength)
  const bar = '#'.repeat(full) + '-'.repeat(barLength - full)
  return `[${bar}] ${Math.floor(Math.min(1, share) * 100)} %  ${imported} leads  ${rejected} rejected  ${Math.round(perSecond)} rows/s`
}
