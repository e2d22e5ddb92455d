import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainSpeech, speechFilter } from '../../../shared/domain/conversations/plain-speech.ts'

const streamed = (chunks: readonly string[]): string => {
  const filter = speechFilter('at')
  return chunks.map((chunk) => filter.push(chunk)).join('') + filter.end()
}

const signs: [string, string, string][] = [
  [
    'bold and italic',
    'This is **very** *good*, __really__ _so_ and ***both***.',
    'This is very good, really so and both.',
  ],
  ['emphasis in a word', 'un*believ*able', 'unbelievable'],
  ['struck words and code', 'It is ~~old~~ `new` now.', 'It is old new now.'],
  ['headings', '## Opening hours ##\nWe open at nine.\n', 'Opening hours.\nWe open at nine.\n'],
  ['a list', 'We have:\n- apples\n* pears!\n1. plums\n- [ ] figs', 'We have:\napples.\npears!\n1. plums.\nfigs'],
  ['a quotation', '> Be kind.\n> Always.', ' Be kind.\nAlways.'],
  ['a rule', 'One.\n\n---\n\nTwo.\n***\nThree.', 'One.\nTwo.\nThree.'],
  ['a table', '| Day | Price |\n|-----|:---:|\n| Monday | **5 €** |\nDone.', 'Day, Price.\nMonday, 5 €.\nDone.'],
  ['a fence of code', 'Type:\n```sh\nnpm start\n```\nDone.', 'Type:\nnpm start\nDone.'],
  ['a link', 'See [our **menu**](https://a.example/menu?x=1 "Menu") now.', 'See our menu now.'],
  ['a link with its address as label', '[https://www.a.example](https://www.a.example)', 'a.example'],
  ['an image', 'Look: ![a dog](https://a.example/d.png)!', 'Look: a dog!'],
  ['notes and references', 'It is so[^1][2], see [this][3].【4†source】', 'It is so, see this.'],
  ['an address', 'Go to https://www.example.com/menu/, please.', 'Go to example.com/menu, please.'],
  ['a long address', 'Go to (http://user:pw@example.com:8080/a/b/c/1234567890?utm=1#x).', 'Go to (example.com).'],
  ['an address in angles', 'Go to <https://example.com/a_b>.', 'Go to example.com/a_b.'],
  ['an e-mail address', 'Write to anna_b.smith@example.com.', 'Write to anna_b.smith at example.com.'],
  [
    'an e-mail link',
    'Write to <anna@example.com> or [us](mailto:us@example.com).',
    'Write to anna at example.com or us.',
  ],
  [
    'entities',
    'Fish &amp; chips: 5&nbsp;&euro; &lt; 6 &#8364; &ouml;&#x1F600;&bogus;',
    'Fish & chips: 5 € < 6 € ö&bogus;',
  ],
  ['tags', 'Well,<br>it is <b class="x">so</b>.<!-- no -->', 'Well,\nit is so.'],
  ['emoji', 'Hi 👋🏽 there 😊! 👨‍👩‍👧 🇩🇪 1️⃣ ❤️', 'Hi there ! 1 '],
  ['escapes', '1\\. \\*so\\*', '1. *so*'],
  ['a colon before bold', '**Price:** 5 €\n**Day:** Monday', 'Price: 5 €\nDay: Monday'],
]

const kept = [
  'Call +49 (0)30 123-4567 or **202-555-0122**.',
  'It costs $5.50, 3,50 € or 5 % more: 5% of £10.',
  '2 * 3 = 6, 2*3, 2**3, 3 < 5 > 2, -5 °C, ~5, #5, C#, 50 m², a/b, snake_case',
  'Dial *67 or *21*0301234567#.',
  '+1 202 555 0122 is ours.',
  'Smith & Sons™, AT&T, R&D; [pause] (so) @anna 8:30–9:00',
  '今天我们九点开门。请来!',
  'เราเปิดเก้าโมงเช้า',
  'می‌خواهم',
  'How? That. Well… who! "we" www, http, tell me, mail to',
]

describe('a text', () => {
  test.each(signs)('with %s is plain, and is so however it is split', (_, text, expected) => {
    expect(plainSpeech(text, 'at')).toBe(expected)
    expect(streamed(text.split(''))).toBe(expected)
  })

  test.each(kept)('keeps what is no markup: %s', (text) => {
    expect(plainSpeech(text, 'at')).toBe(text.replaceAll('**2', '2').replaceAll('2**.', '2.'))
  })

  test('speaks the sign of an e-mail address in the language', () => {
    expect(plainSpeech('anna@example.com', 'arroba')).toBe('anna arroba example.com')
  })
})

const fragments = [
  ...[
    '**',
    '*',
    '_',
    '`',
    '```',
    '~~',
    '#',
    '## ',
    '- ',
    '1. ',
    '> ',
    '|',
    '|--|',
    '\n',
    ' ',
    '[',
    '](',
    ')',
    ']',
    '!',
  ],
  ...[
    '<',
    '>',
    '<br',
    '&',
    '&amp;',
    '&#',
    ';',
    '@',
    'https://',
    'www.',
    'a',
    'Wort',
    '5',
    '€',
    '😊',
    '\u200D',
    '\uD83D',
  ],
  ...['\\', '中', '。', '【', '】', '.', ', ', 'mailto:', '<!--', '-->', '\r'],
]

test('says the same of any text, however it is split', () => {
  const texts = fc.array(fc.constantFrom(...fragments), { maxLength: 25 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, fc.array(fc.nat(60), { maxLength: 5 }), (text, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length]
      const chunks = places.slice(1).map((end, index) => text.slice(places[index], end))
      expect(streamed(chunks)).toBe(plainSpeech(text, 'at'))
    }),
    { numRuns: 300 },
  )
})

test('holds no word back that cannot be markup', () => {
  const filter = speechFilter('at')
  expect(filter.push('Good morning, ')).toBe('Good morning, ')
  expect(filter.push('Anna')).toBe('Anna')
})

test.each(['[', '<a', '**', '&a', '|a', '```', 'https://', '- ', '[a](', '<!--', '*1', '】【'])(
  'reads %s in time that grows with the length',
  (attack) => {
    const spoken = streamed(Array.from({ length: 200 }, () => attack.repeat(10)))
    expect(spoken.length).toBeLessThanOrEqual(attack.length * 2000)
  },
  2_000,
)
