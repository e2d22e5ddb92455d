import { expect, test } from 'vitest'
import * as z from 'zod'
import { consoleForms } from '../../../infra/build/console-forms.ts'
import { http } from '../../../shared/operations/define.ts'
import { documented, flag, integer, optional, text } from '../../../shared/words/fields.ts'
import { form, withAliases } from '../../../shared/words/form.ts'

const operation = (fields: Record<string, z.ZodType>) =>
  http({
    id: 'create-letter',
    area: 'letters',
    method: 'POST',
    path: '/user/letters',
    summary: 'Create a letter',
    description: '',
    body: withAliases(form(fields), { title: { of: 'letter_title', field: text({ max: 20 }) } }),
    returns: z.object({}),
    uses: [],
  })

test('a field that an operation gets is a field of its form', () => {
  const before = { letter_title: text({ max: 20 }), pages: optional(integer({ min: 1, max: 9 })) }
  const { createLetter } = consoleForms([operation(before)])
  expect(createLetter?.map(({ name }) => name)).toEqual(['title', 'pages'])
  const { createLetter: after } = consoleForms([operation({ ...before, is_urgent: optional(flag()) })])
  expect(after?.at(-1)).toEqual({ name: 'is_urgent', schema: { type: ['boolean', 'null'] } })
})

test('a field has the answer’s name, help, range and default', () => {
  const pages = documented(optional(integer({ min: 1, max: 9 })), { description: 'How many', default: 2 })
  const { createLetter } = consoleForms([operation({ letter_title: text({ max: 20 }), pages })])
  expect(createLetter).toEqual([
    {
      name: 'title',
      also: 'letter_title',
      isRequired: true,
      schema: expect.objectContaining({ type: 'string', maxLength: 20 }),
    },
    {
      name: 'pages',
      schema: { type: ['integer', 'null'], minimum: 1, maximum: 9, description: 'How many', default: 2 },
    },
  ])
})

test('settings of an assistant have their defaults and their help', () => {
  const { createAssistant } = consoleForms()
  const longest = createAssistant?.find(({ name }) => name === 'max_duration')
  expect(longest?.schema).toMatchObject({ default: 600, minimum: 20, maximum: 1200 })
  expect(longest?.schema.description).toContain('Seconds')
})
