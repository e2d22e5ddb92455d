import * as z from 'zod'
import type { FieldErrors } from './problem.ts'

/**
 * What a request may carry, field by field. A form reads every field by itself, so that all failing fields are
 * reported at once and rules across fields still see the fields that are well.
 */
export interface Form<S extends Shape = Shape> {
  readonly fields: S
  readonly rules: readonly Rule<S>[]
}

export type Shape = Record<string, z.ZodType>
export type Values<S extends Shape> = { [K in keyof S]: z.output<S[K]> }
/** A rule across fields; it sees only the fields that passed their own checks. */
export type Rule<S extends Shape> = (values: Partial<Values<S>>) => FieldErrors
export type FormValues<F> = F extends Form<infer S> ? Values<S> : undefined

export interface Reading<S extends Shape> {
  values: Partial<Values<S>>
  errors: FieldErrors
}

export const form = <S extends Shape>(fields: S, ...rules: Rule<S>[]): Form<S> => ({ fields, rules })

/** The same fields, all of which may be left out: what an update accepts. */
export const partial = <S extends Shape>(fields: S): { [K in keyof S]: z.ZodType<z.output<S[K]> | undefined> } => {
  const optional: Shape = {}
  for (const name in fields)
    optional[name] = z.preprocess((value) => value ?? undefined, z.optional(fields[name] ?? z.never()))
  return optional as { [K in keyof S]: z.ZodType<z.output<S[K]> | undefined> }
}

/** Reads `input` (any JSON value); unknown fields are ignored. */
export const read = <S extends Shape>(of: Form<S>, input: unknown): Reading<S> => {
  if (!isObject(input)) return { values: {}, errors: { body: ['The body field must be an object.'] } }
  const values: Partial<Values<S>> = {}
  const errors: FieldErrors = {}
  for (const name in of.fields) {
    const result = of.fields[name]?.safeParse(Object.hasOwn(input, name) ? input[name] : undefined)
    if (result?.success) values[name] = result.data as Values<S>[typeof name]
    for (const issue of result?.error?.issues ?? []) {
      const path = [name, ...issue.path].join('.')
      errors[path] = [...(errors[path] ?? []), sentence(issue.message, path)]
    }
  }
  return { values, errors: merge(errors, ...of.rules.map((rule) => rule(values))) }
}

/** Joins findings; a field that already failed keeps its first sentences. */
export const merge = (...findings: FieldErrors[]): FieldErrors => Object.assign({}, ...findings.toReversed())

/** `The :attribute field is required.` + `webhook_url` → `The webhook url field is required.` */
export const sentence = (template: string, path: string) => template.replace(':attribute', path.replaceAll('_', ' '))

/** The finding of one field, from a sentence template. */
export const finding = (path: string, template: string): FieldErrors => ({ [path]: [sentence(template, path)] })

/** A JSON object, and nothing else that JavaScript calls one. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
