import type { Micros } from '../../words/money.ts'
import type { Model } from '../reference/models.ts'
import { priceOfTokens, type Usage } from '../reference/token-prices.ts'

export interface Budget {
  requestsMax: number
  costMax: Micros
}

export interface Spent extends Usage {
  requests: number
  cost: Micros
}

export interface Meter {
  add(model: Pick<Model, 'name'>, usage: Usage): void
  spent(): Spent
  isUsedUp(): boolean
}

export const meterOf = ({ requestsMax, costMax }: Budget): Meter => {
  const spent: Spent = { requests: 0, input: 0, output: 0, cost: 0 }
  return {
    add: (model, usage) => {
      spent.requests += 1
      spent.input += usage.input
      spent.output += usage.output
      spent.cost += priceOfTokens(model, usage)
    },
    spent: () => ({ ...spent }),
    isUsedUp: () => spent.requests >= requestsMax || spent.cost >= costMax,
  }
}
