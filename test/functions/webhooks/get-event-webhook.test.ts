import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('returns null, the user’s own URL, and null after its removal', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const shown = async ({ token }: typeof user) => (await world.api(token, 'GET', '/user/event-webhook')).body
  const set = (webhook_url: string | null) => world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url })
  expect(await shown(user)).toEqual({ url: null })
  await set('https://example.com/events')
  expect([await shown(user), await shown(other)]).toEqual([{ url: 'https://example.com/events' }, { url: null }])
  await set(null)
  expect(await shown(user)).toEqual({ url: null })
})
