import { describe, expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { masked, openedHeaders, secretHeaders, toolDraft, toolFor } from './tool.ts'

const world = useWorld()
const user = useUser(world)
const ask = (method: string, path: string, body?: unknown, token = user.token) => world.api(token, method, path, body)
const create = (more: Record<string, unknown>) => ask('POST', '/user/tools', { ...toolDraft, ...more })
const opened = (id: number) => openedHeaders(world, user, id)

describe('an update', () => {
  test('changes what it names, and replaces headers and schema as a whole', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    const { status, body } = await ask('PUT', `/user/tools/${id}`, { description: 'Books.', schema: [] })
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Tool updated successfully' })
    expect(body.data).toMatchObject({ name: 'book_table', description: 'Books.', schema: [], headers: masked })
    expect((await ask('PUT', `/user/tools/${id}`, { headers: [] })).body.data.headers).toEqual([])
  })

  test('a mask that comes back changes nothing; a new value beside it does', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    const shown = (await ask('GET', `/user/tools/${id}`)).body
    expect((await ask('PUT', `/user/tools/${id}`, shown)).body.data).toMatchObject({ headers: masked })
    expect(await opened(id)).toEqual(['Bearer a-long-and-secret-token', 'abc'])
    const headers = [{ name: 'x-short', value: 'new' }, masked[0]]
    expect((await ask('PUT', `/user/tools/${id}`, { headers })).status).toBe(200)
    expect(await opened(id)).toEqual(['new', 'Bearer a-long-and-secret-token'])
  })

  test('422 for a mask that stands for nothing', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    for (const headers of [
      [{ name: 'X-Other', value: masked[0]?.value }],
      [{ name: 'X-Short', value: '••••••••oken' }],
    ])
      expect((await ask('PUT', `/user/tools/${id}`, { headers })).body.errors).toEqual({
        'headers.0.value': ['The headers.0.value field format is invalid.'],
      })
    expect((await create({ headers: [masked[0]] })).status).toBe(422)
  })

  test('two at a time are both there', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    await Promise.all([
      ask('PUT', `/user/tools/${id}`, { description: 'Both.' }),
      ask('PUT', `/user/tools/${id}`, { timeout: 7 }),
      ask('PUT', `/user/tools/${id}`, { headers: [masked[0]] }),
    ])
    const { body } = await ask('GET', `/user/tools/${id}`)
    expect(body).toMatchObject({ description: 'Both.', timeout: 7, headers: [masked[0]] })
    expect(await opened(id)).toEqual(['Bearer a-long-and-secret-token'])
  })
})

describe('an update that moves the endpoint to another origin', () => {
  const moved = ['https://evil.example/tables', 'https://example.com:8443/tables', 'https://sub.example.com/tables']
  const required = "field is required when the endpoint's host, port or scheme changes."

  test.each(moved)('returns 422 without the secret headers: %s', async (endpoint) => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    const { status, body } = await ask('PUT', `/user/tools/${id}`, { endpoint })
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { headers: [`The headers ${required}`] } })
    const masks = await ask('PUT', `/user/tools/${id}`, { endpoint, headers: [secretHeaders[0], masked[1]] })
    expect(masks.body.errors).toEqual({ 'headers.1.value': [`The headers.1.value ${required}`] })
    expect((await ask('GET', `/user/tools/${id}`)).body.endpoint).toBe(toolDraft.endpoint)
  })

  test('takes headers that are sent again, or none', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    const [endpoint = ''] = moved
    expect((await ask('PUT', `/user/tools/${id}`, { endpoint, headers: secretHeaders })).status).toBe(200)
    expect(await openedHeaders(world, user, id, { ...toolDraft, endpoint })).toEqual(secretHeaders.map((h) => h.value))
    const back = await ask('PUT', `/user/tools/${id}`, { endpoint: toolDraft.endpoint, headers: [] })
    expect(back.body.data).toMatchObject({ endpoint: toolDraft.endpoint, headers: [] })
    expect((await ask('PUT', `/user/tools/${id}`, { endpoint })).status).toBe(200)
  })

  test('keeps the secret headers on another path of the same origin', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    const endpoint = 'HTTPS://EXAMPLE.com:443/other'
    expect((await ask('PUT', `/user/tools/${id}`, { endpoint, headers: masked })).status).toBe(200)
    expect(await opened(id)).toEqual(secretHeaders.map(({ value }) => value))
  })

  test('returns the same error over MCP', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    const params = { name: 'update-tool', arguments: { id, endpoint: moved[0] } }
    const { text } = await ask('POST', '/mcp?areas=tools', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(text).toContain(required)
  })

  test('cannot be decrypted for another origin, even when the stored endpoint changes', async () => {
    const id = await toolFor(world, user, { headers: secretHeaders })
    await expect(openedHeaders(world, user, id, { ...toolDraft, endpoint: moved[0] ?? '' })).rejects.toThrow()
  })
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const other = await world.user()
  const id = await toolFor(world, user)
  const missing = { status: 404, text: '{"message":"Tool not found"}' }
  expect(await ask('PUT', '/user/tools/1', { timeout: 5 })).toMatchObject(missing)
  expect(await ask('PUT', '/user/tools/x', { timeout: 5 })).toMatchObject(missing)
  expect(await ask('PUT', `/user/tools/${id}`, { timeout: 5 }, other.token)).toMatchObject(missing)
})
