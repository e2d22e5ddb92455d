import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { masked, openedHeaders, secretHeaders, toolDraft, toolFor } from './tool.ts'

const world = useWorld()
const user = useUser(world)
const ask = (method: string, path: string, body?: unknown, token = user.token) => world.api(token, method, path, body)
const create = (more: Record<string, unknown>) => ask('POST', '/user/tools', { ...toolDraft, ...more })
const opened = (id: number) => openedHeaders(world, user, id)

describe('a tool', () => {
  test('201 with the tool, in which what its headers hold is masked', async () => {
    const { status, body } = await create({ headers: secretHeaders, timeout: 5 })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        message: 'Tool created successfully',
        data: {
          id: expect.any(Number),
          ...toolDraft,
          timeout: 5,
          headers: masked,
          schema: [{ name: 'day', type: 'string', description: 'The day of the week', required: true }],
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/),
          updated_at: expect.any(String),
        },
      },
    })
    expect((await ask('GET', `/user/tools/${body.data.id}`)).body).toEqual(body.data)
  })

  test('no secret of it lies in the table, whatever item is looked at', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    expect(JSON.stringify(await world.items())).not.toContain('a-long-and-secret')
    expect(await opened(id)).toEqual(['Bearer a-long-and-secret-token', 'abc'])
  })

  test('accepts headers that every request carries anyway, and stores none of them', async () => {
    const implied = [
      { name: 'Content-Type', value: 'application/json; charset=utf-8' },
      { name: 'content-length', value: '12' },
      { name: 'Host', value: 'example.com' },
      { name: 'Connection', value: 'keep-alive' },
      { name: 'Accept-Encoding', value: 'gzip' },
    ]
    const { status, body } = await create({ headers: [...implied, ...secretHeaders] })
    expect({ status, headers: body.data.headers }).toEqual({ status: 201, headers: masked })
    expect(await openedHeaders(world, user, body.data.id)).toEqual(secretHeaders.map(({ value }) => value))
  })

  test('defaults: 10 seconds, no headers, no schema', async () => {
    const { schema: _, ...draft } = toolDraft
    const { body } = await ask('POST', '/user/tools', draft)
    expect(body.data).toMatchObject({ timeout: 10, headers: [], schema: [] })
  })
})

test.each([
  [{ name: 'Book' }, 'name', 'Tool name must contain only lowercase letters and underscores, and start with a letter.'],
  [
    { name: '_book' },
    'name',
    'Tool name must contain only lowercase letters and underscores, and start with a letter.',
  ],
  [{ name: 'end_call' }, 'name', 'The selected name is invalid.'],
  [{ description: 'x'.repeat(256) }, 'description', 'The description field must not be greater than 255 characters.'],
  [{ method: 'HEAD' }, 'method', 'The selected method is invalid.'],
  [{ timeout: 31 }, 'timeout', 'The timeout field must be between 1 and 30.'],
  [{ endpoint: 'tables' }, 'endpoint', 'The endpoint field must be a valid URL.'],
  [{ endpoint: 'http://example.com/' }, 'endpoint', 'The endpoint field must be a valid URL.'],
  [{ endpoint: 'https://10.0.0.1/' }, 'endpoint', 'The endpoint field must be a valid URL.'],
  [{ endpoint: 'https://{day}.example.com/' }, 'endpoint', 'The endpoint field must be a valid URL.'],
  [{ endpoint: 'https://user@example.com/' }, 'endpoint', 'The endpoint field must be a valid URL.'],
  [
    { endpoint: 'https://example.com/{night}' },
    'endpoint',
    'The endpoint field names parameters that the schema does not have: night.',
  ],
  [
    { headers: [{ name: 'Webhook-Id', value: 'x' }] },
    'headers.0.name',
    'The headers.0.name field names a header that is set for every request.',
  ],
  [
    { headers: [{ name: 'Host', value: 'x' }] },
    'headers.0.value',
    "The headers.0.value field must be the endpoint's host.",
  ],
  [
    { headers: [{ name: 'Content-Type', value: 'text/xml' }] },
    'headers.0.value',
    'The headers.0.value field must be application/json: no other body is sent.',
  ],
  [{ headers: [{ name: 'a b', value: 'x' }] }, 'headers.0.name', 'The headers.0.name field format is invalid.'],
  [{ headers: [{ name: 'a', value: 'x\ny' }] }, 'headers.0.value', 'The headers.0.value field format is invalid.'],
  [
    { headers: [{ name: 'a', value: 'x'.repeat(4097) }] },
    'headers.0.value',
    'The headers.0.value field must not be greater than 4096 characters.',
  ],
  [
    { headers: Array.from({ length: 21 }, (_, index) => ({ name: `h${index}`, value: 'x' })) },
    'headers',
    'The headers field must not have more than 20 items.',
  ],
  [
    { schema: Array.from({ length: 21 }, () => toolDraft.schema[0]) },
    'schema',
    'The schema field must not have more than 20 items.',
  ],
  [
    { schema: [toolDraft.schema[0], toolDraft.schema[0]] },
    'schema.1.name',
    'The schema.1.name field has a duplicate value.',
  ],
  [
    { schema: [{ ...toolDraft.schema[0], name: 'x' }] },
    'schema.0.name',
    'The schema.0.name field must be at least 2 characters.',
  ],
  [{ schema: [{ ...toolDraft.schema[0], type: 'date' }] }, 'schema.0.type', 'The selected schema.0.type is invalid.'],
])('422 for %j', async (more, field, sentence) => {
  const { status, body } = await create(more)
  expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [sentence] } })
})

test('returns 422 beyond a hundred concurrent tools, until one is deleted', async () => {
  const many = await world.user()
  const make = () => ask('POST', '/user/tools', toolDraft, many.token)
  const made = await Promise.all(Array.from({ length: 103 }, make))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(100)
  expect(await make()).toMatchObject({
    status: 422,
    text: '{"message":"You have reached the limit of 100 tools."}',
  })
  const { body } = await ask('GET', '/user/tools', undefined, many.token)
  expect(body).toHaveLength(100)
  for (let time = 0; time < 2; time++) await ask('DELETE', `/user/tools/${body[0].id}`, undefined, many.token)
  expect([(await make()).status, (await make()).status]).toEqual([201, 422])
})

describe('on assistants', () => {
  test('tool_ids are shown, replaced, kept when left out, and cleared by []', async () => {
    const [one, two] = [await toolFor(world, user), await toolFor(world, user)]
    const id = await assistantFor(world, user, { tool_ids: [one, two, one] })
    const shown = async () => (await ask('GET', `/user/assistant/${id}`)).body.tool_ids
    expect(await shown()).toEqual([one, two])
    await ask('PUT', `/user/assistant/${id}`, { name: 'Berta' })
    expect(await shown()).toEqual([one, two])
    await ask('PUT', `/user/assistant/${id}`, { tool_ids: [two] })
    expect(await shown()).toEqual([two])
    await ask('PUT', `/user/assistant/${id}`, { tool_ids: [] })
    expect(await shown()).toEqual([])
  })

  test('returns 422 for unknown, foreign, and over twenty tools', async () => {
    const other = await world.user()
    const [own, foreign] = [await toolFor(world, user), await toolFor(world, other)]
    const id = await assistantFor(world, user)
    for (const tool_ids of [
      [own, 12345],
      [own, foreign],
    ])
      expect((await ask('PUT', `/user/assistant/${id}`, { tool_ids })).body.errors).toEqual({
        'tool_ids.1': ['The selected tool ids.1 is invalid.'],
      })
    const many = Array.from({ length: 21 }, () => own)
    expect((await ask('PUT', `/user/assistant/${id}`, { tool_ids: many })).body.errors).toEqual({
      tool_ids: ['The tool ids field must not have more than 20 items.'],
    })
  })

  test('200 for a multimodal assistant, whichever of the two comes later', async () => {
    const tool_ids = [await toolFor(world, user)]
    const multimodal = { engine_type: 'multimodal', voice_id: 301, llm_model: 'gpt-realtime' }
    const realtime = await assistantFor(world, user, multimodal)
    expect((await ask('PUT', `/user/assistant/${realtime}`, { tool_ids })).status).toBe(200)
    const pipeline = await assistantFor(world, user, { tool_ids })
    expect((await ask('PUT', `/user/assistant/${pipeline}`, multimodal)).status).toBe(200)
  })
})
