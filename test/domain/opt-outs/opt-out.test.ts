import { describe, expect, test } from 'vitest'
import { readOptOut } from '../../../shared/domain/opt-outs/opt-out.ts'
import { optOutWords } from '../../../shared/domain/opt-outs/opt-out-words.ts'
import { languages } from '../../../shared/domain/reference/languages.ts'

test.each([
  ['STOP', 'stop'],
  ['stop', 'stop'],
  [' Stop. ', 'stop'],
  ['Unsubscribe', 'stop'],
  ['stop all', 'stop'],
  ['opt-out', 'stop'],
  ['S T O P', 'stop'],
  ['STOP 2', 'stop'],
  ['please stop', 'stop'],
  ['stop please', 'stop'],
  ['STOP CALLING ME', 'stop'],
  ['Do not call me again', 'stop'],
  ["don't text me", 'stop'],
  ['STOP\n\nJohn Smith\nSent from my phone, Acme Incorporated, 5 Main Street', 'stop'],
  ['STOP -- John Smith, Acme Incorporated, 5 Main Street, Springfield', 'stop'],
  ['I have told you before and I tell you now again. Please stop.', 'stop'],
  ['ＳＴＯＰ', 'stop'],
  ['stopp', 'stop'],
  ['Bitte STOPP!', 'stop'],
  ['arret', 'stop'],
  ['ARRÊT', 'stop'],
  ['Arrêtez svp', 'stop'],
  ['alto', 'stop'],
  ['alto por favor', 'stop'],
  ['cancel', 'stop'],
  ['стоп', 'stop'],
  ['停止してください', 'stop'],
  ['수신거부 해주세요', 'stop'],
  ['START', 'start'],
  ['yes!', 'start'],
  ['ＹＥＳ', 'start'],
  ['stopping by later', undefined],
  ['Please stop by tomorrow', undefined],
  ["I can't stop thinking about it, call me tomorrow at five please", undefined],
  ['The bus takes long and the last stop is a mile away', undefined],
  ['Could you cancel my appointment on Monday?', undefined],
  ['Fine, see you tomorrow', undefined],
  ['The end of the month works for me', undefined],
  ['yes please', undefined],
  ['Yes, but stop by before five if you can make it', undefined],
  ['HELP', undefined],
  ['', undefined],
  [' ?! ', undefined],
  [undefined, undefined],
])('%j asks for %s', (body, optOut) => {
  expect(readOptOut(body)).toBe(optOut)
})

test('what the carrier says counts before the words', () => {
  expect(readOptOut('basta', 'stop')).toBe('stop')
  expect(readOptOut('weiter', 'start')).toBe('start')
  expect(readOptOut('stop', 'neither')).toBeUndefined()
})

describe.each([...new Set(languages.map(({ iso_2 }) => iso_2))])('in %s', (language) => {
  const { alone = [], edge = [] } = optOutWords[language] ?? {}

  test('there are words, and each of them alone asks to stop', () => {
    expect(edge.length).toBeGreaterThan(0)
    for (const word of [...alone, ...edge]) expect([word, readOptOut(word)]).toEqual([word, 'stop'])
    for (const word of edge) expect([word, readOptOut(`${word.toUpperCase()} 1 abc`)]).toEqual([word, 'stop'])
  })
})
