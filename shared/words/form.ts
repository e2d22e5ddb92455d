import * as z from 'zod'
import { must } from './must.ts'
import type { FieldErrors } from './problem.ts'

/** A form whose fields are validated separately, so that a response reports all errors. */
export interface Form<S extends Shape = Shape> {
  readonly fields: S
  readonly rules: readonly FormRule<S>[]
  readonly aliases?: Readonly<Record<string, Alias>>
  /** Fields of other products that are refused unless they are empty. */
  readonly unsupported?: readonly string[]
  /** At least one field of each group is required. */
  readonly either?: readonly (readonly string[])[]
}

export interface Alias {
  readonly of: string
  readonly field: z.ZodType
}

type AliasOf<S extends Shape> = {
  [K in keyof S & string]: { of: K; field: z.ZodType<NonNullable<z.output<S[K]>>> }
}[keyof S & string]

export type Shape = Record<string, z.ZodType>
export type Values<S extends Shape> = { [K in keyof S]: z.output<S[K]> }
export type FormRule<S extends Shape> = (values: Partial<Values<S>>) => FieldErrors
export type FormValues<F> = F extends Form<infer S> ? Values<S> : undefined

export interface Reading<S extends Shape> {
  values: Partial<Values<S>>
  errors: FieldErrors
}

export const form = <S extends Shape>(fields: S, ...rules: FormRule<S>[]): Form<S> => ({ fields, rules })

export const partial = <S extends Shape>(fields: S): { [K in keyof S]: z.ZodType<z.output<S[K]> | undefined> } => {
  const optional: Shape = {}
  for (const name in fields)
    optional[name] = z.preprocess((value) => value ?? undefined, z.optional(fields[name] ?? z.never()))
  return optional as { [K in keyof S]: z.ZodType<z.output<S[K]> | undefined> }
}

export const withAliases = <S extends Shape>(of: Form<S>, aliases: Readonly<Record<string, AliasOf<S>>>): Form<S> => ({
  ...of,
  aliases,
})

export const withUnsupported = <S extends Shape>(of: Form<S>, unsupported: readonly string[]): Form<S> => ({
  ...of,
  unsupported,
})

/** Requires one of the fields `names`. An error names the first of them. */
export const withEither = <S extends Shape>(of: Form<S>, ...names: (keyof S & string)[]): Form<S> => ({
  ...of,
  either: [...(of.either ?? []), names],
})

export const namesOf = ({ aliases = {} }: Pick<Form, 'aliases'>, fields: readonly string[]): string[] => [
  ...fields,
  ...Object.keys(aliases).filter((alias) => fields.includes(aliases[alias]?.of ?? '')),
]

export const isKnown = ({ fields, aliases = {}, unsupported = [] }: Form, name: string): boolean =>
  Object.hasOwn(fields, name) || Object.hasOwn(aliases, name) || unsupported.includes(name)

/** Ignores unknown fields. */
export const read = <S extends Shape>(of: Form<S>, input: unknown): Reading<S> => {
  if (!isObject(input)) return { values: {}, errors: { body: ['The body field must be an object.'] } }
  const values: Partial<Values<S>> = {}
  const errors: FieldErrors = {}
  for (const name in of.fields)
    for (const [spelling, field] of spellingsOf(of, name, input)) {
      const result = field.safeParse(Object.hasOwn(input, spelling) ? input[spelling] : undefined)
      if (!result.success) Object.assign(errors, issuesOf(spelling, result.error))
      else if (!Object.hasOwn(values, name)) values[name] = result.data as Values<S>[typeof name]
      else if (values[name] !== result.data)
        Object.assign(errors, finding(spelling, `${contradiction} ${withBlanks(name)}.`))
    }
  for (const fields of of.either ?? [])
    if (namesOf(of, fields).every((name) => isLeftOut(input, name)))
      Object.assign(errors, finding(must(fields[0], 'field'), 'The :attribute field is required.'))
  for (const name of of.unsupported ?? [])
    if (!isLeftOut(input, name) && !isEmptyList(input[name]))
      Object.assign(errors, finding(name, 'The :attribute field is not supported.'))
  return { values, errors: merge(errors, ...of.rules.map((rule) => rule(values))) }
}

const contradiction = 'The :attribute field must say the same as'

const spellingsOf = (
  { fields, aliases = {} }: Pick<Form, 'fields' | 'aliases'>,
  name: string,
  input: Record<string, unknown>,
): [string, z.ZodType][] => {
  const others = Object.entries(aliases)
    .filter(([alias, { of }]) => of === name && !isLeftOut(input, alias))
    .map(([alias, { field }]): [string, z.ZodType] => [alias, field])
  return others.length > 0 && isLeftOut(input, name) ? others : [[name, fields[name] ?? z.never()], ...others]
}

const isLeftOut = (input: Record<string, unknown>, name: string): boolean => {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const issuesOf = (name: string, { issues }: z.ZodError): FieldErrors => {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const path = [name, ...issue.path].join('.')
    errors[path] = [...(errors[path] ?? []), sentence(issue.message, path)]
  }
  return errors
}

export const merge = (...findings: FieldErrors[]): FieldErrors => Object.assign({}, ...findings.toReversed())

/**
 * Fills a template: `The :attribute field is required.` becomes `The webhook url field is
 * required.`
 */
export const sentence = (template: string, path: string) => template.replace(':attribute', withBlanks(path))

const withBlanks = (path: string) => path.replaceAll('_', ' ')

export const finding = (path: string, template: string): FieldErrors => ({ [path]: [sentence(template, path)] })

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
