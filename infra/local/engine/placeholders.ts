import { invalid, unknown } from './refusals.ts'
import type { Attributes } from './values.ts'

export interface Placeholders {
  names: Record<string, string>
  values: Attributes
}

export interface WithPlaceholders {
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Attributes
}

export const placeholdersOf = (input: WithPlaceholders): Placeholders => {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input
  if (names && Object.keys(names).length === 0) throw invalid('ExpressionAttributeNames must not be empty')
  if (values && Object.keys(values).length === 0) throw invalid('ExpressionAttributeValues must not be empty')
  return { names: names ?? {}, values: values ?? {} }
}

export interface NamedPlaceholders {
  names: ReadonlySet<string>
  values: ReadonlySet<string>
}

export const checkPlaceholders = ({ names, values }: Placeholders, expressions: NamedPlaceholders[]): void => {
  for (const { names: spoken } of expressions)
    for (const name of spoken) if (!(name in names)) throw unknown(`${name} without a name`)
  for (const { values: spoken } of expressions)
    for (const value of spoken) if (!(value in values)) throw unknown(`${value} without a value`)
  for (const name in names)
    if (!expressions.some((expression) => expression.names.has(name))) throw unused('Names', name)
  for (const value in values)
    if (!expressions.some((expression) => expression.values.has(value))) throw unused('Values', value)
}

const unused = (what: 'Names' | 'Values', name: string) =>
  invalid(`Value provided in ExpressionAttribute${what} unused in expressions: keys: {${name}}`)
