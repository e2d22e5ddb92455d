import type { Placeholders } from './placeholders.ts'
import { invalid, unknown } from './refusals.ts'
import { type ExpressionTokens, readOnce, tokensOf } from './tokens.ts'
import { type Attributes, areEqual, compare, kindOf, type Value } from './values.ts'

/** A parsed condition: comparisons, existence checks, AND, OR, NOT and parentheses. */
export interface ParsedCondition {
  names: ReadonlySet<string>
  values: ReadonlySet<string>
  holds: Test
  check: (placeholders: Placeholders) => void
}

type Test = (item: Attributes, placeholders: Placeholders) => boolean
type Path = (item: Attributes, placeholders: Placeholders) => Value | undefined

export const readCondition = readOnce((text: string): ParsedCondition => {
  const tokens = tokensOf(text)
  const checks: ((placeholders: Placeholders) => void)[] = []
  const holds = disjunction(tokens, checks)
  if (tokens.peek() !== undefined) throw unknown(`the condition ${text}`)
  return {
    names: tokens.names,
    values: tokens.values,
    holds,
    check: (placeholders) => {
      for (const check of checks) check(placeholders)
    },
  }
})

type Checks = ((placeholders: Placeholders) => void)[]

const disjunction = (tokens: ExpressionTokens, checks: Checks): Test => {
  const parts = [conjunction(tokens, checks)]
  while (tokens.takes('OR')) parts.push(conjunction(tokens, checks))
  return (item, placeholders) => parts.some((holds) => holds(item, placeholders))
}

const conjunction = (tokens: ExpressionTokens, checks: Checks): Test => {
  const parts = [term(tokens, checks)]
  while (tokens.takes('AND')) parts.push(term(tokens, checks))
  return (item, placeholders) => parts.every((holds) => holds(item, placeholders))
}

const term = (tokens: ExpressionTokens, checks: Checks): Test => {
  if (tokens.takes('NOT')) {
    const holds = term(tokens, checks)
    return (item, placeholders) => !holds(item, placeholders)
  }
  if (tokens.takes('(')) return group(tokens, checks)
  if (!tokens.peek()?.startsWith('#')) return presence(tokens)
  return comparison(tokens, checks)
}

const group = (tokens: ExpressionTokens, checks: Checks): Test => {
  if (tokens.peek() === '(') throw unknown('parentheses that open twice')
  const holds = disjunction(tokens, checks)
  tokens.expect(')')
  return holds
}

const presence = (tokens: ExpressionTokens): Test => {
  const name = tokens.take()
  tokens.expect('(')
  const path = readPath(tokens)
  tokens.expect(')')
  if (name === 'attribute_exists') return (item, placeholders) => path(item, placeholders) !== undefined
  if (name === 'attribute_not_exists') return (item, placeholders) => path(item, placeholders) === undefined
  throw unknown(`the function ${name}`)
}

const comparison = (tokens: ExpressionTokens, checks: Checks): Test => {
  const path = readPath(tokens)
  const sign = tokens.take()
  const matches = comparisons[sign]
  if (!matches) throw unknown(`the operator ${sign}`)
  const value = tokens.value()
  if (sign !== '=' && sign !== '<>') checks.push(({ values }) => checkOrdered(sign, values[value]))
  return (item, { names, values }) => matches(path(item, { names, values }), values[value] as Value)
}

const checkOrdered = (sign: string, value: Value | undefined) => {
  if (!value || 'S' in value || 'N' in value) return
  if ('B' in value) throw unknown('an order of binaries')
  const problem = `Incorrect operand type for operator or function; operator: ${sign}, operand type: ${kindOf(value)}`
  throw invalid(`Invalid ConditionExpression: ${problem}`)
}

const comparisons: Record<string, (one: Value | undefined, other: Value) => boolean> = {
  '=': (one, other) => one !== undefined && areEqual(one, other),
  '<>': (one, other) => one === undefined || !areEqual(one, other),
  '<': (one, other) => one !== undefined && (compare(one, other) ?? 0) < 0,
  '<=': (one, other) => one !== undefined && (compare(one, other) ?? 1) <= 0,
  '>': (one, other) => one !== undefined && (compare(one, other) ?? 0) > 0,
  '>=': (one, other) => one !== undefined && (compare(one, other) ?? -1) >= 0,
}

const readPath = (tokens: ExpressionTokens): Path => {
  const first = tokens.name()
  const more: string[] = []
  while (tokens.takes('.')) more.push(tokens.name())
  return (item, { names }) => {
    let value = item[names[first] ?? '']
    for (const name of more) value = value && 'M' in value ? value.M[names[name] ?? ''] : undefined
    return value
  }
}
