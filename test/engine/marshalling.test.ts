import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Native, nativeFields, openMarshalling } from '../../infra/local/engine/marshalling.ts'
import { type Attributes, knownFields } from '../../infra/local/engine/values.ts'

const name = fc.string().filter((name) => name !== '__proto__')
const { native } = fc.letrec((tie) => ({
  native: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.constantFrom(-0, 0.1, 2 ** 53, 1e21, Number.POSITIVE_INFINITY, 12n, 2n ** 60n),
    fc.boolean(),
    fc.constantFrom(null, undefined, () => 1, new Date(0), new Set(['a']), new Map([['a', 1]]), Symbol.iterator),
    fc.uint8Array(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.array(tie('native')),
    fc.dictionary(name, tie('native')),
    fc.dictionary(name, tie('native'), { noNullPrototype: false }),
  ),
}))
const natives = fc.dictionary(name, native)

const outcomeOf = (perform: () => unknown) => {
  try {
    return { answer: perform() }
  } catch (cause) {
    return { refused: cause instanceof Error }
  }
}

test.each([{ removeUndefinedValues: true }, {}])(
  'values go to the wire and come back as by the SDK, with %o',
  async (options) => {
    const { toFields } = openMarshalling(options)
    const bySdk = (given: Native) => knownFields(marshall(given, options))
    await fc.assert(
      fc.property(natives, (given) => {
        const expected = outcomeOf(() => bySdk(given))
        expect(outcomeOf(() => toFields(given))).toEqual(expected)
        if ('answer' in expected)
          expect(nativeFields(expected.answer as Attributes)).toEqual(unmarshall(expected.answer as Attributes))
      }),
      { numRuns: 3000 },
    )
  },
)

test('bytes are given as a copy, also inside of others', () => {
  const stored = { one: { B: new Uint8Array([1]) }, more: { L: [{ M: { two: { B: new Uint8Array([2]) } } }] } }
  const given = nativeFields(stored)
  given.one[0] = 9
  given.more[0].two[0] = 9
  expect(nativeFields(stored)).toEqual({ one: new Uint8Array([1]), more: [{ two: new Uint8Array([2]) }] })
})
