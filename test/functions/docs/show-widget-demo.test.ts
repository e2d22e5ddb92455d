import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('loads the widget’s script, with a policy for this API alone', async () => {
  const { status, text, headers } = await world.request('GET', '/widget-demo')
  expect(status).toBe(200)
  expect(text).toContain("script.src = 'embed.js'")
  expect(headers.get('content-security-policy')).toContain("connect-src 'self'")
})
