import type * as z from 'zod'
import { clearable, documented, optional } from './fields.ts'
import { type Alias, partial } from './form.ts'

/**
 * A setting is a value: how requests send it, its default, and how answers show it. A noun has one
 * record of them, by the names that requests use. Its stored type, forms and views are derived from
 * it.
 */

/** Kind of value: how requests send it, and how answers show it. */
export interface SettingKind<Value, Shown extends z.ZodType = z.ZodType> {
  /** Reads the value that is stored. */
  readonly field: z.ZodType<Value>
  readonly shown: Shown
  /** Returns the shown value, if it differs from the stored one. */
  show?(value: Value): z.input<Shown>
  /** Reads the shown value when a client sends it back. Without it `field` does. */
  readonly asShown?: z.ZodType<Value>
  /**
   * True for values of any shape. They are stored as JSON: DynamoDB has smaller numbers and
   * shallower nesting.
   */
  readonly isFree?: boolean
  /** Joins the sent value to the stored one. Without it the sent value replaces the stored one. */
  join?(sent: Value, stored: Value | undefined): Value
}

/** Field of the requests that create and update. */
export interface RequestField<Draft = unknown, Changes = unknown> {
  readonly draft: z.ZodType<Draft>
  readonly changes: z.ZodType<Changes>
  /** Another name of the field, under which answers show it. */
  readonly alias?: { readonly name: string; readonly field: z.ZodType } | undefined
}

/** Field that sets one member of what is stored. */
export interface Setting<
  Value = unknown,
  Shown extends z.ZodType = z.ZodType,
  Name extends string | undefined = string | undefined,
  Draft = unknown,
> extends RequestField<Draft, Value | undefined>,
    Pick<SettingKind<Value, Shown>, 'shown' | 'show' | 'isFree' | 'join'> {
  /** Name of the member in the store and in answers, if it is not the name of the field. */
  readonly storedAs?: Name | undefined
  /** Undefined when every draft sends the field. */
  readonly default?: Value | undefined
}

interface Naming<Name extends string | undefined> {
  storedAs?: Name
}

/** Reads a field of an update. Null is the same as left out, and an empty text is refused. */
export const unlessLeftOut = <T>(field: z.ZodType<T>): z.ZodType<T | undefined> => partial({ field }).field

const setting = <Value, Shown extends z.ZodType, Name extends string | undefined, Draft>(
  { field, asShown = field, ...kind }: SettingKind<Value, Shown>,
  { storedAs, ...rest }: Naming<Name> & RequestField<Draft, Value | undefined> & { default?: Value },
): Setting<Value, Shown, Name, Draft> => ({
  ...kind,
  ...rest,
  ...(storedAs !== undefined && { storedAs, alias: { name: storedAs, field: asShown } }),
})

/** Setting that every draft sends. */
export const required = <Value, Shown extends z.ZodType, const Name extends string | undefined = undefined>(
  kind: SettingKind<Value, Shown>,
  naming: Naming<Name> = {},
) => setting(kind, { ...naming, draft: kind.field, changes: unlessLeftOut(kind.field) })

/** Setting with a default. Null is the same as left out. */
export const withDefault = <Value, Shown extends z.ZodType, const Name extends string | undefined = undefined>(
  kind: SettingKind<Value, Shown>,
  usual: NoInfer<Value>,
  naming: Naming<Name> = {},
) => {
  const field = optional(kind.field)
  // A default that a request cannot send is not told.
  const draft = kind.asShown || usual === '' ? field : documented(optional(kind.field), { default: usual })
  return setting(kind, { ...naming, draft, changes: field, default: usual })
}

/**
 * Optional setting without a default of its own. The maker of an item decides what it is when a
 * draft leaves it out.
 */
export const resolved = <Value, Shown extends z.ZodType, const Name extends string | undefined = undefined>(
  kind: SettingKind<Value, Shown>,
  naming: Naming<Name> = {},
) => {
  const field = optional(kind.field)
  return setting(kind, { ...naming, draft: field, changes: field })
}

/** Setting that may be null, which is the usual default. Null clears it in an update. */
export const nullable = <Value, Shown extends z.ZodType>(
  { field, shown }: SettingKind<Value, Shown>,
  usual: NoInfer<Value> | null = null,
) =>
  setting(
    { field: field.nullable(), shown: shown.nullable() },
    {
      storedAs: undefined,
      draft: documented(clearable(field), { default: usual }),
      changes: clearable(field),
      default: usual,
    },
  )

/** As `nullable`, but the API document leaves out that a draft takes null. */
export const nullableLater = <Value, Shown extends z.ZodType>(kind: SettingKind<Value, Shown>) => ({
  ...nullable(kind),
  draft: optional(kind.field),
})

/** Optional field that sets no member by itself. */
export const asked = <T>(field: z.ZodType<T>, alias?: { name: string; field: z.ZodType<T> }) => ({
  draft: optional(field),
  changes: optional(field),
  alias,
})

type Fields = Record<string, RequestField>
type NameIn<F extends Fields> = { [K in keyof F]: F[K] extends Setting ? K : never }[keyof F]
type StoredName<K, S> = S extends { storedAs?: infer Name } ? ([Name & string] extends [never] ? K : Name & string) : K
type Of<S> = S extends Setting ? Exclude<z.output<S['changes']>, undefined> : never
type ShownBy<S> = S extends Setting ? S['shown'] : never

/** The stored members that these fields set. */
export type Stored<F extends Fields> = { [K in NameIn<F> as StoredName<K, F[K]> & string]: Of<F[K]> }
type Defaults<F extends Fields> = {
  [K in NameIn<F> as undefined extends z.output<F[K]['draft']> ? StoredName<K, F[K]> & string : never]: Of<F[K]>
}
type Schemas<F extends Fields> = { [K in NameIn<F> as StoredName<K, F[K]> & string]: ShownBy<F[K]> }
type Shown<F extends Fields> = { [K in NameIn<F> as StoredName<K, F[K]> & string]: z.input<ShownBy<F[K]>> }
type Sent<F extends Fields> = { [K in keyof F]?: z.output<F[K]['changes']> }

/**
 * Everything that is derived from a record of fields. The casts are here because no type follows a
 * name through a loop.
 */
export const settingsOf = <F extends Fields>(fields: F, help: { readonly [K in keyof F]?: string } = {}) => {
  for (const [name, { draft, changes }] of Object.entries(fields))
    if (help[name] !== undefined) for (const field of [draft, changes]) documented(field, { description: help[name] })
  const settings = Object.entries(fields).flatMap(([name, field]) => {
    const each: RequestField & Partial<Setting> = field
    return each.shown ? [{ ...each, shown: each.shown, name, stored: each.storedAs ?? name }] : []
  })
  const byName = (entries: [string, unknown][]): Record<string, unknown> => Object.fromEntries(entries)
  const fieldsOf = (member: 'draft' | 'changes') =>
    byName(Object.entries(fields).map(([name, field]) => [name, field[member]]))
  const aliased = Object.entries(fields).flatMap(([of, { alias }]): [string, Alias][] =>
    alias ? [[alias.name, { of, field: alias.field }]] : [],
  )
  const defaults = byName(
    settings.flatMap(({ stored, default: usual }) => (usual === undefined ? [] : [[stored, usual]])),
  )
  const sent = (values: Sent<F>, before: Record<string, unknown>) =>
    byName(
      settings.flatMap(({ name, stored, join }) => {
        const value = values[name]
        return value === undefined ? [] : [[stored, join ? join(value, before[stored]) : value]]
      }),
    )
  return {
    draft: fieldsOf('draft') as { [K in keyof F]: F[K]['draft'] },
    changes: fieldsOf('changes') as { [K in keyof F]: F[K]['changes'] },
    /** Other names of the fields, for the form. */
    aliases: Object.fromEntries(aliased),
    defaults: defaults as Defaults<F>,
    /** Stored members of any shape. */
    free: settings.flatMap(({ stored, isFree }) => (isFree ? [stored as keyof Stored<F>] : [])),
    /** Schema of the answer, member by member. */
    schemas: byName(settings.map(({ stored, shown }) => [stored, shown])) as Schemas<F>,
    /** Returns what answers show of stored members. */
    show: (from: Stored<F>): Shown<F> => {
      const members: Record<string, unknown> = from
      const seen: Record<string, unknown> = {}
      for (const { stored, show } of settings) seen[stored] = show ? show(members[stored]) : members[stored]
      return seen as Shown<F>
    },
    /** Returns the members of a new item: what the draft sends, and defaults. */
    made: (draft: { [K in keyof F]: z.output<F[K]['draft']> }) =>
      ({ ...defaults, ...sent(draft as Sent<F>, {}) }) as Stored<F>,
    /** Returns the members that a request changes. */
    changed: (changes: Sent<F>, before: Stored<F>) => sent(changes, before) as Partial<Stored<F>>,
  }
}

/** Returns only the members that are there. A spread would also copy those that are undefined. */
export const given = <T extends object>(changes: T): Partial<T> => {
  const members: Partial<T> = {}
  for (const name in changes) if (changes[name] !== undefined) members[name] = changes[name]
  return members
}
