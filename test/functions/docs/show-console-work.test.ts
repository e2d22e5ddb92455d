import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('anyone gets the script, and it is small', async () => {
  const { status, text, headers } = await world.request('GET', '/console-work.js')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(gzipSync(text).length).toBeLessThan(48 * 1024)
})

test('has the page’s version, and no copy of its modules', async () => {
  const { text } = await world.request('GET', '/console-work.js')
  const page = await world.request('GET', '/console', { headers: { 'accept-encoding': 'identity' } })
  const version = /version:"([0-9a-f]{12})"/.exec(page.text)?.[1]
  expect(version).toBeDefined()
  expect(text).toContain(`"${version}"`)
  expect(text).toContain('globalThis.parlance["node_modules/preact/')
  expect(text).not.toContain('__H')
})
