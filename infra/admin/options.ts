import { isSupportedCountry } from 'libphonenumber-js/max'
import * as z from 'zod'
import { retentionChoices } from '../../shared/domain/account/retention.ts'
import { readToken } from '../../shared/domain/account/token.ts'
import { workerOperations } from '../../shared/operations/index.ts'
import { readId } from '../../shared/words/id.ts'
import { type Micros, microsOf } from '../../shared/words/money.ts'
import { readPhone } from '../../shared/words/phone.ts'
import { endOfDay } from '../../shared/words/time.ts'

/** Declares an option. Error messages begin with its name: `--user must be the id of a user.` */
const option = <T>(placeholder: string, wanted: string, read: (text: string) => T | undefined) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'needs a value') })
    .refine((text) => !text.startsWith('--'), { error: 'needs a value', abort: true })
    .transform((text, context) => {
      const value = read(text)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: `must be ${wanted}` })
      return z.NEVER
    })
    .meta({ placeholder })

export const optional = <T extends z.ZodType>(given: T) => given.optional().meta({ ...given.meta() })

export const flag = () => z.boolean({ error: 'takes no value' }).default(false)

const textMax = 255
export const text = (placeholder: string) =>
  option(placeholder, `a text of at most ${textMax} characters`, (value) => {
    const trimmed = value.trim()
    return trimmed && [...trimmed].length <= textMax ? trimmed : undefined
  })

export const email = () => option('EMAIL', 'an e-mail address', (value) => z.email().safeParse(value.trim()).data)

export const user = () => option('ID', 'the id of a user', readId)

export const assistant = () => option('ID', 'the id of an assistant', readId)

export const campaign = () => option('ID', 'the id of a campaign', readId)

export const calendarDay = () =>
  option('DAY', 'a day, as 2026-11-25', (value) =>
    /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined,
  )

export const file = () => option('FILE', 'the path of a file', (value) => value.trim() || undefined)

export const tokenMark = () =>
  option('ID', 'the id or the last characters of a token', (value) => (/^[\w-]{6,}$/.test(value) ? value : undefined))

export const token = () => option('TOKEN', 'an API token', readToken)

export const months = () =>
  option(retentionChoices.join('|'), `one of ${retentionChoices.join(', ')} months`, (value) =>
    retentionChoices.find((choice) => String(choice) === value),
  )

/** Accepts a worker's id, as in alarms, or the name of its queue. */
export const worker = () => {
  const names = workerOperations.map(({ id }) => id).join(', ')
  const read = (value: string) => workerOperations.find(({ id, queue }) => value === id || value === queue)?.id
  return option('WORKER', `one of ${names}`, read)
}

export const phone = () => option('NUMBER', phoneWanted, readPhone)

export const ownPhone = () =>
  option('NUMBER', `${phoneWanted}, of a country`, (value) => {
    const { number, country } = readPhone(value) ?? {}
    return number && country ? { number, country } : undefined
  })

export const country = () =>
  option('DE', 'the code of a country, such as DE', (value) => {
    const code = value.trim().toUpperCase()
    return isSupportedCountry(code) ? code : undefined
  })

const phoneWanted = 'a phone number in international form, such as +12025550100'

export const countries = () =>
  option('DE,US,…|all', 'codes of countries with commas between them, such as DE,US, or all', (value) => {
    if (value === 'all') return 'all' as const
    const codes = [...new Set(value.split(',').map((code) => code.trim().toUpperCase()))]
    return codes.every((code) => isSupportedCountry(code)) ? codes : undefined
  })

export const startingBalance = () => money('an amount of 0 or more', (micros) => micros >= 0)
export const balanceChange = () => money('an amount other than 0', (micros) => micros !== 0)

const money = (wanted: string, isWanted: (micros: Micros) => boolean) =>
  option('AMOUNT', `${wanted} with at most six decimals, such as 25.00`, (value) => {
    const micros = microsOf(value)
    return micros !== undefined && isWanted(micros) ? micros : undefined
  })

export const end = () =>
  option('DATE', 'a day such as 2027-12-31 or a moment such as 2027-12-31T18:00:00Z', (value) => {
    if (z.iso.date().safeParse(value).success) return endOfDay(value)
    return z.iso.datetime({ offset: true }).safeParse(value).success ? Date.parse(value) : undefined
  })

export const moment = () =>
  option('TIME', 'a moment such as 2027-12-31T18:00:00Z', (value) =>
    z.iso.datetime({ offset: true }).safeParse(value).success ? Date.parse(value) : undefined,
  )

const dayMs = 24 * 60 * 60_000

export const expiry = () =>
  option('DAYSd|DATE', 'a number of days such as 90d or a day such as 2027-12-31', (value) => {
    const days = Number(/^([1-9]\d{0,4})d$/.exec(value)?.[1])
    if (days) return (now: number) => now + days * dayMs
    return z.iso.date().safeParse(value).success ? () => endOfDay(value) : undefined
  })

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  option(
    words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join('|'),
    `one of ${words.join(', ')}`,
    (value) => words.find((word) => word === value),
  )
