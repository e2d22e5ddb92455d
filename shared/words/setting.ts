import type * as z from 'zod'
import { clearable, documented, optional } from './fields.ts'
import { type Alias, partial } from './form.ts'

export interface SettingKind<Value, Shown extends z.ZodType = z.ZodType> {
  readonly field: z.ZodType<Value>
  readonly shown: Shown
  show?(value: Value): z.input<Shown>
  readonly asShown?: z.ZodType<Value>
  /**
   * True for values of any form, which are stored as JSON text because DynamoDB limits numbers and
   * nesting.
   */
  readonly isFree?: boolean
  /** By default, the sent value replaces the stored value. */
  join?(sent: Value, stored: Value | undefined): Value
}

export interface RequestField<Draft = unknown, Changes = unknown> {
  readonly draft: z.ZodType<Draft>
  readonly changes: z.ZodType<Changes>
  readonly alias?: { readonly name: string; readonly field: z.ZodType } | undefined
}

export interface Setting<
  Value = unknown,
  Shown extends z.ZodType = z.ZodType,
  Name extends string | undefined = string | undefined,
  Draft = unknown,
> extends RequestField<Draft, Value | undefined>,
    Pick<SettingKind<Value, Shown>, 'shown' | 'show' | 'isFree' | 'join'> {
  /** Name in the table, if it differs. */
  readonly storedAs?: Name | undefined
  /** Undefined when every draft must contain the setting. */
  readonly default?: Value | undefined
}

interface Naming<Name extends string | undefined> {
  storedAs?: Name
}

/** Treats null as omitted; empty text is refused. */
export const unlessLeftOut = <T>(field: z.ZodType<T>): z.ZodType<T | undefined> => partial({ field }).field

const setting = <Value, Shown extends z.ZodType, Name extends string | undefined, Draft>(
  { field, asShown = field, ...kind }: SettingKind<Value, Shown>,
  { storedAs, ...rest }: Naming<Name> & RequestField<Draft, Value | undefined> & { default?: Value },
): Setting<Value, Shown, Name, Draft> => ({
  ...kind,
  ...rest,
  ...(storedAs !== undefined && { storedAs, alias: { name: storedAs, field: asShown } }),
})

export const required = <Value, Shown extends z.ZodType, const Name extends string | undefined = undefined>(
  kind: SettingKind<Value, Shown>,
  naming: Naming<Name> = {},
) => setting(kind, { ...naming, draft: kind.field, changes: unlessLeftOut(kind.field) })

export const withDefault = <Value, Shown extends z.ZodType, const Name extends string | undefined = undefined>(
  kind: SettingKind<Value, Shown>,
  usual: NoInfer<Value>,
  naming: Naming<Name> = {},
) => {
  const field = optional(kind.field)
  const draft = kind.asShown || usual === '' ? field : documented(optional(kind.field), { default: usual })
  return setting(kind, { ...naming, draft, changes: field, default: usual })
}

/** An optional setting. The code that creates the object decides the default. */
export const resolved = <Value, Shown extends z.ZodType, const Name extends string | undefined = undefined>(
  kind: SettingKind<Value, Shown>,
  naming: Naming<Name> = {},
) => {
  const field = optional(kind.field)
  return setting(kind, { ...naming, draft: field, changes: field })
}

/** A setting that clients clear with null. */
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

/** Like `nullable`, but the API documents null only for changes. */
export const nullableLater = <Value, Shown extends z.ZodType>(kind: SettingKind<Value, Shown>) => ({
  ...nullable(kind),
  draft: optional(kind.field),
})

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

export type Stored<F extends Fields> = { [K in NameIn<F> as StoredName<K, F[K]> & string]: Of<F[K]> }
type Defaults<F extends Fields> = {
  [K in NameIn<F> as undefined extends z.output<F[K]['draft']> ? StoredName<K, F[K]> & string : never]: Of<F[K]>
}
type Schemas<F extends Fields> = { [K in NameIn<F> as StoredName<K, F[K]> & string]: ShownBy<F[K]> }
type Shown<F extends Fields> = { [K in NameIn<F> as StoredName<K, F[K]> & string]: z.input<ShownBy<F[K]>> }
type Sent<F extends Fields> = { [K in keyof F]?: z.output<F[K]['changes']> }

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
    aliases: Object.fromEntries(aliased),
    defaults: defaults as Defaults<F>,
    free: settings.flatMap(({ stored, isFree }) => (isFree ? [stored as keyof Stored<F>] : [])),
    schemas: byName(settings.map(({ stored, shown }) => [stored, shown])) as Schemas<F>,
    show: (from: Stored<F>): Shown<F> => {
      const members: Record<string, unknown> = from
      const seen: Record<string, unknown> = {}
      for (const { stored, show } of settings) seen[stored] = show ? show(members[stored]) : members[stored]
      return seen as Shown<F>
    },
    made: (draft: { [K in keyof F]: z.output<F[K]['draft']> }) =>
      ({ ...defaults, ...sent(draft as Sent<F>, {}) }) as Stored<F>,
    changed: (changes: Sent<F>, before: Stored<F>) => sent(changes, before) as Partial<Stored<F>>,
  }
}

export const given = <T extends object>(changes: T): Partial<T> => {
  const members: Partial<T> = {}
  for (const name in changes) if (changes[name] !== undefined) members[name] = changes[name]
  return members
}
