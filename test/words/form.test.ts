import { expect, test } from 'vitest'
import { integer, optional, text } from '../../shared/words/fields.ts'
import { finding, form, isKnown, merge, partial, read, sentence, withAliases } from '../../shared/words/form.ts'

const contact = form(
  { first_name: text({ max: 5 }), age: optional(integer({ min: 1, max: 150 })) },
  ({ first_name, age }) => (first_name === 'Ada' && age === 1 ? finding('age', 'The :attribute of Ada is odd.') : {}),
)

test('reads what it knows and leaves the rest', () => {
  expect(read(contact, { first_name: ' Ada ', age: '36', more: 1 })).toEqual({
    values: { first_name: 'Ada', age: 36 },
    errors: {},
  })
})

test('reports every failing field at once, with blanks for underscores', () => {
  expect(read(contact, { first_name: 'Augusta', age: 200 })).toEqual({
    values: {},
    errors: {
      first_name: ['The first name field must not be greater than 5 characters.'],
      age: ['The age field must be between 1 and 150.'],
    },
  })
})

test('a rule across fields sees only what passed its own check', () => {
  expect(read(contact, { first_name: 'Ada', age: 1 }).errors).toEqual({ age: ['The age of Ada is odd.'] })
  const seen: object[] = []
  const watching = form(contact.fields, (values) => {
    seen.push(values)
    return {}
  })
  read(watching, { first_name: 'Ada', age: 'x' })
  expect(seen).toEqual([{ first_name: 'Ada' }])
})

test('what failed already keeps its first sentences', () => {
  const stern = form({ age: integer() }, () => finding('age', 'Another sentence.'))
  expect(read(stern, { age: 'x' }).errors).toEqual({ age: ['The age field must be an integer.'] })
  expect(merge({ a: ['first'] }, { a: ['second'], b: ['other'] })).toEqual({ a: ['first'], b: ['other'] })
})

test.each([null, undefined, [], 'text', 1, true])('%j is no object', (input) => {
  expect(read(contact, input)).toEqual({ values: {}, errors: { body: ['The body field must be an object.'] } })
})

test('members of the prototype are not members of the body', () => {
  const inherited = form({ constructor: optional(text({ max: 5 })), toString: optional(text({ max: 5 })) })
  expect(read(inherited, {})).toEqual({ values: {}, errors: {} })
  expect(read(contact, Object.create({ first_name: 'Ada' })).errors).toEqual({
    first_name: ['The first name field is required.'],
  })
})

test('a partial form may leave everything out, but not empty', () => {
  const changes = form(partial(contact.fields))
  expect(read(changes, {})).toEqual({ values: {}, errors: {} })
  expect(read(changes, { first_name: null })).toEqual({ values: {}, errors: {} })
  expect(read(changes, { first_name: ' ' }).errors).toEqual({ first_name: ['The first name field is required.'] })
})

test('the sentence of a nested path keeps its dots', () => {
  expect(sentence('The :attribute field is required.', 'post_call_schema.0.name')).toBe(
    'The post call schema.0.name field is required.',
  )
})

const renamed = withAliases(contact, {
  given_name: { of: 'first_name', field: text({ max: 5 }) },
  years: { of: 'age', field: integer() },
})

test('a field is read under another name, and is then not missing', () => {
  expect(read(renamed, { given_name: 'Ada', years: '36' })).toEqual({
    values: { first_name: 'Ada', age: 36 },
    errors: {},
  })
  expect(read(renamed, { first_name: '', given_name: 'Augusta' }).errors).toEqual({
    given_name: ['The given name field must not be greater than 5 characters.'],
  })
  expect(read(renamed, { given_name: null }).errors).toEqual({ first_name: ['The first name field is required.'] })
})

test('both names may say the same, and nothing else', () => {
  expect(read(renamed, { first_name: ' Ada', given_name: 'Ada' }).errors).toEqual({})
  expect(read(renamed, { first_name: 'Ada', given_name: 'Eve' }).errors).toEqual({
    given_name: ['The given name field must say the same as first name.'],
  })
})

test('knows a field by either name', () => {
  expect(
    ['first_name', 'given_name', 'name', '__proto__', 'toString'].filter((name) => isKnown(renamed, name)),
  ).toEqual(['first_name', 'given_name'])
})
