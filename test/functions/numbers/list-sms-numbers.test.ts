import { expect, test } from 'vitest'
import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

const add = async (more: Partial<OwnedNumber>) => {
  const added = await world.number(user, more)
  await world.run(1)
  return added
}

const list = async () => (await world.api(user.token, 'GET', '/user/phone-numbers')).body

test('200 with a bare array, empty at first', async () => {
  expect(await list()).toEqual([])
})

test('only numbers that can send SMS and whose subscription is active', async () => {
  const now = world.clock.now()
  const plain = await add({ can_send_sms: true, nickname: 'Front desk', region: 'Texas' })
  const paidFor = await add({ can_send_sms: true, expires_at: now + 60_000 })
  await add({ can_send_sms: false })
  await add({ can_send_sms: true, expires_at: now })
  await world.number(await world.user(), { can_send_sms: true })
  const shown = await list()
  expect(shown.map(({ id }: { id: number }) => id)).toEqual([plain.id, paidFor.id])
  expect(shown[0]).toEqual({
    id: plain.id,
    phone_number: plain.phone_number,
    nickname: 'Front desk',
    country_code: 'US',
    type: 'normal',
    type_label: 'Normal',
    sms_capable: true,
    region: 'Texas',
    has_active_subscription: true,
    created_at: expect.stringMatching(/^2026-11-25T10:00:\d\d\.\d{6}Z$/),
  })
})

test('every listed number can send a message until it expires', async () => {
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 1_000_000_000, description: 'Top-up' })
  for (const { id } of await list()) {
    const { status } = await world.api(user.token, 'POST', '/user/sms', { from: id, to: '+12025550100', body: 'Hello' })
    expect([200, 201]).toContain(status)
  }
  await world.run(60)
  expect(await list()).toHaveLength(1)
})
