import * as fc from 'fast-check'
import { tableShape } from '../../shared/table/keys.ts'
import { type Condition, type Item, isNew, type Range, type Table, type Write, when } from '../../shared/table/table.ts'

const pk = fc.constantFrom('1', '1#call', '2#call')
const sk = fc.constantFrom('a', 'b', 'é', '￮', '😀', 'a#1')
const key = fc.record({ pk, sk })

const text = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('', 'x', 'y', 'ü', '😀') },
  { weight: 3, arbitrary: fc.integer({ min: 900, max: 5_000 }).map((length) => 'z'.repeat(length)) },
)
const storedText = fc.oneof(
  { weight: 15, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(204_000, 409_000, 410_000).map((length) => 'z'.repeat(length)) },
)
/** Whole numbers: the emulator refuses to add fractions. */
const number = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(1_764_064_800_000, 1000, 9_007_199_254_740_000),
)
const valueWith = (anyText: fc.Arbitrary<string>) =>
  fc.oneof(
    anyText,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 4 }),
    fc.array(number, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'at', 'ü'), fc.oneof(number, anyText), { maxKeys: 2 }),
  )
const value = valueWith(text)
const storedValue = valueWith(storedText)
const attribute = fc.constantFrom('n', 's', 'v', 'w')
const fields = fc
  .record(
    {
      n: number,
      s: storedText,
      v: storedValue,
      w: storedValue,
      due_shard: fc.constantFrom('due#0', 'due#1'),
      due_at: fc.integer({ min: 0, max: 3 }),
      queue_key: fc.constantFrom('1#1', '1#2'),
      queue_at: fc.constantFrom('w#1', 'w#2', 'd#1', ''),
      phone_key: fc.constantFrom('1#+1', '1#+2'),
    },
    { requiredKeys: [] },
  )
  .map((found): Item => found)

const path = fc.constantFrom('#n', '#s', '#v', '#v.#id', '#due_at', '#pk', '#missing')
const comparison = fc.oneof(
  fc.record({ path, sign: fc.constantFrom('=', '<>'), value }),
  fc.record({ path, sign: fc.constantFrom('<', '<=', '>', '>='), value: fc.oneof(text, number) }),
)
const presence = fc.record({
  path: fc.constantFrom('#n', '#s', '#v.#at', '#pk', '#missing'),
  is: fc.constantFrom('attribute_exists', 'attribute_not_exists'),
})
const condition = fc
  .array(
    fc.record({
      one: fc.oneof(comparison, presence),
      joint: fc.constantFrom(' AND ', ' OR '),
      not: fc.boolean(),
      group: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((terms): Condition => {
    const values: Item = {}
    let expression = ''
    for (const [place, { one, joint, not, group }] of terms.entries()) {
      if ('sign' in one) values[`v${place}`] = one.value
      const plain = 'sign' in one ? `${one.path} ${one.sign} :v${place}` : `${one.is}(${one.path})`
      const negated = not ? `NOT ${plain}` : plain
      expression += (place ? joint : '') + (group ? `(${negated})` : negated)
    }
    return when(expression, values)
  })
const maybe = fc.option(fc.oneof(condition, fc.constant(isNew)), { nil: undefined })

const write: fc.Arbitrary<Write> = fc.oneof(
  fc
    .record({ key, fields, when: maybe })
    .map(({ key: at, fields: more, when: on }) => ({ put: { ...more, ...at }, when: on })),
  fc
    .record({
      update: key,
      set: fields,
      add: fc.dictionary(attribute, fc.integer({ min: -5, max: 5 }), { maxKeys: 2 }),
      remove: fc.uniqueArray(attribute),
      when: maybe,
    })
    .map(({ set, ...rest }) => {
      const changed = [...Object.keys(rest.add), ...rest.remove]
      const others = Object.fromEntries(Object.entries(set).filter(([name]) => !changed.includes(name)))
      return { ...rest, set: others, remove: rest.remove.filter((name) => !(name in rest.add)) }
    })
    .filter(({ set, add, remove }) => Object.keys(set).length + Object.keys(add).length + remove.length > 0),
  fc.record({ delete: key, when: maybe }),
  fc.record({ check: key, when: condition }),
)

const paging = {
  newestFirst: fc.boolean(),
  limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  stale: fc.boolean(),
}
const only = fc.option(fc.uniqueArray(fc.constantFrom('n', 's', 'v', 'pk', 'sk'), { minLength: 1 }), { nil: undefined })
const bound = fc.option(fc.constantFrom('a', 'a#1', 'e', 'é', '￮', '😀'), { nil: undefined })
const range: fc.Arbitrary<Range> = fc.oneof(
  fc.record({ pk, from: bound, to: bound, only, ...paging }),
  fc.record({
    pk: fc.constantFrom('due#0', 'due#1'),
    index: fc.constant(tableShape.dueIndex),
    from: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    ...paging,
  }),
  fc.record({
    pk: fc.constantFrom('1#1', '1#2'),
    index: fc.constant(tableShape.queueIndex),
    from: fc.option(fc.constantFrom('w#', 'd#'), { nil: undefined }),
    to: fc.option(fc.constantFrom('w$', 'd$', 'x'), { nil: undefined }),
    ...paging,
  }),
  fc.record({ pk: fc.constantFrom('1#+1', '1#+2'), index: fc.constant(tableShape.phoneIndex), ...paging }),
)

export type ProgramStep = (table: Table) => Promise<unknown>
/** Any request that the product makes. */
export const step: fc.Arbitrary<ProgramStep> = fc.oneof(
  { weight: 5, arbitrary: write.map((one) => (table: Table) => table.write([one])) },
  {
    weight: 3,
    arbitrary: fc.array(write, { minLength: 1, maxLength: 6 }).map((some) => (table: Table) => table.write(some)),
  },
  {
    weight: 1,
    arbitrary: fc.record({ key, stale: fc.boolean() }).map(
      ({ key: at, stale }) =>
        (table: Table) =>
          table.get(at, { stale }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(key, { minLength: 1, maxLength: 8 }).map((keys) => (table: Table) => table.getMany(keys)),
  },
  {
    weight: 1,
    arbitrary: fc
      .uniqueArray(fc.record({ key, fields }), {
        minLength: 1,
        maxLength: 5,
        selector: ({ key: at }) => `${at.pk}/${at.sk}`,
      })
      .map((items) => (table: Table) => table.putMany(items.map(({ key: at, fields: more }) => ({ ...more, ...at })))),
  },
  { weight: 3, arbitrary: range.map((one) => (table: Table) => table.query(one)) },
  {
    weight: 1,
    arbitrary: range.map(
      ({ only: _, ...one }) =>
        (table: Table) =>
          table.count(one),
    ),
  },
)
