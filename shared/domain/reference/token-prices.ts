import list from '../../../prices.json' with { type: 'json' }
import { type Micros, microsPerUnit } from '../../words/money.ts'
import type { Model } from './models.ts'

export interface Usage {
  input: number
  output: number
}

/** Per 1,000 tokens, in the account currency. */
const prices = new Map<string, Usage>(Object.entries(list.models))

export const priceOfTokens = ({ name }: Pick<Model, 'name'>, { input, output }: Usage): Micros => {
  const price = prices.get(name) ?? list.model_default
  const microsOf = (amount: number) => Math.round(amount * microsPerUnit)
  return Math.ceil((input * microsOf(price.input) + output * microsOf(price.output)) / 1000)
}

/** Estimates tokens, for vendors that report none. English has about 4 characters per token. */
export const estimatedTokens = (characters: number): number => Math.ceil(characters / 4)
