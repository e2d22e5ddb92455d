import { type CountryCode, getCountries } from 'libphonenumber-js/max'
import { day, integer, oneOf, optional, text } from '../../words/fields.ts'
import { finding, form } from '../../words/form.ts'
import { must } from '../../words/must.ts'
import type { FieldErrors } from '../../words/problem.ts'
import { isoTime, startOfDay } from '../../words/time.ts'
import type { ListInForce } from './list-head.ts'
import { type ListImport, listBytesMax, validDaysDefault } from './suppression-list.ts'

const [first, ...others] = getCountries()
const countries: [CountryCode, ...CountryCode[]] = [must(first, 'country'), ...others]

export const ListDraft = form({
  name: text({ max: 64 }),
  as_of: day(),
  size: integer({ min: 1, max: listBytesMax }),
  country: optional(oneOf(countries)),
  valid_days: optional(integer({ min: 1, max: 366 })),
})

/** Milliseconds that a day may be ahead of UTC, because it may be later elsewhere in the world. */
const aheadMs = 14 * 60 * 60 * 1000

export const dayMisfit = (as_of: string, now: number): FieldErrors =>
  startOfDay(as_of) > now + aheadMs ? finding('as_of', 'The :attribute field must not be in the future.') : {}

export const newImport = (
  { name, as_of, country, valid_days = validDaysDefault }: NewList,
  { id, user_id }: Pick<ListImport, 'id' | 'user_id'>,
  now: number,
): ListImport => ({
  ...{ id, user_id, name, as_of: startOfDay(as_of), valid_days, ...(country && { country }) },
  ...{ status: 'waiting', rows: 0, numbers: 0, refused: 0, refused_rows: [], written: 0, outdated: [] },
  ...{ updated_at: now, revision: 1 },
})

export const newRemoval = (list: ListInForce, ref: Pick<ListImport, 'id' | 'user_id'>, now: number): ListImport => ({
  ...newImport({ ...list, as_of: isoTime(list.as_of).slice(0, 10) }, ref, now),
  removes: list.import_id,
})

export interface NewList {
  name: string
  as_of: string
  country?: CountryCode
  valid_days?: number
}
