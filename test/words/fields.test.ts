import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  clearable,
  day,
  decimal,
  flag,
  integer,
  list,
  object,
  oneOf,
  optional,
  text,
  variables,
  webUrl,
  zone,
} from '../../shared/words/fields.ts'
import { form, read } from '../../shared/words/form.ts'

const reading = (field: z.ZodType, value?: unknown): unknown => {
  const { values, errors } = read(form({ the_field: field }), value === undefined ? {} : { the_field: value })
  return Object.keys(errors).length ? errors : values.the_field
}
const sentence = (text: string) => ({ the_field: [text] })

const required = sentence('The the field field is required.')

type Row = [fact: string, field: z.ZodType, sent: unknown, expected: unknown]

const prove = (rows: Row[]) =>
  test.each(rows)('%s', (_fact, field, sent, expected) => {
    expect(reading(field, sent)).toEqual(expected)
  })

describe('text', () => {
  const field = text({ max: 5 })
  const exact = text({ max: 5, exact: true })
  const unstorable = sentence('The the field field must not contain U+0000 or half of a surrogate pair.')
  const tooLong = sentence('The the field field must not be greater than 5 characters.')
  prove([
    ['is trimmed', field, ' \t\nab ', 'ab'],
    ['is kept exactly where it says so', exact, ' ab\n', ' ab\n'],
    ['left out is missing', field, undefined, required],
    ['null is missing', field, null, required],
    ['empty is missing', field, '', required],
    ['blank is missing', field, ' \u00a0\t', required],
    ['blank is missing, also where it is kept exactly', exact, ' \n ', required],
    ['is never a number', field, 12, sentence('The the field field must be a string.')],
    ['is never a list', field, ['a'], sentence('The the field field must be a string.')],
    ['holds no half characters', field, 'a\ud800', unstorable],
    ['holds no NUL', field, 'a\0', unstorable],
    ['counts code points, not units', field, '😀😀😀😀😀', '😀😀😀😀😀'],
    ['may not have one more', field, '😀😀😀😀😀!', tooLong],
    ['is measured after it is trimmed', field, '     abcde     ', 'abcde'],
    ['is measured whole where it is kept exactly', exact, ' abcd ', tooLong],
  ])
})

describe('integer', () => {
  const field = integer()
  const seven = integer({ min: 7, max: 600 })
  const none = sentence('The the field field must be an integer.')
  prove([
    ['takes a number', field, 12, 12],
    ['takes a numeric text', field, '12', 12],
    ['takes a sign and blanks', field, ' +12 ', 12],
    ['takes a negative text', field, '-3', -3],
    ['takes leading zeros', field, '007', 7],
    ['takes no fraction', field, 1.5, none],
    ['takes no fraction as text', field, '1.0', none],
    ['takes no exponent as text', field, '1e3', none],
    ['takes no hexadecimal', field, '0x1f', none],
    ['takes no digits of other scripts', field, '٣', none],
    ['takes no boolean', field, true, none],
    ['takes no list', field, [1], none],
    ['takes no infinity', field, Number.POSITIVE_INFINITY, none],
    ['left out is missing', field, undefined, required],
    ['null is missing', field, null, required],
    ['an empty text is missing', field, '', required],
    ['has both bounds in its sentence', seven, 6, sentence('The the field field must be between 7 and 600.')],
    ['takes its bounds', seven, '600', 600],
    ['has a minimum alone', integer({ min: 1 }), 0, sentence('The the field field must be at least 1.')],
    ['beyond 2^53 is an id that nothing has', field, 2 ** 60, Number.MAX_SAFE_INTEGER],
    ['of four hundred digits is none', field, '9'.repeat(400), none],
  ])

  test('reads the same number from text and from JSON', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(reading(field, String(value))).toBe(reading(field, value))
      }),
    )
  })
})

describe('decimal', () => {
  const field = decimal({ min: 0.7, max: 1.2 })
  const range = sentence('The the field field must be between 0.7 and 1.2.')
  const none = sentence('The the field field must be a number.')
  prove([
    ['takes a number', field, 0.9, 0.9],
    ['takes a numeric text', field, ' 1.1', 1.1],
    ['takes its bounds', field, 0.7, 0.7],
    ['takes a text without a leading zero', field, '.9', 0.9],
    ['takes a text that ends with its point', field, '1.', 1],
    ['is refused below', field, 0.69, range],
    ['is refused above', field, '1.21', range],
    ['takes no exponent as text', field, '1e0', none],
    ['takes no comma', field, '0,9', none],
    ['takes no boolean', field, true, none],
    ['takes no NaN', field, Number.NaN, none],
    ['keeps six places', decimal(), 0.123456789, 0.123457],
    ['left out is missing', field, undefined, required],
  ])
})

describe('flag', () => {
  const none = sentence('The the field field must be true or false.')
  prove([
    ...[true, 1, '1'].map((sent): Row => [`${JSON.stringify(sent)} is true`, flag(), sent, true]),
    ...[false, 0, '0'].map((sent): Row => [`${JSON.stringify(sent)} is false`, flag(), sent, false]),
    ...['true', 'false', 'yes', 2, -1, [], {}].map(
      (sent): Row => [`${JSON.stringify(sent)} is none`, flag(), sent, none],
    ),
    ['left out is missing', flag(), undefined, required],
    ['null is missing', flag(), null, required],
  ])
})

describe('words, zones, days', () => {
  const word = oneOf(['vad', 'ai'])
  const noZone = sentence('The the field field must be a valid timezone.')
  const noDay = sentence('The the field field must match the format Y-m-d.')
  prove([
    ['one of the words', word, ' ai ', 'ai'],
    ['another word', word, 'AI', sentence('The selected the field is invalid.')],
    ['no word at all', word, 1, sentence('The selected the field is invalid.')],
    ['no word', word, '', required],
    ['a zone', zone(), 'Europe/Berlin', 'Europe/Berlin'],
    ['a link to a zone', zone(), 'UTC', 'UTC'],
    ['an offset is no zone', zone(), '+02:00', noZone],
    ['nonsense is no zone', zone(), 'Mars/Base', noZone],
    ['a number is no zone', zone(), 1, sentence('The the field field must be a string.')],
    ['a day', day(), '2024-02-29', '2024-02-29'],
    ['a day that is not', day(), '2023-02-29', noDay],
    ['the thirteenth month', day(), '2024-13-01', noDay],
    ['the day nought', day(), '2024-01-00', noDay],
    ['another spelling', day(), '29.02.2024', noDay],
    ['with a time', day(), '2024-02-29T00:00:00Z', noDay],
  ])
})

describe('web addresses', () => {
  const none = sentence('The the field field must be a valid URL.')
  const good = ['https://example.com', 'http://example.com/a?b=c#d', 'HTTPS://EXAMPLE.COM/', 'https://[::1]:8443/x']
  const bad = [
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https:example.com',
    'https:///example.com',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://exa mple.com',
    'https://example.com/\n',
    'https://',
    'https://example.com:99999',
    `https://example.com/${'x'.repeat(2048)}`,
  ].filter((address) => !address.endsWith('\n'))
  prove([
    ...good.map((address): Row => [`takes ${address}`, webUrl(), ` ${address} `, address]),
    ...bad.map((address): Row => [`refuses ${address.slice(0, 40)}`, webUrl(), address, none]),
    ['refuses a line break inside', webUrl(), 'https://example.com/\nX: 1', none],
    ['is no number', webUrl(), 1, sentence('The the field field must be a string.')],
  ])
})

describe('optional and clearable', () => {
  const maybe = optional(text({ max: 5 }))
  const cleared = clearable(integer())
  prove([
    ['optional: left out', maybe, undefined, undefined],
    ['optional: null is left out', maybe, null, undefined],
    ['optional: blank is left out', maybe, '  ', undefined],
    ['optional: what is there is checked', maybe, 'abcdef', reading(text({ max: 5 }), 'abcdef')],
    ['clearable: left out', cleared, undefined, undefined],
    ['clearable: null clears', cleared, null, null],
    ['clearable: an empty text clears', cleared, '', null],
    ['clearable: a value', cleared, '7', 7],
    ['clearable: what is there is checked', cleared, 'x', sentence('The the field field must be an integer.')],
  ])
})

describe('lists and objects', () => {
  const rows = list(object({ name: text({ max: 3 }), age: optional(integer()) }), { max: 2 })
  prove([
    ['a list of objects', rows, [{ name: 'a', age: '3' }, { name: ' b ' }], [{ name: 'a', age: 3 }, { name: 'b' }]],
    ['an empty list', rows, [], []],
    ['what they do not know is left out', rows, [{ name: 'a', more: 1 }], [{ name: 'a' }]],
    ['no list', rows, { 0: { name: 'a' } }, sentence('The the field field must be an array.')],
    [
      'too many',
      rows,
      [1, 2, 3].map(() => ({ name: 'a' })),
      sentence('The the field field must not have more than 2 items.'),
    ],
    [
      'a path to each finding',
      rows,
      [{ name: 'a' }, { name: '' }],
      { 'the_field.1.name': ['The the field.1.name field is required.'] },
    ],
    ['no object in it', rows, ['a'], { 'the_field.0': ['The the field.0 field must be an object.'] }],
    ['null in it', rows, [null], { 'the_field.0': ['The the field.0 field must be an object.'] }],
  ])

  test('every failing member is named at once', () => {
    expect(reading(rows, [{}, { name: 'abcd', age: 'x' }])).toEqual({
      'the_field.0.name': ['The the field.0.name field is required.'],
      'the_field.1.name': ['The the field.1.name field must not be greater than 3 characters.'],
      'the_field.1.age': ['The the field.1.age field must be an integer.'],
    })
  })
})

describe('variables', () => {
  const field = variables()
  const none = { the_field: ['Variables must be an array'] }
  const unstorable = { the_field: ['Variables must not contain U+0000 or half of a surrogate pair'] }
  const nested = (depth: number): object => (depth === 1 ? { a: 1 } : { a: nested(depth - 1) })
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
  prove([
    [
      'an object',
      field,
      { a: 1, b: 'x', c: null, d: [true, { e: 1.5 }] },
      { a: 1, b: 'x', c: null, d: [true, { e: 1.5 }] },
    ],
    ['[] is none', field, [], {}],
    ['a list of objects is merged from left to right', field, [{ a: 1, b: 1 }, { b: 2 }], { a: 1, b: 2 }],
    ['a list of anything else', field, [1], none],
    ['a text', field, 'a', none],
    ['a number', field, 1, none],
    ['left out where it is required', field, undefined, required],
    ['a hundred keys', field, keys(100), keys(100)],
    ['one key more', field, keys(101), none],
    ['sixteen levels', field, nested(16), nested(16)],
    ['one level more', field, nested(17), none],
    ['as many bytes as fit', field, { a: 'x'.repeat(16 * 1024 - 8) }, { a: 'x'.repeat(16 * 1024 - 8) }],
    ['one byte more', field, { a: 'x'.repeat(16 * 1024 - 7) }, none],
    ['bytes, not characters', field, { a: 'ä'.repeat(8 * 1024) }, none],
    ['a number without an end', field, { a: [Number.POSITIVE_INFINITY] }, none],
    ['half a character', field, { a: 'x\ud800' }, unstorable],
    ['half a character in a name', field, { '\udc00': 1 }, unstorable],
    ['a NUL', field, { a: { b: 'x\0' } }, unstorable],
    ['a text that only looks like a NUL', field, { a: String.raw`\\u0000` }, { a: String.raw`\\u0000` }],
  ])

  test('whatever they take is the same after a journey through JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }), (sent) => {
        const taken = reading(field, sent)
        if (JSON.stringify(taken) !== JSON.stringify(none))
          expect(JSON.parse(JSON.stringify(taken))).toEqual(JSON.parse(JSON.stringify(sent)))
      }),
    )
  })
})

test('no JSON value whatever makes a field throw', () => {
  const fields = [
    text({ max: 9 }),
    integer({ min: 1 }),
    decimal(),
    flag(),
    oneOf(['a']),
    zone(),
    day(),
    webUrl(),
    variables(),
    list(object({ a: text({ max: 1 }) }), { max: 1 }),
    optional(text({ max: 9 })),
    clearable(integer()),
  ]
  fc.assert(
    fc.property(fc.jsonValue(), (sent) => {
      for (const field of fields) reading(field, sent)
    }),
  )
})
