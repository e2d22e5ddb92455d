import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { incompatibleChanges } from '../../../infra/documents/openapi-changes.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

const documentWith = (more: { request?: object; answer?: object; status?: number; more?: object } = {}) => {
  const request = {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 255 },
      mode: { type: 'string', enum: ['make', 'receive'] },
      tags: { type: 'array', items: { type: 'string' } },
      limit: { type: ['integer', 'null'], minimum: 1 },
    },
    required: ['name'],
    ...more.request,
  }
  const answer = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      status: { type: 'string', enum: ['draft', 'active'] },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      rows: { type: 'array', items: { type: 'object', properties: { cost: { type: 'integer' } }, required: ['cost'] } },
    },
    required: ['id', 'status'],
    ...more.answer,
  }
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  const problem = { content: { 'application/json': { examples: { thing_not_found: {} } } } }
  const parameters = [{ name: 'page', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } }]
  const operation = {
    operationId: 'make-thing',
    parameters,
    requestBody: content(request),
    responses: { [more.status ?? 201]: content(answer), 404: problem },
    ...more.more,
  }
  return {
    paths: { '/thing': { post: operation } },
    webhooks: { 'thing-made': { post: { operationId: 'thing-made', requestBody: content(answer) } } },
    components: { examples: { thing_not_found: { value: { message: 'Thing not found' } } } },
  }
}

const released = documentWith()
const { properties: asked } = released.paths['/thing'].post.requestBody.content['application/json'].schema as {
  properties: Record<string, object>
}
const { properties: answered } = released.webhooks['thing-made'].post.requestBody.content['application/json']
  .schema as { properties: Record<string, object> }

const changesOf = (current: object) => incompatibleChanges(released, current)
const without = (fields: Record<string, object>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

describe('a request', () => {
  test.each([
    ['body.name no longer takes what is outside maxLength `100`', { name: { type: 'string', maxLength: 100 } }],
    [
      'body.name no longer takes what is outside pattern `^a`',
      { name: { type: 'string', maxLength: 255, pattern: '^a' } },
    ],
    ['body.mode no longer takes "receive"', { mode: { type: 'string', enum: ['make'] } }],
    [
      'body.tags no longer takes what is outside minItems `1`',
      { tags: { type: 'array', minItems: 1, items: { type: 'string' } } },
    ],
    ['body.tags[] no longer takes string', { tags: { type: 'array', items: { type: 'integer' } } }],
    ['body.limit no longer takes null', { limit: { type: 'integer', minimum: 1 } }],
  ])('that is read more narrowly: %s', (change, fields) => {
    const current = documentWith({ request: { properties: { ...asked, ...fields } } })
    expect(changesOf(current)).toEqual([{ operation: 'make-thing', change, isNarrowing: true }])
  })

  test('that needs a further field', () => {
    const current = documentWith({ request: { required: ['name', 'mode'] } })
    expect(changesOf(current)).toEqual([
      { operation: 'make-thing', change: 'body.mode became required', isNarrowing: true },
    ])
  })

  test('whose field is no longer read', () => {
    const current = documentWith({ request: { properties: without(asked, 'tags') } })
    expect(changesOf(current)).toEqual([
      { operation: 'make-thing', change: 'body.tags is no longer read', isNarrowing: false },
    ])
  })

  test('whose parameter is gone, is narrower or is new and required', () => {
    const page = (schema: object) => ({ name: 'page', in: 'query', required: false, schema })
    const parameters = (...all: object[]) =>
      changesOf(documentWith({ more: { parameters: all } })).map(({ change }) => change)
    expect(parameters()).toEqual(['query page is no longer read'])
    expect(parameters(page({ type: 'integer', maximum: 50 }))).toEqual([
      'query page no longer takes what is outside maximum `50`',
    ])
    const campaign = { name: 'campaign_id', in: 'query', required: true, schema: { type: 'integer' } }
    expect(parameters(page({ type: 'integer', maximum: 100 }), campaign)).toEqual(['query campaign_id became required'])
  })
})

describe('an answer, of an operation as in a webhook', () => {
  test.each([
    ['status may now be "paused"', { status: { type: 'string', enum: ['draft', 'active', 'paused'] } }],
    ['id may now be null', { id: { type: ['integer', 'null'] } }],
    ['id may now be number', { id: { type: 'number' } }],
    ['note may now be integer', { note: { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }] } }],
    [
      'rows[].cost may now be absent',
      { rows: { type: 'array', items: { type: 'object', properties: { cost: { type: 'integer' } } } } },
    ],
    ['rows[].cost is gone', { rows: { type: 'array', items: { type: 'object', properties: {} } } }],
  ])('that says what it never said: %s', (change, fields) => {
    const current = documentWith({ answer: { properties: { ...answered, ...fields } } })
    expect(changesOf(current)).toEqual([
      { operation: 'make-thing', change: `201.${change}`, isNarrowing: false },
      { operation: 'thing-made', change: `body.${change}`, isNarrowing: false },
    ])
  })

  test('that lost a field', () => {
    const current = documentWith({ answer: { properties: without(answered, 'note') } })
    expect(changesOf(current).map(({ change }) => change)).toEqual(['201.note is gone', 'body.note is gone'])
  })

  test('with another status', () => {
    expect(changesOf(documentWith({ status: 200 }))).toEqual([
      { operation: 'make-thing', change: 'answers 200 instead of 201', isNarrowing: false },
    ])
  })
})

test('an operation that is gone, or called otherwise', () => {
  expect(changesOf({ ...released, paths: {} }).map(({ change }) => change)).toContain('is gone')
  expect(changesOf(documentWith({ more: { operationId: 'create-thing' } })).map(({ change }) => change)).toEqual([
    'is called create-thing',
  ])
})

test('a problem with another status or another message', () => {
  const { 404: problem, ...responses } = released.paths['/thing'].post.responses
  expect(changesOf(documentWith({ more: { responses: { ...responses, 422: problem } } }))).toEqual([
    { operation: 'problems', change: 'thing_not_found is answered with 422 instead of 404', isNarrowing: false },
  ])
  const components = { examples: { thing_not_found: { value: { message: 'No such thing' } } } }
  expect(changesOf({ ...released, components })).toEqual([
    { operation: 'problems', change: 'thing_not_found has another message', isNarrowing: false },
  ])
})

test('new operations and fields, wider requests and narrower answers break nothing', () => {
  const request = {
    properties: { ...without(asked, 'name'), name: { type: ['string', 'null'] }, further: { type: 'string' } },
    required: [],
  }
  const answer = {
    properties: { ...answered, status: { type: 'string', enum: ['draft'] }, note: { type: 'string' }, more: {} },
    required: ['id', 'status', 'note'],
  }
  const current = documentWith({ request, answer })
  expect(changesOf({ ...current, paths: { ...current.paths, '/other': { get: {} } } })).toEqual([])
})

describe('CHANGELOG.md', () => {
  const unreleased = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)[1] ?? ''
  const section = (title: string) => unreleased.split(/^### /m).find((each) => each.startsWith(title)) ?? ''
  const newest = globSync('docs/released/openapi-*.json', { cwd: root })
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)

  test('names every change of docs/openapi.json that may break a client of the last release', () => {
    expect(newest).toBeDefined()
    const untold = incompatibleChanges(json(newest ?? ''), json('docs/openapi.json')).filter(
      ({ operation, change, isNarrowing }) => {
        const line = `- \`${operation}\`: ${change}`
        return !section('Breaking').includes(line) && !(isNarrowing && section('Corrected').includes(line))
      },
    )
    expect(untold).toEqual([])
  })
})
