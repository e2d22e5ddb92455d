import type { Micros } from '../../words/money.ts'
import type { Model } from './models.ts'

/*
 * The price list of model tokens: an example, to be replaced by the deployer's own contract prices.
 * A price below the vendor's loses money.
 */

/** Tokens of one request to a model. */
export interface Usage {
  input: number
  output: number
}

/** Micro-units per 1,000 tokens. */
const smallModel: Usage = { input: 1_000, output: 5_000 }
const largeModel: Usage = { input: 5_000, output: 25_000 }

/** Names of small models. Every other model, also a new one, has the price of a large one. */
const small = /nova-(2-lite|micro)|haiku|mini\b|luna|flash/

/** Returns the price of a request, rounded up to whole micro-units. */
export const priceOfTokens = ({ name }: Pick<Model, 'name'>, { input, output }: Usage): Micros => {
  const price = small.test(name) ? smallModel : largeModel
  return Math.ceil((input * price.input + output * price.output) / 1000)
}

/** Estimates tokens where a vendor reports none. English has about 4 characters per token. */
export const estimatedTokens = (characters: number): number => Math.ceil(characters / 4)
