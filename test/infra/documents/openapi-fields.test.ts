import { expect, test } from 'vitest'
import type * as z from 'zod'
import { openApiDocument } from '../../../infra/documents/openapi.ts'
import { httpOperations } from '../../../shared/operations/index.ts'
import { read } from '../../../shared/words/form.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into every part of the document
const document = openApiDocument({}) as any
const bodyOf = (path: string, method: string) =>
  document.paths[path][method].requestBody.content['application/json'].schema
const takes = (field: z.ZodType, value: unknown) =>
  Object.keys(read({ fields: { field }, rules: [] }, { field: value }).errors).length === 0

test.each(httpOperations.filter(({ body }) => body))(
  '$id documents null for exactly the fields that take it',
  (operation) => {
    const { properties } = bodyOf(operation.path, operation.method.toLowerCase())
    const documented = Object.entries(operation.body?.fields ?? {}).map(([name, field]) => {
      const hasNull = [properties[name].type].flat().includes('null')
      const isAliased = Object.values(operation.body?.aliases ?? {}).some(({ of }) => of === name)
      return { name, hasNull, expected: takes(field, null) || isAliased }
    })
    expect(documented.filter(({ hasNull, expected }) => hasNull !== expected)).toEqual([])
  },
)

const schemas = (schema: unknown, path = ''): { path: string; schema: object }[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.entries(schema).filter(([name]) => !/^examples?$/.test(name))
  return [{ path, schema }, ...inner.flatMap(([name, value]) => schemas(value, `${path}/${name}`))]
}
// biome-ignore lint/suspicious/noExplicitAny: a test looks into every part of the document
const pathsOf = (is: (schema: any) => boolean) =>
  schemas(document)
    .filter(({ schema }) => is(schema))
    .map(({ path }) => path)

test('no schema is only null, or a choice between something and null', () => {
  expect(pathsOf(({ type, const: only }) => type === 'null' || only === null)).toEqual([])
})

test('no boolean is limited to one value, which some clients compare as text', () => {
  const isBoolean = ({ type, const: only, enum: words = [only] }: { type: string; const: unknown; enum: unknown[] }) =>
    type === 'boolean' && words.some((word) => word !== undefined)
  expect(pathsOf(isBoolean)).toEqual([])
})

test('no member is readOnly, which clients leave out of what they send back', () => {
  expect(pathsOf(({ readOnly }) => readOnly === true)).toEqual([])
})

test('a form with a file has the schema of its JSON body', () => {
  const { content } = document.paths['/user/knowledgebases/{id}/documents'].post.requestBody
  expect(content['multipart/form-data'].schema).toEqual(content['application/json'].schema)
  expect(content['application/json'].schema.properties.file).toMatchObject({ type: 'string', format: 'binary' })
})

test.each(httpOperations.filter(({ query }) => query))(
  '$id documents that a parameter may be empty',
  ({ path, method }) => {
    const { parameters } = document.paths[path][method.toLowerCase()]
    const query = parameters.filter((each: { in: string }) => each.in === 'query')
    expect(query.filter((each: { allowEmptyValue?: boolean }) => !each.allowEmptyValue)).toEqual([])
  },
)

test('what the product refuses, the document refuses', () => {
  const campaign = bodyOf('/user/campaigns', 'post').properties
  expect(campaign.allowed_days).toMatchObject({ type: ['array', 'null'], minItems: 1 })
  expect(campaign.timezone).toMatchObject({ minLength: 1 })
  expect(campaign.retry_interval.description).toMatch(/seconds/i)
  const entry = bodyOf('/user/assistant', 'post').properties.post_call_schema.items
  expect(entry.properties.name).toMatchObject({ type: 'string', pattern: '^\\w+$' })
  expect(bodyOf('/user/leads/{id}', 'put').properties.campaign_id).toMatchObject({
    type: ['integer', 'null'],
    minimum: 1,
  })
  const { from, to } = bodyOf('/user/webhook-deliveries/resend', 'post').properties
  for (const { type, pattern } of [from, to]) {
    expect(type).toBe('string')
    expect('2026-11-25').toMatch(new RegExp(pattern))
    expect('yesterday').not.toMatch(new RegExp(pattern))
  }
})

test('a field that has two names is required under either', () => {
  const { required, allOf, properties } = bodyOf('/user/assistant', 'post')
  expect(required).not.toContain('assistant_name')
  expect(allOf).toContainEqual({ anyOf: [{ required: ['assistant_name'] }, { required: ['name'] }] })
  expect(properties.name).toMatchObject({ type: ['string', 'null'], maxLength: 255 })
  expect(properties.type).toMatchObject({ enum: ['inbound', 'outbound', null] })
})

test('every operation has a description, and its tag, too', () => {
  const described = new Map(
    document.tags.map(({ name, description }: { name: string; description: string }) => [name, description]),
  )
  for (const { description, area } of httpOperations) {
    expect(description).toMatch(/^[A-Z`].*\.$/)
    expect(described.get(area)).toMatch(/\.$/)
  }
  expect(document.info.contact).toBeDefined()
})

test('another spelling of a path has a name of its own', () => {
  expect(document.paths['/leads/{id}'].put.operationId).toBe('update-lead-at-leads-id')
  expect(document.paths['/user/leads/{id}'].put.operationId).toBe('update-lead')
})
