import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('anyone gets the script that the widget loads for a call', async () => {
  const { status, headers } = await world.request('GET', '/embed-voice.js')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})
