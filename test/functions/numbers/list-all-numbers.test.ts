import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

const list = async () => (await world.api(user.token, 'GET', '/user/phone-numbers/all')).body

test('returns every own number, whatever it can do now', async () => {
  const now = world.clock.now()
  const [sip, callerId, expired] = [
    await world.number(user, { type_label: 'SIP' }),
    await world.number(user, { type_label: 'Caller ID', can_send_sms: false }),
    await world.number(user, { expires_at: now }),
  ]
  await world.number(await world.user())
  const { data } = await list()
  const shown = new Map(data.map((number: { id: number }) => [number.id, number]))
  expect(shown.size).toBe(3)
  expect(shown.get(sip.id)).toMatchObject({ type: 'sip', type_label: 'SIP', has_active_subscription: true })
  expect(shown.get(callerId.id)).toMatchObject({ type: 'caller_id', type_label: 'Caller ID', sms_capable: false })
  expect(shown.get(expired.id)).toMatchObject({ type: 'normal', has_active_subscription: false })
})

test('what is not known of a number is null', async () => {
  const { data } = await list()
  for (const number of data) expect(number).toMatchObject({ nickname: null, region: null })
})
