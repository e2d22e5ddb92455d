import type { Due } from './due.ts'

export interface Key {
  pk: string
  sk: string
}

export interface KeyPart<T> {
  name: string
  write(value: T): string
}

type ArgumentsOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? [...(First extends KeyPart<infer T> ? [T] : []), ...ArgumentsOf<Rest>]
  : []

type Parts = readonly (KeyPart<never> | string)[]

export interface KeyShape<Arguments extends unknown[] = never[]> {
  (...values: Arguments): Key
  /** Pattern with names instead of values: `<user>#sms`. */
  pk: string
  sk: string
  about: string
}

/** Items in a partition `<user>#<noun>`. */
export type ItemShape<Noun extends string, Facts, Arguments extends unknown[] = never[]> = KeyShape<Arguments> & {
  noun: Noun
  facts: Facts
}

/** Writes leading zeros, which keep sort keys in order of time. */
export const padded = (id: number): string => String(id).padStart(16, '0')

export const id = (name = 'id'): KeyPart<number> => ({ name: `<${name}>`, write: padded })
export const text = (name: string): KeyPart<string> => ({ name: `<${name}>`, write: String })
export const count = (name: string): KeyPart<number> => ({ name: `<${name}>`, write: String })
/** `length`: maximum number of digits. */
export const digits = (name: string, length: number): KeyPart<number> => ({
  name: `<${name}>`,
  write: (value) => String(value).padStart(length, '0'),
})
const user: KeyPart<number> = { name: '<user>', write: String }

export const key = <const Pk extends Parts, const Sk extends Parts>(
  pk: Pk,
  sk: Sk,
  about: string,
): KeyShape<ArgumentsOf<[...Pk, ...Sk]>> => {
  const make = (...values: never[]): Key => {
    let used = 0
    const write = (part: Parts[number]) => (typeof part === 'string' ? part : part.write(values[used++] as never))
    return { pk: pk.map(write).join('#'), sk: sk.map(write).join('#') }
  }
  const named = (parts: Parts) => parts.map((part) => (typeof part === 'string' ? part : part.name)).join('#')
  return Object.assign(make, { pk: named(pk), sk: named(sk), about })
}

/** Facts about a kind of item. items.ts derives its lists from them. */
export interface ItemFacts {
  about: string
  person: PersonFact
  /** False when exports leave the item out. */
  exported?: false
  due?: {
    queue: string
    messages(due: readonly Due[], keysMax: number): object[]
    /** Messages per second that `redrive-due` sends; its default if absent. */
    perSecond?: number
  }
  /** An item outside the user's partitions that points to this item, and is deleted first. */
  foundBy?: { attribute: string; key(value: string, user: number): Key }
}

/** Phases of a search for a person's data. Kinds of items are searched in this order. */
export const personPhases = ['starts calls', 'record', 'copy', 'mention'] as const
export type PersonPhase = (typeof personPhases)[number]
/** `untouched`: reason why this kind of item is not searched for a person's data. */
type PersonFact = PersonPhase | { untouched: string }

export const item = <const Noun extends string, const Sort extends Parts, const Facts extends ItemFacts>(
  noun: Noun,
  sort: Sort,
  facts: Facts,
): ItemShape<Noun, Facts, ArgumentsOf<[KeyPart<number>, ...Sort]>> =>
  Object.assign(key([user, noun], sort, facts.about), { noun, facts }) as never

export const also = <const Sort extends Parts>({ noun }: { noun: string }, sort: Sort, about: string) =>
  key([user, noun], sort, about) as unknown as KeyShape<ArgumentsOf<[KeyPart<number>, ...Sort]>>

export const single = (sk: string, about: string) => key([user], [sk], about)
