import type { Due } from './due.ts'

export interface Key {
  pk: string
  sk: string
}

/** Documented name of a key part, and its writer. */
export interface KeyPart<T> {
  name: string
  write(value: T): string
}

type ArgumentsOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? [...(First extends KeyPart<infer T> ? [T] : []), ...ArgumentsOf<Rest>]
  : []

type Parts = readonly (KeyPart<never> | string)[]

/** Creates and describes keys of one shape. */
export interface KeyShape<Arguments extends unknown[] = never[]> {
  (...values: Arguments): Key
  /** With names for values: `<user>#sms`. */
  pk: string
  sk: string
  about: string
}

/** A user's item in partition `<user>#<noun>`. */
export type ItemShape<Noun extends string, Facts, Arguments extends unknown[] = never[]> = KeyShape<Arguments> & {
  noun: Noun
  facts: Facts
}

/** Zero-padded, so that ids sort by time. */
export const padded = (id: number): string => String(id).padStart(16, '0')

export const id = (name = 'id'): KeyPart<number> => ({ name: `<${name}>`, write: padded })
export const text = (name: string): KeyPart<string> => ({ name: `<${name}>`, write: String })
export const count = (name: string): KeyPart<number> => ({ name: `<${name}>`, write: String })
/** At most `length` digits. */
export const digits = (name: string, length: number): KeyPart<number> => ({
  name: `<${name}>`,
  write: (value) => String(value).padStart(length, '0'),
})
const user: KeyPart<number> = { name: '<user>', write: String }

/** Keys of parts joined by #; arguments are the named parts' values. */
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

/** Facts about a kind of item, from which items.ts derives all lists. */
export interface ItemFacts {
  about: string
  /** Treatment in a person's erasure and export. */
  person: PersonFact
  /** Absent: exported. Erasing a user deletes every kind. */
  exported?: false
  /** Worker of overdue items. */
  due?: {
    queue: string
    messages(due: readonly Due[], keysMax: number): object[]
    /** Absent: the schedule's pace. */
    perSecond?: number
  }
  /** An item of no user that leads to this one; deleted first. */
  foundBy?: { attribute: string; key(value: string, user: number): Key }
}

/**
 * Kinds searched for a person, in order. Those that start calls are first; records are deleted or
 * emptied; copies are made of records; the rest mention people in texts.
 */
export const personPhases = ['starts calls', 'record', 'copy', 'mention'] as const
export type PersonPhase = (typeof personPhases)[number]
/** `untouched`: why a kind is not searched. */
type PersonFact = PersonPhase | { untouched: string }

/** A kind of item: `<user>#<noun>` and the sort key's parts. */
export const item = <const Noun extends string, const Sort extends Parts, const Facts extends ItemFacts>(
  noun: Noun,
  sort: Sort,
  facts: Facts,
): ItemShape<Noun, Facts, ArgumentsOf<[KeyPart<number>, ...Sort]>> =>
  Object.assign(key([user, noun], sort, facts.about), { noun, facts }) as never

/** Another sort key in a kind's partition. */
export const also = <const Sort extends Parts>({ noun }: { noun: string }, sort: Sort, about: string) =>
  key([user, noun], sort, about) as unknown as KeyShape<ArgumentsOf<[KeyPart<number>, ...Sort]>>

/** An item that a user has one of. */
export const single = (sk: string, about: string) => key([user], [sk], about)
