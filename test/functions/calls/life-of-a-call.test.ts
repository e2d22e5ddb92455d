import { afterAll, beforeAll, expect, test } from 'vitest'
import { assistantKey } from '../../../shared/data/keys.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'

let world: World
let user: TestUser
const assistant_id = 4711

beforeAll(async () => {
  world = await openWorld()
  user = await world.user()
  await world.number(user)
  await world.parts.table.write([
    {
      put: {
        ...assistantKey(user.id, assistant_id),
        id: assistant_id,
        user_id: user.id,
        phone_number_id: null,
        name: 'Anna',
        variables: {},
        language_id: 1,
        type: 'outbound',
        status: 'active',
        max_duration: 120,
        record: false,
        initial_message: 'Hello',
        end_call_on_voicemail: true,
        wait_for_customer: false,
      },
    },
  ])
})
afterAll(() => world.close())

test.each([
  ['0100', 'ended_by_customer'],
  ['0101', 'busy'],
  ['0102', 'no-answer'],
  ['0103', 'failed'],
  ['0104', 'ended_by_assistant'],
  ['0105', 'ended'],
  ['0106', 'ended_by_assistant'],
  ['0107', 'ended_by_customer'],
  ['0108', 'failed'],
  ['0109', 'ended_by_customer'],
  ['0110', 'completed'],
])('%s ends %s', async (ending, status) => {
  const made = await world.api(user.token, 'POST', '/user/make_call', {
    phone_number: `+1202555${ending}`,
    assistant_id,
  })
  expect(made.status).toBe(200)
  const started = performance.now()
  await world.run(400)
  console.log(ending, 'took', Math.round(performance.now() - started))
  const { body } = await world.api(user.token, 'GET', `/user/calls/${made.body.data.id}`)
  if (body.status !== status)
    console.log(
      body,
      world.carrierFacts,
      await world.services.calls.find({ user_id: user.id, call_id: made.body.data.id }),
    )
  expect(body.status).toBe(status)
})
