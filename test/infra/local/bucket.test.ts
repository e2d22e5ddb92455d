import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Bucket, localCredentials, openBucket } from '../../../infra/local/bucket.ts'
import { virtualClock } from '../../../infra/local/clock.ts'
import { serveGateway } from '../../../infra/local/gateway.ts'
import { presign } from '../../../shared/providers/aws/presign.ts'

const clock = virtualClock(Date.UTC(2026, 0, 5))

const serve = async (bucket: Bucket) => {
  const gateway = await serveGateway({ routes: [], buckets: [bucket], clock })
  onTestFinished(() => gateway.close())
  return new URL(gateway.url).origin
}

const open = async (dir?: string) => {
  const bucket = openBucket({ clock, dir })
  const origin = await serve(bucket)
  const signed = (method: 'GET' | 'PUT', key: string, now = clock.now()) =>
    presign({ ...localCredentials, method, url: `${origin}/_bucket/${key}`, expiresSeconds: 60, now })
  const put = (key: string, body = 'sound') => fetch(signed('PUT', key), { method: 'PUT', body })
  const ask = (method: 'GET' | 'DELETE', key: string, query?: Record<string, string>) => {
    const asked = { method, url: `${origin}/_bucket/${key}`, query, expiresSeconds: 60, now: clock.now() }
    return fetch(presign({ ...localCredentials, ...asked }), { method })
  }
  return { bucket, origin, signed, put, ask }
}
const key = '12/34/RE1.mp3'

test('what was put under a key is what is got', async () => {
  const { signed, put } = await open()
  expect((await put(key)).status).toBe(200)
  const got = await fetch(signed('GET', key))
  expect([got.status, got.headers.get('content-type'), await got.text()]).toEqual([200, 'audio/mpeg', 'sound'])
  expect((await fetch(signed('GET', '12/34/RE2.mp3'))).status).toBe(404)
})

test('an object answers only requests with its own ETag', async () => {
  const { signed, put } = await open()
  await put(key)
  const etag = (await fetch(signed('GET', key))).headers.get('etag') ?? ''
  const statusFor = async (tag: string) => (await fetch(signed('GET', key), { headers: { 'if-match': tag } })).status
  expect(await Promise.all([etag, '*', '"other"'].map(statusFor))).toEqual([200, 200, 412])
  await put(key, 'other sound')
  expect(await statusFor(etag)).toBe(412)
  await put(key)
  expect(await statusFor(etag)).toBe(412)
})

test('on a disk, it is there after a restart', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'parlance-bucket-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await (await open(dir)).put(key)
  const { signed } = await open(dir)
  expect(await (await fetch(signed('GET', key))).text()).toBe('sound')
})

describe('403', () => {
  test.each([
    ['without a signature', (url: string) => url.split('?')[0] ?? ''],
    ['signed for another key', (url: string) => url.replace('RE1', 'RE2')],
    ['signed for a shorter time', (url: string) => url.replace('Expires=60', 'Expires=600')],
    ['with a signature that was touched', (url: string) => `${url.slice(0, -4)}0000`],
    ['with more than was signed', (url: string) => `${url}&x=1`],
  ])('%s', async (_, spoil) => {
    const { signed, put } = await open()
    await put(key)
    expect((await fetch(spoil(signed('GET', key)))).status).toBe(403)
  })

  test('for an expired link, and one of another method', async () => {
    const { signed, put } = await open()
    await put(key)
    const minute = 60_000
    expect((await fetch(signed('GET', key, clock.now() - minute))).status).toBe(200)
    expect((await fetch(signed('GET', key, clock.now() - minute - 1000))).status).toBe(403)
    expect((await fetch(signed('GET', key), { method: 'PUT', body: 'other' })).status).toBe(403)
  })
})

test.each(['in memory', 'on a disk'])('%s lists a folder in order, without deleted objects', async (where) => {
  const dir = where === 'on a disk' ? await mkdtemp(join(tmpdir(), 'parlance-bucket-')) : undefined
  onTestFinished(() => (dir ? rm(dir, { recursive: true }) : undefined))
  const { ask, put } = await open(dir)
  for (const each of ['a/2/RE3.mp3', 'a/1/RE2.mp3', 'b/1/RE1.mp3', 'a/1/RE1.mp3']) await put(each)
  const list = async (query: Record<string, string>) => {
    const text = await (await ask('GET', '', { 'list-type': '2', ...query })).text()
    return [...text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, listed]) => listed)
  }
  expect(await list({ prefix: 'a/' })).toEqual(['a/1/RE1.mp3', 'a/1/RE2.mp3', 'a/2/RE3.mp3'])
  expect(await list({ prefix: 'a/', 'start-after': 'a/1/RE1.mp3' })).toEqual(['a/1/RE2.mp3', 'a/2/RE3.mp3'])
  expect(await list({ prefix: '../' })).toEqual([])
  expect((await ask('DELETE', 'a/1/RE2.mp3')).status).toBe(204)
  expect(await list({ prefix: 'a/' })).toEqual(['a/1/RE1.mp3', 'a/2/RE3.mp3'])
  expect((await ask('GET', 'a/1/RE2.mp3')).status).toBe(404)
})

test('403 to a list, and to a deletion, that nobody signed', async () => {
  const { origin, put, signed } = await open()
  await put(key)
  expect((await fetch(`${origin}/_bucket/?list-type=2&prefix=12/`)).status).toBe(403)
  expect((await fetch(`${origin}/_bucket/${key}`, { method: 'DELETE' })).status).toBe(403)
  expect((await fetch(signed('GET', key), { method: 'DELETE' })).status).toBe(403)
})

test('no key leads out of the bucket', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'parlance-bucket-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const { put, origin } = await open(join(dir, 'inside'))
  for (const odd of ['..%2Fa.mp3', 'a/..%2F..%2Fb.mp3', 'a', '.mp3', 'a//b.mp3', '%00.mp3'])
    expect((await put(odd)).status).toBe(404)
  expect((await fetch(`${origin}/_bucket/${key}`, { method: 'PATCH' })).status).toBe(404)
  expect(await readdir(dir)).toEqual([])
})

test('with Object Lock demands checksums, overwrites and deletes nothing', async () => {
  const bucket = openBucket({ clock, name: '_heads', isLocked: true })
  const url = `${await serve(bucket)}/_heads/`
  const ask = (method: 'DELETE' | 'GET' | 'PUT', path: string, init: RequestInit = {}, query = {}) =>
    fetch(presign({ ...localCredentials, method, url: url + path, query, expiresSeconds: 60, now: clock.now() }), {
      method,
      ...init,
    })
  const put = (body: string, headers: Record<string, string>) => ask('PUT', '1/a.json', { body, headers })
  const sumOf = (body: string) => createHash('md5').update(body).digest('base64')
  expect((await put('one', {})).status).toBe(400)
  expect((await put('one', { 'content-md5': sumOf('two') })).status).toBe(400)
  expect((await put('one', { 'content-md5': sumOf('one'), 'if-none-match': '*' })).status).toBe(200)
  expect((await put('two', { 'content-md5': sumOf('two'), 'if-none-match': '*' })).status).toBe(412)
  expect((await ask('DELETE', '1/a.json')).status).toBe(403)
  expect(await (await ask('GET', '1/a.json')).text()).toBe('one')
  const listed = (most: string) => ask('GET', '', {}, { 'list-type': '2', 'max-keys': most, prefix: '1/' })
  expect(await (await listed('1')).text()).toContain('<Key>1/a.json</Key>')
})
