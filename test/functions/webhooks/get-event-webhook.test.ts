import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 with null until a URL was set, with that of this user alone, and with null once it was taken back', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const shown = async ({ token }: typeof user) => (await world.api(token, 'GET', '/user/event-webhook')).body
  const set = (webhook_url: string | null) => world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url })
  expect(await shown(user)).toEqual({ url: null })
  await set('https://example.com/events')
  expect([await shown(user), await shown(other)]).toEqual([{ url: 'https://example.com/events' }, { url: null }])
  await set(null)
  expect(await shown(user)).toEqual({ url: null })
})
