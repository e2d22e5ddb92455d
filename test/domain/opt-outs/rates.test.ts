import { describe, expect, test } from 'vitest'
import { asksToBeLeftAlone, mayAskToBeLeftAlone, readOptOut } from '../../../shared/domain/opt-outs/opt-out.ts'
import { readPattern } from '../../../shared/domain/opt-outs/pattern.ts'
import { rulesByLanguage } from '../../../shared/domain/opt-outs/rules/every-language.ts'
import { languages } from '../../../shared/domain/reference/languages.ts'
import { ratesOfAll } from './rates.ts'
import { held, seen } from './sentences.ts'

/**
 * Maximum share of opt-outs that the rules miss, and of other sentences that they mistake for
 * opt-outs.
 */
const missedMax = 0.05
const barredMax = 0.1

test.each([
  ['that the rules were tuned on', seen],
  ['that the rules were not tuned on', held],
])('rules keep both goals for the sentences %s', (_, lists) => {
  const { asks, missed, innocent, barred } = ratesOfAll(lists)
  expect(missed.length / asks, missed.join('\n')).toBeLessThanOrEqual(missedMax)
  expect(barred.length / innocent, barred.join('\n')).toBeLessThanOrEqual(barredMax)
})

test('the list has at least 300 sentences in 17 languages', () => {
  const [one, other] = [ratesOfAll(seen), ratesOfAll(held)]
  expect(one.asks + one.innocent + other.asks + other.innocent).toBeGreaterThanOrEqual(300)
  expect(Object.keys(seen)).toHaveLength(17)
  expect(Object.keys(held)).toEqual(Object.keys(seen))
})

describe('asks are heard', () => {
  const asks = Object.values(seen).flatMap(({ asks }) => asks)
  const heard = asks.filter(asksToBeLeftAlone)
  test.each([
    ['in capitals', (words: string) => words.toUpperCase()],
    ['with typographic apostrophes', (words: string) => words.replaceAll("'", '’')],
    ['amid other words', (words: string) => `Hm. ${words}. OK?`],
    ['without accents', (words: string) => words.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')],
  ])('%s', (_, write) => {
    expect(heard.filter((words) => !asksToBeLeftAlone(write(words)))).toEqual([])
  })

  test('and a sentence that the rules miss is a hint for the model', () => {
    const all = [...asks, ...Object.values(held).flatMap(({ asks }) => asks)]
    expect(all.filter((words) => !mayAskToBeLeftAlone(words))).toEqual([])
  })
})

test('every language of the assistants has rules', () => {
  const spoken = new Set(languages.map(({ iso_2 }) => iso_2))
  expect(Object.keys(rulesByLanguage).toSorted()).toEqual([...spoken].toSorted())
})

test('every pattern can be read', () => {
  const every = Object.values(rulesByLanguage).flatMap(({ asks, unless, lists }) =>
    `${asks}\n${unless}`
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => ({ line, lists })),
  )
  for (const { line, lists } of every) expect(() => readPattern(line, lists, true).elements(), line).not.toThrow()
})

test.each(["don't ever ", 'no me ', 'nicht mehr ', 'stop ', '別', 'a', "'"])(
  'time grows with the length only: %j',
  (part) => {
    const took = (times: number) => {
      const words = part.repeat(times)
      const begun = performance.now()
      asksToBeLeftAlone(words)
      readOptOut(words)
      return performance.now() - begun
    }
    took(500)
    expect(took(8_000)).toBeLessThan(100 * Math.max(took(1_000), 2))
  },
)

test.each([
  '',
  'No',
  'I am not interested, goodbye',
  '(key 9)',
  'Sí, llámeme mañana por la tarde',
  'Oui, appelez-moi demain',
])('%j is no ask', (words) => {
  expect(asksToBeLeftAlone(words)).toBe(false)
})
