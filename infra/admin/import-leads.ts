import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Created } from '../../shared/data/leads/leads.ts'
import { enforcesRules } from '../../shared/domain/campaigns/calling-mode.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import type { Consent } from '../../shared/domain/consents/consent.ts'
import { waitingPlaceOf } from '../../shared/domain/dialling/waiting-places.ts'
import { contactsMax, type Lead } from '../../shared/domain/leads/lead.ts'
import { duplicateFindings, newLead, repeatedNumbers } from '../../shared/domain/leads/lead-form.ts'
import { readStatedPlace } from '../../shared/domain/places/stated-place.ts'
import { isVariables, sentences } from '../../shared/words/fields.ts'
import { sentence } from '../../shared/words/form.ts'
import { idAt } from '../../shared/words/id.ts'
import { phoneSentence, readReachablePhone } from '../../shared/words/phone.ts'
import { besideImport } from './beside-import.ts'
import { consentFieldOf, consentOfRow } from './consent-columns.ts'
import type { CsvFile, Row } from './csv.ts'
import { refuse } from './refusal.ts'
import type { Tools } from './tools.ts'

/** A row's lead and its contacts have ids of their own. */
const idsPerRow = contactsMax + 1
/** No file has more rows; so far behind its own ids lie those that a row may have when its own are taken. */
const rowsMax = 2 ** 22
const othersMax = 20
/** Consents that are recorded side by side. */
const besideMax = 25
/** Lists wait this long for a chunk. A chunk that takes longer costs them marks. */
const holdMs = 2 * 60_000

interface Import {
  campaign: Campaign
  csv: CsvFile
  anyNumber: boolean
  /** Rows that are dealt with between two notes of how far the import has come. */
  chunkRows?: number
  /** Parts of a chunk that are written side by side. */
  partRows?: number
}

type ImportTools = Pick<
  Tools,
  | 'blacklist'
  | 'consents'
  | 'leads'
  | 'leadImports'
  | 'histories'
  | 'sealing'
  | 'random'
  | 'campaigns'
  | 'clock'
  | 'warn'
  | 'showProgress'
>

export interface Imported {
  rows: number
  imported: number
  rejected: number
}

/**
 * Imports the rows of a CSV file as leads. It can be interrupted at any moment and run again: it goes on behind the last
 * chunk it noted, and rows of the chunk in which it was interrupted have the very ids that they would get again.
 */
export const importLeads = async (
  { campaign, csv, anyNumber, chunkRows = 1000, partRows = 100 }: Import,
  {
    blacklist,
    consents,
    leads,
    leadImports,
    histories,
    sealing,
    campaigns,
    clock,
    random,
    warn,
    showProgress,
  }: ImportTools,
): Promise<Imported> => {
  const { user_id, id: campaign_id } = campaign
  const columns = readHeading(csv.heading)
  if (columns.place.length > 0) warn(`Read as where people are: ${columns.place.map(({ name }) => name).join(', ')}.`)
  if (columns.consent.length > 0) warn(`Read as consents: ${columns.consent.map(({ name }) => name).join(', ')}.`)
  const { others: known = {}, ...done } = await leadImports.begin(user_id, campaign_id, csv.hash, idAt(clock.now(), 0))
  if (done.rows > 0) warn(`Going on behind row ${done.rows} of an import that was interrupted.`)
  const began = { at: performance.now(), rows: done.rows }

  let others = known
  let noted = { ...done }

  const reject = (line: number, reason: string) => {
    done.rejected += 1
    warn(`Line ${line}: ${reason}`)
  }
  /** The next chunk has ids of now, behind those of the one before. */
  const note = async (bytesRead: number) => {
    const next = done.first_id + done.rows * idsPerRow
    done.first_id += Math.max(0, idAt(clock.now(), 0) - next)
    others = {}
    noted = { ...done }
    await Promise.all([leadImports.keep(user_id, campaign_id, csv.hash, noted), holdLists()])
    const current = (await campaigns.find(user_id, campaign_id)) ?? refuse('The campaign has been deleted meanwhile.')
    if (current.status === 'in-progress') await campaigns.wake({ user_id, campaign_id }, clock.now(), clock.now())
    const perSecond = ((done.rows - began.rows) * 1000) / Math.max(1, performance.now() - began.at)
    showProgress(progressBar(bytesRead / csv.bytes, done, perSecond))
  }
  const holder = String(idAt(clock.now(), random.number()))
  const holdLists = () => leads.holdLists(user_id, holder, done.first_id + done.rows * idsPerRow, holdMs)
  let unreadPlaces = 0
  const compaction = besideImport({ compact: () => histories.seal({ user_id, noun: 'lead' }), clock, warn })
  const inPlace = (lead: Lead): Lead =>
    enforcesRules(campaign) ? { ...lead, queue_place: waitingPlaceOf(lead).name } : lead
  /** Writes the rows that can be read; what became of each, in order. */
  const importPart = async (part: { row: Row; place: number }[]) => {
    const read = part.map(({ row, place }) => {
      const id = done.first_id + place * idsPerRow
      return { row, place, reading: readRow(row, columns, { id, user_id, campaign_id }, anyNumber, clock.now()) }
    })
    const good = read.flatMap(({ place, reading }) =>
      'lead' in reading && others[place] === undefined ? [reading.lead] : [],
    )
    if (enforcesRules(campaign)) await leads.notePlaces(user_id, campaign_id, good.map(waitingPlaceOf))
    const created = await leads.createMany(good.map(inPlace), anyNumber)
    const outcomes = new Map(good.map(({ id }, index) => [id, created[index]]))
    return read.map(({ row, place, reading }) => {
      if (!('lead' in reading)) return { row, place, reading }
      const outcome: Created = outcomes.get(reading.lead.id) ?? { outcome: 'clash' }
      return { row, place, reading, outcome }
    })
  }
  const importChunk = async (chunk: { row: Row; place: number }[]) => {
    let turn = Promise.resolve()
    const parts = Array.from({ length: Math.ceil(chunk.length / partRows) }, (_, part) => {
      const rows = chunk.slice(part * partRows, (part + 1) * partRows)
      const importing = turn.then(() => importPart(rows))
      // The table works on this part while the next one is read.
      turn = turn.then(() => nextTurn())
      return importing
    })
    const read = (await Promise.all(parts)).flat()
    const given: Consent[] = []
    for (const { row, place, reading, outcome } of read) {
      if (!outcome) {
        reject(row.line, reading.reason)
        continue
      }
      const settled = outcome.outcome === 'clash' ? await createUnderAnotherId(reading.lead, place) : outcome
      compaction.stored(1 + reading.lead.contacts.length)
      if (settled.outcome === 'created') {
        done.imported += 1
        if (reading.isPlaceUnread) unreadPlaces += 1
        if (reading.consent) given.push(reading.consent)
      } else reject(row.line, firstFinding(duplicateFindings(reading.lead, 'ids' in settled ? settled.ids : [])))
    }
    for (let start = 0; start < given.length; start += besideMax)
      await Promise.all(given.slice(start, start + besideMax).map(recordConsent))
    done.rows += chunk.length
  }
  /** Run again, the row has the same id, and so has its consent. */
  const recordConsent = async (consent: Consent) => {
    await consents.record(consent)
    if (consent.channels.includes('call'))
      await blacklist.allowCalls(user_id, consent.phone_number, consent.given_at, consent.id)
  }
  /**
   * Another lead has the id that the row was given. Which one is tried instead is noted before it is: after an interruption, the row is
   * sought there, also if the other lead is gone by then.
   */
  const createUnderAnotherId = async (lead: Lead, place: number): Promise<Created> => {
    for (let other = others[place] ?? 1; other <= othersMax; other++) {
      if (others[place] !== other) {
        others = { ...others, [place]: other }
        await leadImports.keep(user_id, campaign_id, csv.hash, { ...noted, others })
      }
      const back = other * rowsMax * idsPerRow
      const contacts = lead.contacts.map((contact) => ({ ...contact, id: contact.id - back }))
      const [created] = await leads.createMany([inPlace({ ...lead, id: lead.id - back, contacts })], anyNumber)
      if (created && created.outcome !== 'clash') return created
    }
    throw new Error('No id was free')
  }

  await holdLists()
  let place = 0
  let chunk: { row: Row; place: number }[] = []
  for await (const row of csv.rows()) {
    if (place >= done.rows + chunk.length) chunk.push({ row, place })
    place += 1
    if (chunk.length < chunkRows) continue
    await importChunk(chunk)
    await note(row.bytesRead)
    await compaction.keepUp()
    chunk = []
  }
  await importChunk(chunk)
  await note(csv.bytes)
  await leads.releaseLists(user_id, holder)
  await compaction.finish()
  if (unreadPlaces > 0)
    warn(
      `${unreadPlaces} ${unreadPlaces === 1 ? 'row says' : 'rows say'} in a way that cannot be read where the person is (as America/Denver, US-CO): there the number alone tells.`,
    )
  await Promise.all([leadImports.finish(user_id, campaign_id, csv.hash), sealing.setDeadline(user_id, 'lead')])
  return { rows: done.rows, imported: done.imported, rejected: done.rejected }
}

interface Columns {
  names: string[]
  phone: number
  /** Places of the contacts' numbers, in order. */
  contacts: number[]
  /** Places of everything else: variables. */
  variables: number[]
  /** Places of those that hold a consent; they are variables, too. */
  consent: { name: string; field: string; place: number }[]
  /** Places of those that say where a person is; they are variables, too. */
  place: { name: string; field: 'timezone' | 'region'; place: number }[]
}

/** `phone_number`, `secondary_phone_number` with anything behind it, and variables. */
const readHeading = (heading: CsvFile['heading']): Columns => {
  const names = withoutEmptyEnd(heading)
  const places = names.map((_, place) => place)
  const isContact = (place: number) => /^secondary_phone_number/i.test(names[place] ?? '')
  const phone = names.findIndex((name) => name.toLowerCase() === 'phone_number')
  if (phone === -1)
    refuse(`The heading has no column phone_number; it has ${names.map((name) => `"${name}"`).join(', ')}.`)
  const unnamed = names.indexOf('')
  if (unnamed !== -1) refuse(`Column ${unnamed + 1} of the heading has no name.`)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) refuse(`The heading has the column "${twice}" twice.`)
  const contacts = places.filter(isContact)
  if (contacts.length > contactsMax) refuse(`A lead has at most ${contactsMax} secondary contacts.`)
  const variables = places.filter((place) => place !== phone && !isContact(place))
  const consent = variables.flatMap((place) => {
    const name = names[place] ?? ''
    const field = consentFieldOf(name)
    return field === undefined ? [] : [{ name, field, place }]
  })
  const stated = variables.flatMap((place) => {
    const name = names[place] ?? ''
    const field = (['timezone', 'region'] as const).find((one) => one === name.toLowerCase())
    return field === undefined ? [] : [{ name, field, place }]
  })
  return { names, phone, contacts, variables, consent, place: stated }
}

type Identity = Pick<Lead, 'id' | 'user_id' | 'campaign_id'>

/** The lead of a row, or what is wrong with it. */
const readRow = (
  row: Row,
  { names, phone, contacts, variables, consent: consentColumns, place: placeColumns }: Columns,
  identity: Identity,
  anyNumber: boolean,
  now: number,
): { lead: Lead; consent?: Consent; isPlaceUnread: boolean } | { reason: string } => {
  if ('reason' in row) return row
  const cells = withoutEmptyEnd(row.cells)
  if (cells.some((cell) => cell.includes('\ufffd')))
    return { reason: 'It has characters that are not UTF-8: save the file as "CSV UTF-8".' }
  if (cells.length > names.length)
    return { reason: `It has ${cells.length} cells, but there are ${names.length} columns.` }
  const cell = (place: number) => cells[place] ?? ''
  if (cell(phone) === '') return { reason: sentence(sentences.required, 'phone_number') }
  const number = readReachablePhone(cell(phone))?.number
  if (number === undefined) return { reason: sentence(phoneSentence(cell(phone)), 'phone_number') }
  const others = contacts.filter((place) => cell(place) !== '')
  const wrong = others.find((place) => readReachablePhone(cell(place)) === undefined)
  if (wrong !== undefined) return { reason: sentence(phoneSentence(cell(wrong)), names[wrong] ?? '') }
  const values = Object.fromEntries(
    variables.filter((place) => cell(place) !== '').map((place) => [names[place] ?? '', cell(place)]),
  )
  if (!isVariables(values)) return { reason: 'Its variables are too many or too long.' }
  const saidPlaces = placeColumns.filter(({ place }) => cell(place) !== '')
  const stated = readStatedPlace(Object.fromEntries(saidPlaces.map(({ field, place }) => [field, cell(place)])), number)
  const isPlaceUnread = Object.keys(stated).length < saidPlaces.length
  const lead = newLead({
    ...identity,
    phone_number: number,
    variables: values,
    ...stated,
    contacts: others.map((place) => ({ phone_number: readReachablePhone(cell(place))?.number ?? '', variables: {} })),
  })
  const repeated = anyNumber ? {} : repeatedNumbers(lead)
  if (Object.keys(repeated).length) return { reason: firstFinding(repeated) }
  const said = Object.fromEntries(consentColumns.map(({ field, place }) => [field, cell(place)]))
  const read = consentOfRow(lead, said, now)
  return 'reason' in read ? read : { lead, isPlaceUnread, ...read }
}

/** Spreadsheets write a delimiter for each column that was ever used. */
const withoutEmptyEnd = (cells: string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

const firstFinding = (findings: Record<string, string[]>): string =>
  Object.values(findings)[0]?.[0] ?? 'The lead could not be added.'

const barLength = 24

const progressBar = (share: number, { imported, rejected }: Imported, perSecond: number): string => {
  const full = Math.round(Math.min(1, share) * barLength)
  const bar = '#'.repeat(full) + '-'.repeat(barLength - full)
  return `[${bar}] ${Math.floor(Math.min(1, share) * 100)} %  ${imported} leads  ${rejected} rejected  ${Math.round(perSecond)} rows/s`
}
