import type { CsvPosition } from '../../words/csv.ts'
import { isVariables, sentences } from '../../words/fields.ts'
import { sentence } from '../../words/form.ts'
import { phoneSentence, readReachablePhone } from '../../words/phone.ts'
import type { FieldErrors } from '../../words/problem.ts'
import type { Consent } from '../consents/consent.ts'
import { consentFieldOf, consentOfRow } from '../consents/consent-columns.ts'
import { readStatedPlace } from '../places/stated-place.ts'
import { contactsMax, type Lead } from './lead.ts'
import { newLead, repeatedNumbers } from './lead-form.ts'
import { rejectedColumns } from './rejected-rows.ts'

export interface FileRow {
  line: number
  next: CsvPosition
  cells: string[]
  reason?: string
}

export interface Columns {
  names: string[]
  phone: number
  contacts: number[]
  variables: number[]
  /** Values of the `consent` and `place` columns also become variables of the lead. */
  consent: { name: string; field: string; place: number }[]
  place: { name: string; field: 'timezone' | 'region'; place: number }[]
}

const plainName = (name: string): string => name.toLowerCase().replace(/[\s-]+/g, '_')

export const readColumns = (heading: string[]): Columns | { reason: string } => {
  const names = withoutEmptyEnd(heading)
  const places = names.map((_, index) => index)
  const plain = names.map(plainName)
  const isContact = (place: number) => plain[place]?.startsWith('secondary_phone_number') === true
  const phone = plain.indexOf('phone_number')
  if (phone === -1)
    return { reason: `None of the ${names.length} columns of the heading (the first row) is named phone_number.` }
  const unnamed = names.indexOf('')
  if (unnamed !== -1) return { reason: `Column ${unnamed + 1} of the heading has no name.` }
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) return { reason: `Column ${twice + 1} of the heading has the name of another column.` }
  const contacts = places.filter(isContact)
  if (contacts.length > contactsMax) return { reason: `A lead has at most ${contactsMax} secondary contacts.` }
  const variables = places.filter(
    (place) => place !== phone && !isContact(place) && !rejectedColumns.includes(plain[place] ?? ''),
  )
  const consent = variables.flatMap((place) => {
    const name = names[place] ?? ''
    const field = consentFieldOf(plain[place] ?? '')
    return field === undefined ? [] : [{ name, field, place }]
  })
  const stated = variables.flatMap((place) => {
    const name = names[place] ?? ''
    const field = (['timezone', 'region'] as const).find((one) => one === plain[place])
    return field === undefined ? [] : [{ name, field, place }]
  })
  return { names, phone, contacts, variables, consent, place: stated }
}

type Identity = Pick<Lead, 'id' | 'user_id' | 'campaign_id'>

export interface RowLead {
  lead: Lead
  consent?: Consent
  /** True when a stated region or time zone is unknown; then the phone number decides. */
  isPlaceUnread: boolean
}

interface Reading {
  columns: Columns
  identity: Identity
  anyNumber: boolean
  now: number
}

/** Refusal reasons are stored, so they contain no cell text, which is personal data. */
export const readRow = (row: FileRow, { columns, identity, anyNumber, now }: Reading): RowLead | { reason: string } => {
  if (row.reason !== undefined) return { reason: row.reason }
  const { names, contacts, consent: consentColumns } = columns
  const cells = withoutEmptyEnd(row.cells)
  if (cells.some((cell) => cell.includes('\ufffd')))
    return { reason: 'It has characters that are not UTF-8: save the file as "CSV UTF-8".' }
  if (cells.length > names.length)
    return { reason: `It has ${cells.length} cells, but there are ${names.length} columns.` }
  const cell = (place: number) => cells[place] ?? ''
  const number = readPhone(cell(columns.phone), 'phone_number')
  if ('reason' in number) return number
  const phones = contacts
    .filter((place) => cell(place) !== '')
    .map((place) => readPhone(cell(place), names[place] ?? ''))
  const wrong = phones.find((phone) => 'reason' in phone)
  if (wrong) return wrong
  const variables = variablesOf(columns, cell)
  if (!isVariables(variables)) return { reason: 'Its variables are too many or too long.' }
  const { stated, isPlaceUnread } = placeOf(columns, cell, number.phone)
  const lead = newLead({
    ...identity,
    phone_number: number.phone,
    variables,
    ...stated,
    contacts: phones.flatMap((one) => ('phone' in one ? [{ phone_number: one.phone, variables: {} }] : [])),
  })
  const repeated = anyNumber ? {} : repeatedNumbers(lead)
  if (Object.keys(repeated).length > 0) return { reason: firstFinding(repeated) }
  const said = Object.fromEntries(consentColumns.map(({ field, place }) => [field, cell(place)]))
  const read = consentOfRow(lead, said, now)
  return 'reason' in read ? read : { lead, isPlaceUnread, ...read }
}

const powerOfTen = /^\+?\d(?:[.,]\d+)?E\+?\d{1,2}$/i
const shortened =
  'A spreadsheet has shortened its phone number, as 4.9E+10: format the column as text, and enter the numbers again.'

const readPhone = (cell: string, name: string): { phone: string } | { reason: string } => {
  if (cell === '') return { reason: sentence(sentences.required, name) }
  const phone = readReachablePhone(cell)?.number
  if (phone === undefined && powerOfTen.test(cell)) return { reason: shortened }
  return phone === undefined ? { reason: sentence(phoneSentence(cell), name) } : { phone }
}

const variablesOf = ({ names, variables }: Columns, cell: (place: number) => string): Record<string, string> =>
  Object.fromEntries(variables.filter((place) => cell(place) !== '').map((place) => [names[place] ?? '', cell(place)]))

const placeOf = ({ place: columns }: Columns, cell: (place: number) => string, number: string) => {
  const said = columns.filter(({ place }) => cell(place) !== '')
  const stated = readStatedPlace(Object.fromEntries(said.map(({ field, place }) => [field, cell(place)])), number)
  return { stated, isPlaceUnread: Object.keys(stated).length < said.length }
}

/**
 * Removes empty cells at the end, because spreadsheets write delimiters for every column ever used.
 */
const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

export const firstFinding = (findings: FieldErrors): string =>
  Object.values(findings)[0]?.[0] ?? 'The lead could not be added.'
