import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

/** Maximum bytes that a page loads before the visitor's first click. */
const bytesMax = 40 * 1024

test('anyone gets the script, and it is small', async () => {
  const { status, text, headers } = await world.request('GET', '/embed.js')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(gzipSync(text).length).toBeLessThan(bytesMax / 4)
  expect(text).toContain('assistantId')
})
