import type { Placeholders } from './placeholders.ts'
import { emptyKey, invalid, unknown } from './refusals.ts'
import type { View } from './shape.ts'
import { readOnce, tokensOf } from './tokens.ts'
import { compare, kindOf, type Value } from './values.ts'

/** Inclusive bounds of a sort key. */
export interface SortBounds {
  from?: string | number
  to?: string | number
}

export interface KeyCondition {
  names: ReadonlySet<string>
  values: ReadonlySet<string>
  rangeOf(view: View, placeholders: Placeholders): { partition: string; bounds: SortBounds }
}

export const readKeyCondition = readOnce((text: string): KeyCondition => {
  const tokens = tokensOf(text)
  const partition = tokens.name()
  tokens.expect('=')
  const partitionValue = tokens.value()
  const sort = tokens.takes('AND') ? tokens.name() : undefined
  const sign = sort && tokens.take().toUpperCase()
  const first = sign && tokens.value()
  if (sign === 'BETWEEN') tokens.expect('AND')
  const last = sign === 'BETWEEN' ? tokens.value() : undefined
  if (tokens.peek() !== undefined) throw unknown(`the key condition ${text}`)

  return {
    names: tokens.names,
    values: tokens.values,
    rangeOf: (view, { names, values }) => {
      if (names[partition] !== view.partitionKey)
        throw invalid(`Query condition missed key schema element: ${view.partitionKey}`)
      if (sort && names[sort] !== view.sortKey)
        throw invalid(`Query condition missed key schema element: ${view.sortKey}`)
      const from = first ? values[first] : undefined
      const to = last ? values[last] : undefined
      for (const bound of [from, to]) if (bound && !(view.sortKind in bound)) throw typeMismatch()
      return { partition: keyText(values[partitionValue] as Value), bounds: boundsOf(sign, from, to) }
    },
  }
})

const boundsOf = (sign: string | undefined, first: Value | undefined, last: Value | undefined): SortBounds => {
  if (!first) return {}
  const bound = boundOf(first)
  if (sign === '>=') return { from: bound }
  if (sign === '<=') return { to: bound }
  if (sign === '=') return { from: bound, to: bound }
  if (!last) throw unknown(`${sign} in a key condition`)
  if ((compare(first, last) ?? 0) > 0)
    throw invalid(
      `Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: ${shown(first)}, upper bound operand: AttributeValue: ${shown(last)}`,
    )
  return { from: bound, to: boundOf(last) }
}

const boundOf = (value: Value): string | number => ('N' in value ? Number(value.N) : keyText(value))

const keyText = (value: Value): string => {
  if (!('S' in value)) throw typeMismatch()
  if (value.S === '') throw invalid(`One or more parameter values are not valid. ${emptyKey}`)
  return value.S
}

const typeMismatch = () =>
  invalid('One or more parameter values were invalid: Condition parameter type does not match schema type')

const shown = (value: Value) => `{${kindOf(value)}:${Object.values(value)}}`
