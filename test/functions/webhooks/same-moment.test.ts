import { expect, test } from 'vitest'
import { assistantFor, ringingCall } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

test('closes and reports two calls of one millisecond with one delivery id', async () => {
  const now = world.clock.now()
  const settings = { webhook_url: 'http://localhost:9/hook', is_webhook_active: true }
  const assistant_id = await assistantFor(world, user, { ...settings, send_webhook_only_on_completed: false })
  const id = world.newId()
  const refs = [id, id + 2048].map((call_id) => ({ user_id: user.id, call_id }))
  for (const { user_id, call_id } of refs) {
    const call = ringingCall({ id: call_id, user_id, assistant_id }, now)
    await world.services.calls.open(call, { variables: {}, input_variables: {} })
  }
  await Promise.all(refs.map((ref) => world.services.calls.apply(ref, { outcome: 'busy' }, now)))
  const { body } = await world.api(user.token, 'GET', '/user/webhook-deliveries')
  expect(body.data.map(({ call_id }: { call_id: number }) => call_id).toSorted()).toEqual(
    refs.map(({ call_id }) => call_id),
  )
})
