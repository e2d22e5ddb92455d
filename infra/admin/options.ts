import * as z from 'zod'
import { readId } from '../../shared/domain/id.ts'
import { microsOf } from '../../shared/domain/money.ts'
import { readPhone } from '../../shared/domain/phone.ts'
import { endOfDay } from '../../shared/domain/time.ts'
import { readToken } from '../../shared/domain/token.ts'

/**
 * The options of commands. Each says how its text is read and what it stands for in the usage; its complaints follow the
 * option's name: `--user must be the id of a user.`
 */
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

/** The same option, but it may be left out. */
export const optional = <T extends z.ZodType>(given: T) => given.optional().meta({ ...given.meta() })

/** On when given; has no value. */
export const flag = () => z.boolean({ error: 'takes no value' }).optional().default(false)

const textMax = 255
export const text = (placeholder: string) =>
  option(placeholder, `a text of at most ${textMax} characters`, (value) => {
    const trimmed = value.trim()
    return trimmed && [...trimmed].length <= textMax ? trimmed : undefined
  })

export const email = () => option('EMAIL', 'an e-mail address', (value) => z.email().safeParse(value.trim()).data)

export const user = () => option('ID', 'the id of a user', readId)

export const token = () => option('TOKEN', 'an API token', readToken)

export const phone = () => option('NUMBER', 'a phone number in international form, such as +12025550100', readPhone)

/** An amount of money, in micro-units. */
export const amount = () => option('AMOUNT', 'an amount with at most six decimals, such as 25.00', microsOf)

/** The last day of something, in UTC, read as the moment after it in epoch milliseconds. */
export const lastDay = () =>
  option('YYYY-MM-DD', 'a day such as 2027-12-31', (value) =>
    z.iso.date().safeParse(value).success ? endOfDay(value) : undefined,
  )

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  option(
    words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join('|'),
    `one of ${words.join(', ')}`,
    (value) => words.find((word) => word === value),
  )
