import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { dialledLeg } from './leg-posts.ts'

const world = useWorld()
const user = useUser(world)

test.each([
  [
    { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '61' },
    { outcome: 'connected', duration: 61 },
  ],
  [{ DialCallStatus: 'completed', DialBridged: 'false' }, { outcome: 'declined' }],
  [
    { DialCallStatus: 'busy', DialBridged: 'false' },
    { outcome: 'busy', duration: 0 },
  ],
  [{ DialCallStatus: 'canceled', CallStatus: 'completed' }, { outcome: 'canceled' }],
])('%j ends the leg as %j, also when it is told twice', async (form, expected) => {
  const { post, leg } = await dialledLeg(world, user)
  for (const _ of [1, 2]) {
    const { status, text } = await post('end', { CallStatus: 'in-progress', DialCallSid: 'CA2', ...form })
    expect([status, text.includes('<Hangup/>')]).toEqual([200, true])
  }
  expect(await leg()).toMatchObject({ carrier_sid: 'CA2', ...expected })
})

test('of a leg that there is not, nothing is kept', async () => {
  const { post, leg } = await dialledLeg(world, user)
  await post('end', { CallStatus: 'in-progress', DialCallStatus: 'busy' }, 2)
  expect((await leg())?.outcome).toBeUndefined()
})
