import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { openSender } from './sender.ts'

const world = useWorld()

test.each([
  ['+12025550180', 21408, 'may not text this country'],
  ['+12025550181', 21606, 'cannot send texts to this number'],
  ['+12025550182', 21608, 'verified numbers only'],
  ['+12025550183', 20429, 'takes no more requests'],
  ['+12025550184', 21609, 'wrong address for reports'],
  ['+12025550185', 21610, 'has opted out'],
])('a text to %s is refused with %i, says so, and costs nothing', async (to, code, meaning) => {
  const { send, get, records, balance } = await openSender(world)
  const before = await balance()
  const { status, body } = await send(to)
  expect([status, body.message]).toEqual([500, 'Failed to send SMS'])
  expect(body.error).toContain(`(${code})`)
  const [record] = await records()
  const failure_reason = expect.stringContaining(meaning)
  const shown = { status: 'failed', total_cost: 0, carrier_code: code, failure_reason }
  expect(await get(record?.id ?? 0)).toMatchObject(shown)
  expect(await balance()).toBe(before)
})

test('an undelivered text shows the code and its meaning, and stays paid', async () => {
  const { send, get, balance } = await openSender(world)
  const before = await balance()
  const { body } = await send('+12025550186')
  await world.run(10)
  const failure_reason = 'The phone cannot be reached at the moment (30003).'
  expect(await get(body.data.id)).toMatchObject({ status: 'undelivered', carrier_code: 30003, failure_reason })
  expect(await balance()).toBeLessThan(before)
})

test.each(['+12025550185', '+12025550187'])(
  'an opt-out that the carrier knows of for %s bars calls and texts',
  async (to) => {
    const { user, send } = await openSender(world)
    await send(to)
    await world.run(10)
    const [entry] = (await world.api(user.token, 'GET', '/user/blacklist')).body.data
    expect(entry).toMatchObject({ phone_number: to, source: 'carrier' })
    expect(await send(to)).toMatchObject({ status: 400, body: { message: 'Recipient has opted out' } })
  },
)
