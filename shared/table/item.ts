import type { Due } from './due.ts'

export interface Key {
  pk: string
  sk: string
}

/** One part of a key: how it is named in the documentation, and how a value is written. */
export interface KeyPart<T> {
  name: string
  write(value: T): string
}

type ArgumentsOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? [...(First extends KeyPart<infer T> ? [T] : []), ...ArgumentsOf<Rest>]
  : []

type Parts = readonly (KeyPart<never> | string)[]

/** Makes keys of one shape, and describes them. */
export interface KeyShape<Arguments extends unknown[] = never[]> {
  (...values: Arguments): Key
  /** The shape with names in place of values: `<user>#sms`. */
  pk: string
  sk: string
  about: string
}

/** An item of a user, in a partition of its own: `<user>#<noun>`. */
export type ItemShape<Noun extends string, Facts, Arguments extends unknown[] = never[]> = KeyShape<Arguments> & {
  noun: Noun
  facts: Facts
}

/** Ids sort in time order, because they are padded with zeros. */
export const padded = (id: number): string => String(id).padStart(16, '0')

export const id = (name = 'id'): KeyPart<number> => ({ name: `<${name}>`, write: padded })
export const text = (name: string): KeyPart<string> => ({ name: `<${name}>`, write: String })
export const count = (name: string): KeyPart<number> => ({ name: `<${name}>`, write: String })
/** A number of at most `length` digits. */
export const digits = (name: string, length: number): KeyPart<number> => ({
  name: `<${name}>`,
  write: (value) => String(value).padStart(length, '0'),
})
const user: KeyPart<number> = { name: '<user>', write: String }

/**
 * Makes keys of parts that are joined by #. The arguments are the values of the named parts, in
 * order.
 */
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

/** Facts about a kind of item. All lists of kinds are derived from them, in items.ts. */
export interface ItemFacts {
  about: string
  /** The treatment of such items in the erasure and the export of one person. */
  person: PersonFact
  /** Absent: items are in the export of a user. Erasing a user deletes the items of every kind. */
  exported?: false
  /** The worker that receives an item whose `due_at` has passed. */
  due?: {
    queue: string
    messages(due: readonly Due[], keysMax: number): object[]
    /** Absent: the pace of the schedule. */
    perSecond?: number
  }
  /**
   * An item of no user that leads to this one. It is deleted first, because nothing finds it later.
   */
  foundBy?: { attribute: string; key(value: string, user: number): Key }
}

/**
 * Kinds of items that are searched for a person, in the order of the search. Those that start calls
 * are first. A record is about a person: it is deleted, or loses its contents. A copy is made of
 * records. The rest only mention people: the number is taken out of their texts.
 */
export const personPhases = ['starts calls', 'record', 'copy', 'mention'] as const
export type PersonPhase = (typeof personPhases)[number]
/** `untouched` says why items of a kind are not searched. */
type PersonFact = PersonPhase | { untouched: string }

/** A kind of item of a user: `<user>#<noun>` and the parts of the sort key. */
export const item = <const Noun extends string, const Sort extends Parts, const Facts extends ItemFacts>(
  noun: Noun,
  sort: Sort,
  facts: Facts,
): ItemShape<Noun, Facts, ArgumentsOf<[KeyPart<number>, ...Sort]>> =>
  Object.assign(key([user, noun], sort, facts.about), { noun, facts }) as never

/** Another sort key in the partition of a kind of item. */
export const also = <const Sort extends Parts>({ noun }: { noun: string }, sort: Sort, about: string) =>
  key([user, noun], sort, about) as unknown as KeyShape<ArgumentsOf<[KeyPart<number>, ...Sort]>>

/** An item that a user has one of. */
export const single = (sk: string, about: string) => key([user], [sk], about)
