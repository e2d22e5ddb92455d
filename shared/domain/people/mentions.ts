import { spellingsOf } from '../../words/phone-spellings.ts'

export interface Person {
  /** All E.164 numbers that reach the phone. */
  spellings: readonly string[]
  pattern: RegExp
}

export const personOf = (phone_number: string): Person => {
  const spellings = spellingsOf(phone_number)
  const digits = spellings.map((spelling) => spelling.slice(1)).join('|')
  return { spellings, pattern: new RegExp(`(?<!\\d)\\+?(?:${digits})(?!\\d)`, 'g') }
}

export const isPerson = ({ spellings }: Person, number: unknown): boolean =>
  typeof number === 'string' && spellings.includes(number)

const erasedNumber = '(erased number)'

export const withoutMention = <T>(value: T, person: Person): T => withoutIn(value, person) as T

const withoutIn = (value: unknown, person: Person): unknown => {
  if (typeof value === 'string') return value.replace(person.pattern, erasedNumber)
  if (Array.isArray(value)) {
    const members = value.map((member) => withoutIn(member, person))
    return members.some((member, index) => member !== value[index]) ? members : value
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutIn(member, person)] as const)
  const isChanged = members.some(([name, member]) => member !== Reflect.get(value, name))
  return isChanged ? Object.fromEntries(members) : value
}

export const mentions = (value: unknown, person: Person): boolean => withoutMention(value, person) !== value
