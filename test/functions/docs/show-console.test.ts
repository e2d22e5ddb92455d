import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()
const shown = () => world.request('GET', '/console', { headers: { 'accept-encoding': 'identity' } })

test('200 with one page of at most 60 KB, to anybody', async () => {
  const { status, text, headers } = await shown()
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
  expect(gzipSync(text).length).toBeLessThan(60 * 1024)
  expect(text).not.toMatch(/<(script|link|img|iframe)\b[^>]*\b(src|href)="(?!data:)/)
})

test('may reach this API, its uploads and recordings, and calls', async () => {
  const { headers } = await shown()
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((rule) => rule.split(/ (.*)/s).slice(0, 2)),
  )
  const recordings = `${world.parts.settings.required('RECORDINGS_URL')}/`
  const hash = expect.stringMatching(/^'sha256-[\w+/=]+'$/)
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/=]+'$/),
    'style-src': hash,
    'connect-src': `'self' ${recordings} ws://127.0.0.1:* wss://voice-js.roaming.twilio.com https://eventgw.twilio.com https://media.twiliocdn.com https://sdk.twilio.com`,
    'media-src': `${recordings} mediastream: https://sdk.twilio.com`,
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test.each(['/..', '', '/'])('GET %j of the base redirects to the console', async (path) => {
  const { status, headers } = await world.request('GET', path, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, '/api/console'])
})

test('returns 404 when the root receives another method', async () => {
  expect((await world.request('POST', '/..')).status).toBe(404)
})
