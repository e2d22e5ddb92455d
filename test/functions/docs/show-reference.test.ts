import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 with one page that may load nothing from elsewhere, to anybody', async () => {
  const { status, text, headers } = await world.request('GET', '/docs')
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
  expect(text).toContain('SwaggerUIBundle({')
  expect(text).not.toMatch(/<(script|link|img|iframe)\b[^>]*\b(src|href)="(?!data:)/)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-\S+' 'sha256-\S+';/)
  expect(policy).not.toMatch(/https?:|\*/)
})
