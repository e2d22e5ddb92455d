import { asksToBeLeftAlone, readOptOut } from '../../../shared/domain/opt-outs/opt-out.ts'
import type { Sentences } from './sentences.ts'

export interface Rates {
  asks: number
  missed: string[]
  innocent: number
  barred: string[]
}

export const ratesOf = ({ asks, innocent }: Sentences): Rates => ({
  asks: asks.length,
  missed: asks.filter((words) => !asksToBeLeftAlone(words) || readOptOut(words) !== 'stop'),
  innocent: innocent.length,
  barred: innocent.filter((words) => asksToBeLeftAlone(words) || readOptOut(words) === 'stop'),
})

export const ratesOfAll = (lists: Readonly<Record<string, Sentences>>): Rates => {
  const each = Object.values(lists).map(ratesOf)
  return {
    asks: each.reduce((sum, { asks }) => sum + asks, 0),
    missed: each.flatMap(({ missed }) => missed),
    innocent: each.reduce((sum, { innocent }) => sum + innocent, 0),
    barred: each.flatMap(({ barred }) => barred),
  }
}
