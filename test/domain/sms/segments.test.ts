import { SegmentedMessage } from 'sms-segments-calculator'
import { describe, expect, test } from 'vitest'
import { countSegments } from '../../../shared/domain/sms/segments.ts'
import { inProve } from '../../in-prove.ts'
import { seededRandom } from '../../world.ts'

test.each([
  ['160 letters', 'a'.repeat(160), 1],
  ['161 letters', 'a'.repeat(161), 2],
  ['306 letters', 'a'.repeat(306), 2],
  ['307 letters', 'a'.repeat(307), 3],
  ['80 euro signs', '€'.repeat(80), 1],
  ['153 euro signs, none of them cut in two', '€'.repeat(153), 3],
  ['152 letters, a euro sign and 10 letters', `${'a'.repeat(152)}€${'a'.repeat(10)}`, 2],
  ['70 letters outside GSM-7', 'ç'.repeat(70), 1],
  ['71 letters outside GSM-7', 'ç'.repeat(71), 2],
  ['134 letters outside GSM-7', 'ç'.repeat(134), 2],
  ['135 letters outside GSM-7', 'ç'.repeat(135), 3],
  ['35 emoji', '😀'.repeat(35), 1],
  ['36 emoji', '😀'.repeat(36), 2],
  ['67 emoji, none of them cut in two', '😀'.repeat(67), 3],
  ['300 emoji', '😀'.repeat(300), 10],
  ['one emoji among letters', `${'a'.repeat(69)}😀`, 2],
  ['capital Ç, umlauts and Greek capitals', 'ÇÄÖÜäöüßñéàΔΦΓΛΩΠΨΣΘΞ'.padEnd(160, '\n'), 1],
  ['every extension character', '^{}[]~\\|€\f'.repeat(8), 1],
])('%s', (_, text, segments) => {
  expect(countSegments(text)).toBe(segments)
})

const pools = {
  'GSM-7': 'abcXYZ 0129@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n',
  extension: '^{}[]~\\|€\f',
  BMP: 'çčёд你ñ“”–…`\t\u00a0',
  astral: '😀🚀𝒳𐍈👍',
  combining: '\u0301\u0308\u200d\ufe0f\u{1f3fd}\u{1f1e9}\u{1f1ea}',
}

const randomTexts = (seed: string, kinds: (keyof typeof pools)[]) => {
  const random = seededRandom(seed)
  let state = Math.floor(random.number() * 2 ** 31)
  const below = (limit: number) => {
    state = (state * 48271) % 2147483647
    return state % limit
  }
  const borders = [35, 67, 70, 80, 134, 153, 160, 201, 268, 300]
  return () => {
    const letters = kinds.filter(() => below(2) === 0).flatMap((kind) => [...pools[kind]])
    const length = below(2) ? below(300) + 1 : Math.min(300, (borders[below(borders.length)] ?? 1) + below(5) - 2)
    const plain = below(2) ? 0 : 90
    return Array.from({ length }, () =>
      letters.length === 0 || below(100) < plain ? 'a' : (letters[below(letters.length)] ?? 'a'),
    ).join('')
  }
}

/**
 * Counts SMS segments independently of the product: cuts the text where a segment is full, but
 * never within a character.
 */
const cutIntoParts = (text: string): number => {
  const gsm = /^[A-Za-z0-9 @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n\r^{}[\]~\\|€\f]*$/.test(
    text,
  )
  const values = gsm
    ? text.replace(/[\^{}[\]~\\|€\f]/g, (character) => `\x1b${character}`).split('')
    : Array.from({ length: text.length }, (_, index) => text.charAt(index))
  if (values.length <= (gsm ? 160 : 70)) return 1
  const isHalf = (value = '') => value === '\x1b' || (value >= '\ud800' && value <= '\udbff')
  let parts = 0
  for (let start = 0; start < values.length; parts++) {
    const end = start + (gsm ? 153 : 67)
    start = end < values.length && isHalf(values[end - 1]) ? end - 1 : end
  }
  return parts
}

inProve('100,000 random texts count as an independent implementation counts them', () => {
  const next = randomTexts('segments', ['GSM-7', 'extension', 'BMP', 'astral', 'combining'])
  const seen = new Set<number>()
  for (let count = 0; count < 100_000; count++) {
    const text = next()
    const segments = countSegments(text)
    seen.add(segments)
    if (segments !== cutIntoParts(text)) expect({ text, segments }).toEqual({ text, segments: cutIntoParts(text) })
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

describe("against the carrier's own library", () => {
  const theirs = (text: string) => new SegmentedMessage(text).segmentsCount

  test('the same for texts of whole characters', () => {
    const next = randomTexts('library', ['GSM-7', 'extension', 'BMP', 'astral'])
    for (let count = 0; count < 600; count++) {
      const text = next()
      expect({ text, segments: countSegments(text) }).toEqual({ text, segments: theirs(text) })
    }
  })

  test('never more for combined characters, which it keeps together', () => {
    const next = randomTexts('graphemes', ['BMP', 'astral', 'combining'])
    for (let count = 0; count < 200; count++) {
      const text = next()
      expect(countSegments(text)).toBeLessThanOrEqual(theirs(text))
    }
  })
})
