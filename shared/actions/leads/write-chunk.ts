import { enforcesRules } from '../../domain/campaigns/calling-mode.ts'
import type { Campaign } from '../../domain/campaigns/campaign.ts'
import type { Consent } from '../../domain/consents/consent.ts'
import { familyTextsTooLong, hasLongVariables } from '../../domain/conversations/filled-texts.ts'
import { regionBucketOf } from '../../domain/dialling/region-buckets.ts'
import { contactsMax, type Lead } from '../../domain/leads/lead.ts'
import type { FileRow } from '../../domain/leads/lead-columns.ts'
import { type Columns, firstFinding, type RowLead, readRow } from '../../domain/leads/lead-columns.ts'
import { duplicateFindings } from '../../domain/leads/lead-form.ts'
import type { LeadImport } from '../../domain/leads/lead-import.ts'
import type { Dependencies } from '../../services.ts'

export type ChunkServices = Dependencies<
  'assistants.find' | 'blacklist.allowCalls' | 'clock' | 'consents.record' | 'leads.createMany' | 'leads.recordBuckets'
>
type Created = Awaited<ReturnType<ChunkServices['leads']['createMany']>>[number]

export const idsPerRow = contactsMax + 1
/**
 * Distance between alternative ids of a row, used if its id is taken. A 100 MB file has fewer rows
 * than this.
 */
const otherRowsDistance = 2 ** 24
const othersMax = 20
const consentsAtOnce = 25

export interface PlacedRow {
  row: FileRow
  place: number
}

export interface Chunk {
  campaign: Campaign
  columns: Columns
  made: LeadImport
  rows: PlacedRow[]
  partRows: number
  noteOthers(others: Record<string, number>): Promise<boolean>
}

export type RowOutcome = PlacedRow & ({ imported: RowLead } | { reason: string })
type Written = PlacedRow & { reading: (RowLead & { created: Created }) | { reason: string } }

/**
 * Lead ids follow from `first_id` and the row number, so a repeated run finds its leads. Undefined
 * when another process runs the import.
 */
export const writeChunk = async (services: ChunkServices, chunk: Chunk): Promise<RowOutcome[] | undefined> => {
  const { made, rows, partRows } = chunk
  const assistantOf = assistantFinder(services, chunk.campaign)
  const parts = Array.from({ length: Math.ceil(rows.length / partRows) }, (_, part) =>
    writePart(services, chunk, rows.slice(part * partRows, (part + 1) * partRows), assistantOf),
  )
  const written = (await Promise.all(parts)).flat()
  const others = { ...made.others }
  const outcomes: RowOutcome[] = []
  for (const one of written) {
    const outcome = await outcomeOf(services, chunk, one, others)
    if (!outcome) return undefined
    outcomes.push(outcome)
  }
  await recordConsents(services, made.user_id, outcomes)
  return outcomes
}

const outcomeOf = async (
  services: ChunkServices,
  chunk: Chunk,
  { row, place, reading }: Written,
  others: Record<string, number>,
): Promise<RowOutcome | undefined> => {
  if ('reason' in reading) return { row, place, reason: reading.reason }
  const { created, ...imported } = reading
  const settled =
    created.outcome === 'clash'
      ? await createUnderOtherIds(services, chunk, { lead: imported.lead, place, others })
      : created
  if (!settled) return undefined
  if (settled.outcome === 'created') return { row, place, imported }
  const ids = settled.outcome === 'duplicate' ? settled.ids : []
  return { row, place, reason: firstFinding(duplicateFindings(imported.lead, ids)) }
}

type AssistantFinder = () => ReturnType<ChunkServices['assistants']['find']>

/**
 * Reads the assistant once, only if a lead has long variables, which could make the assistant's
 * texts too long.
 */
const assistantFinder = ({ assistants }: ChunkServices, { user_id, assistant_id }: Campaign): AssistantFinder => {
  let finding: ReturnType<AssistantFinder> | undefined
  return () => {
    finding ??= assistants.find(user_id, assistant_id)
    return finding
  }
}

const writePart = async (
  services: ChunkServices,
  { campaign, columns, made }: Chunk,
  rows: PlacedRow[],
  assistantOf: AssistantFinder,
): Promise<Written[]> => {
  const { leads, clock } = services
  const { user_id, id: campaign_id } = campaign
  const now = clock.now()
  const read: (PlacedRow & { reading: ReturnType<typeof readRow> })[] = []
  for (const { row, place } of rows) {
    const identity = { id: made.first_id + place * idsPerRow, user_id, campaign_id }
    const reading = readRow(row, { columns, identity, anyNumber: made.allow_dupplicate, now })
    const assistant = 'lead' in reading && hasLongVariables(reading.lead) ? await assistantOf() : undefined
    const tooLong = assistant && 'lead' in reading ? familyTextsTooLong(assistant, reading.lead, now) : {}
    const isTooLong = Object.keys(tooLong).length > 0
    read.push({ row, place, reading: isTooLong ? { reason: firstFinding(tooLong) } : reading })
  }
  const good = read.flatMap(({ place, reading }) =>
    'lead' in reading && made.others?.[place] === undefined ? [reading.lead] : [],
  )
  if (enforcesRules(campaign)) await leads.recordBuckets(user_id, campaign_id, good.map(regionBucketOf))
  const created = await leads.createMany(
    good.map((lead) => inBucket(lead, campaign)),
    made.allow_dupplicate,
  )
  const outcomes = new Map(good.map(({ id }, index) => [id, created[index]]))
  return read.map(({ row, place, reading }) => {
    if ('reason' in reading) return { row, place, reading }
    return { row, place, reading: { ...reading, created: outcomes.get(reading.lead.id) ?? { outcome: 'clash' } } }
  })
}

const inBucket = (lead: Lead, campaign: Campaign): Lead =>
  enforcesRules(campaign) ? { ...lead, queue_place: regionBucketOf(lead).name } : lead

/** Stores the alternative id before the lead, so that a repeated run finds the lead. */
const createUnderOtherIds = async (
  { leads }: ChunkServices,
  { campaign, made, noteOthers }: Chunk,
  { lead, place, others }: { lead: Lead; place: number; others: Record<string, number> },
): Promise<Created | undefined> => {
  for (let other = others[place] ?? 1; other <= othersMax; other++) {
    if (others[place] !== other) {
      others[place] = other
      if (!(await noteOthers({ ...others }))) return undefined
    }
    const back = other * otherRowsDistance * idsPerRow
    const contacts = lead.contacts.map((contact) => ({ ...contact, id: contact.id - back }))
    const moved = inBucket({ ...lead, id: lead.id - back, contacts }, campaign)
    const [created] = await leads.createMany([moved], made.allow_dupplicate)
    if (created && created.outcome !== 'clash') return created
  }
  throw new Error('No id was free for a lead')
}

/** Each consent has its lead's id, so a repeated run records the consent only once. */
const recordConsents = async (services: ChunkServices, user_id: number, outcomes: RowOutcome[]): Promise<void> => {
  const given = outcomes.flatMap((one) => ('imported' in one ? (one.imported.consent ?? []) : []))
  for (let start = 0; start < given.length; start += consentsAtOnce)
    await Promise.all(
      given.slice(start, start + consentsAtOnce).map((consent) => recordConsent(services, user_id, consent)),
    )
}

const recordConsent = async ({ consents, blacklist }: ChunkServices, user_id: number, consent: Consent) => {
  await consents.record(consent)
  if (consent.channels.includes('call'))
    await blacklist.allowCalls(user_id, consent.phone_number, consent.given_at, consent.id)
}
