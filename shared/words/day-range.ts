import { day, optional } from './fields.ts'
import { finding } from './form.ts'
import { firstIdAt } from './id.ts'
import type { FieldErrors } from './problem.ts'
import { endOfDay, startOfDay } from './time.ts'

/** Days in UTC, both inclusive. */
export interface DayRange {
  date_from?: string
  date_to?: string
}

export const dayFields = {
  date_from: optional(day()),
  date_to: optional(day()),
}

export const dayOrder = ({ date_from, date_to }: DayRange): FieldErrors =>
  date_from && date_to && date_from > date_to
    ? finding('date_to', 'The :attribute field must be a date after or equal to date from.')
    : {}

/** `until_id` is exclusive. */
export interface IdRange {
  from_id?: number
  until_id?: number
}

export const isIdIn = ({ from_id = 0, until_id = Number.POSITIVE_INFINITY }: IdRange, id: number): boolean =>
  id >= from_id && id < until_id

export const idsOfDays = ({ date_from, date_to }: DayRange): IdRange => ({
  from_id: date_from ? firstIdAt(startOfDay(date_from)) : undefined,
  until_id: date_to ? firstIdAt(endOfDay(date_to)) : undefined,
})
