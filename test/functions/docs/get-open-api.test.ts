import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 with the committed document, to anybody', async () => {
  const { status, text, headers } = await world.request('GET', '/openapi.json')
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/json' })
  expect(text).toBe(await readFile('docs/openapi.json', 'utf8'))
})

test('declares its type, demands TLS, and is revalidated', async () => {
  const { headers } = await world.request('GET', '/openapi.json')
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
  })
})

test('in gzip only to who takes it, and the same either way', async () => {
  const plain = await world.request('GET', '/openapi.json', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const small = await world.request('GET', '/openapi.json', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers.get('content-encoding')).toBe('gzip')
  expect(small.text).toBe(plain.text)
})

test('304 to who has it already', async () => {
  const { headers } = await world.request('GET', '/openapi.json')
  const etag = headers.get('etag') ?? ''
  const again = await world.request('GET', '/openapi.json', { headers: { 'if-none-match': etag } })
  expect({ status: again.status, text: again.text, etag: again.headers.get('etag') }).toEqual({
    status: 304,
    text: '',
    etag,
  })
  const other = await world.request('GET', '/openapi.json', { headers: { 'if-none-match': '"another"' } })
  expect(other.status).toBe(200)
})
