import { ratesOf, ratesOfAll } from '../domain/opt-outs/rates.ts'
import { held, type Sentences, seen } from '../domain/opt-outs/sentences.ts'
import type { Cell, Measure } from './measure.ts'

const missedBudget = 5
const barredBudget = 10

const percent = (part: readonly string[], whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part.length) / whole) / 10

const rowOf = (language: string, list: string, { asks, missed, innocent, barred }: ReturnType<typeof ratesOf>) => {
  const isTotal = language === 'all'
  const cell = (value: number, budget: number): Cell => (isTotal ? { value, budget } : value)
  return {
    language,
    list,
    asks,
    'missed %': cell(percent(missed, asks), missedBudget),
    innocent,
    'barred %': cell(percent(barred, innocent), barredBudget),
  }
}

const none: Sentences = { asks: [], innocent: [] }

export const optOuts: Measure = {
  topic: 'opt-outs',
  title: 'Opt-outs that the rules miss, and look-alikes that they bar',
  run: async () => [
    ...Object.keys(seen).flatMap((language) => [
      rowOf(language, 'seen', ratesOf(seen[language] ?? none)),
      rowOf(language, 'held out', ratesOf(held[language] ?? none)),
    ]),
    rowOf('all', 'seen', ratesOfAll(seen)),
    rowOf('all', 'held out', ratesOfAll(held)),
  ],
}
