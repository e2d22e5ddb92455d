import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { openSender } from './sender.ts'

const world = useWorld()

test('200 with the record as it was sent, then as it was delivered', async () => {
  const { user, send, get } = await openSender(world)
  const { data } = (await send()).body
  expect(await get(data.id)).toEqual(data)
  await world.run(10)
  expect(await get(data.id)).toEqual({
    ...data,
    status: 'delivered',
    updated_at: expect.stringMatching(/^2026-11-25 10:00:0[34]$/),
  })
  expect((await world.api(user.token, 'GET', `/user/sms/${data.id}`)).status).toBe(200)
})

test('returns 404 SMS not found for unknown and foreign messages', async () => {
  const [mine, theirs] = await Promise.all([openSender(world), openSender(world)])
  const { id } = (await theirs.send()).body.data
  for (const wanted of [id, 1, 'abc']) {
    const { status, body } = await world.api(mine.user.token, 'GET', `/user/sms/${wanted}`)
    expect({ status, body }).toEqual({ status: 404, body: { message: 'SMS not found' } })
  }
})
