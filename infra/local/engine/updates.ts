import type { Placeholders } from './placeholders.ts'
import { invalid, unknown } from './refusals.ts'
import { type ExpressionTokens, readOnce, tokensOf } from './tokens.ts'
import type { Attributes, Value } from './values.ts'

/**
 * A parsed update expression: SET to a value, ADD to a number, or REMOVE. Each changes a whole
 * attribute.
 */
export interface Update {
  names: ReadonlySet<string>
  values: ReadonlySet<string>
  changes: readonly string[]
  apply: (item: Attributes, placeholders: Placeholders) => void
}

type Step = Update['apply']

export const readUpdate = readOnce((text: string): Update => {
  const tokens = tokensOf(text)
  const changes: string[] = []
  const steps: Step[] = []
  for (const section of ['SET', 'ADD', 'REMOVE'] as const) {
    if (!tokens.takes(section)) continue
    do steps.push(sections[section](tokens, changes))
    while (tokens.takes(','))
  }
  if (tokens.peek() !== undefined || steps.length === 0) throw unknown(`the update ${text}`)
  return {
    names: tokens.names,
    values: tokens.values,
    changes,
    apply: (item, placeholders) => {
      for (const step of steps) step(item, placeholders)
    },
  }
})

const changedName = (tokens: ExpressionTokens, changes: string[]): string => {
  const name = tokens.name()
  changes.push(name)
  return name
}

const sections: Record<'SET' | 'ADD' | 'REMOVE', (tokens: ExpressionTokens, changes: string[]) => Step> = {
  SET: (tokens, changes) => {
    const name = changedName(tokens, changes)
    tokens.expect('=')
    const value = tokens.value()
    return (item, { names, values }) => {
      item[names[name] as string] = values[value] as Value
    }
  },
  ADD: (tokens, changes) => {
    const name = changedName(tokens, changes)
    const value = tokens.value()
    return (item, { names, values }) => {
      const attribute = names[name] as string
      item[attribute] = { N: sumOf(item[attribute] ?? { N: '0' }, values[value] as Value) }
    }
  },
  REMOVE: (tokens, changes) => {
    const name = changedName(tokens, changes)
    return (item, { names }) => {
      delete item[names[name] as string]
    }
  },
}

const sumOf = (one: Value, other: Value): string => {
  if (!('N' in other)) throw unknown('ADD of what is no number')
  if (!('N' in one)) throw invalid('An operand in the update expression has an incorrect data type')
  const sum = Number(one.N) + Number(other.N)
  if (![Number(one.N), Number(other.N), sum].every(Number.isSafeInteger))
    throw unknown(`the sum of ${one.N} and ${other.N}`)
  return String(sum)
}

export const checkChanges = ({ changes }: Update, { names }: Placeholders, keys: string[]): void => {
  const attributes = changes.map((name) => names[name] as string)
  if (new Set(attributes).size < attributes.length) throw unknown('an update that changes one attribute twice')
  const [key] = attributes.filter((name) => keys.includes(name))
  if (key !== undefined)
    throw invalid(
      `One or more parameter values were invalid: Cannot update attribute ${key}. This attribute is part of the key`,
    )
}
