import * as z from 'zod'
import { clearable, documented, flag, integer, list, object, optional, sentences, text } from '../../words/fields.ts'
import { form } from '../../words/form.ts'
import type { Weekday } from '../campaigns/calling-window.ts'
import { countedHoursMax, dialsKept } from './dial-count.ts'
import { readHours, type WeekHours } from './rule.ts'

const rangesMax = 8

const range = () =>
  documented(
    z.string({ error: sentences.text }).refine((value) => readHours(value) !== undefined, {
      error: 'The :attribute field must match the format H:i-H:i.',
    }),
    { pattern: '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-4]):[0-5]\\d$' },
  )

const dayHours = () => optional(list(range(), { max: rangesMax }))

const days: { [D in Weekday]: ReturnType<typeof dayHours> } = {
  monday: dayHours(),
  tuesday: dayHours(),
  wednesday: dayHours(),
  thursday: dayHours(),
  friday: dayHours(),
  saturday: dayHours(),
  sunday: dayHours(),
}

const capsMax = 5
const cap = () =>
  object({ calls: integer({ min: 1, max: dialsKept }), hours: integer({ min: 1, max: countedHoursMax }) })

export const OverrideForm = form({
  /** Null restores the rule's hours. A day that is left out allows no calls. */
  hours: clearable(object(days)),
  /** Each cap limits how often one phone number is called within some hours. */
  caps: optional(list(cap(), { max: capsMax })),
  keep_closed_days: optional(flag()),
  because: optional(text({ max: 1000 })),
})

export const weekOf = (given: Partial<Record<Weekday, readonly string[]>>): WeekHours => ({
  monday: given.monday ?? [],
  tuesday: given.tuesday ?? [],
  wednesday: given.wednesday ?? [],
  thursday: given.thursday ?? [],
  friday: given.friday ?? [],
  saturday: given.saturday ?? [],
  sunday: given.sunday ?? [],
})
