import { beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let assistant_id: number

const world = useWorld()
const user = useCaller(world)

beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { max_call_duration: 120, variables: { agent: 'Anna' } })
})

const place = async (ending: string) => {
  const made = await world.api(user.token, 'POST', '/user/make_call', {
    phone_number: `+1202555${ending}`,
    assistant_id,
    variables: { name: 'Grace' },
  })
  expect(made.status).toBe(200)
  return made.body.data.id
}
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body
const createsTo = (ending: string) => world.carrier.stats().creates.filter(({ to }) => to === `+1202555${ending}`)

const within = (least: number, most: number) => expect.toSatisfy((value: number) => value >= least && value <= most)

// Each minute or part of a minute costs 0.014 for the carrier and 0.05 for us.
test.each([
  { ending: '0100', status: 'ended_by_customer', answered_by: 'human', duration: within(12, 25), total_cost: 0.064 },
  { ending: '0101', status: 'busy', answered_by: 'unknown', duration: 0, total_cost: 0 },
  { ending: '0102', status: 'no-answer', answered_by: 'unknown', duration: 0, total_cost: 0 },
  { ending: '0103', status: 'failed', answered_by: 'unknown', duration: 0, total_cost: 0 },
  { ending: '0104', status: 'ended_by_assistant', answered_by: 'machine', duration: within(4, 15), total_cost: 0.064 },
  { ending: '0105', status: 'ended', answered_by: 'human', duration: within(40, 55), total_cost: 0.064 },
  { ending: '0106', status: 'ended_by_assistant', answered_by: 'human', duration: within(4, 30), total_cost: 0.064 },
  { ending: '0107', status: 'ended_by_customer', answered_by: 'human', duration: within(12, 25), total_cost: 0.064 },
  { ending: '0108', status: 'failed', answered_by: 'unknown', duration: 0, total_cost: 0 },
  { ending: '0109', status: 'ended_by_customer', answered_by: 'human', duration: within(12, 25), total_cost: 0.064 },
  { ending: '0110', status: 'completed', answered_by: 'human', duration: within(12, 25), total_cost: 0.064 },
])('$ending ends $status, dialled once', async ({ ending, ...expected }) => {
  const before = await world.services.ledger.balance(user.id)
  const id = await place(ending)
  await world.run(400)
  expect(await read(id)).toMatchObject(expected)
  expect(createsTo(ending)).toHaveLength(1)
  const after = await world.services.ledger.balance(user.id)
  expect(before - after).toBe(Math.round(expected.total_cost * 1_000_000))
})

test('0108 is failed within two minutes', async () => {
  const id = await place('0108')
  await world.run(120)
  expect((await read(id)).status).toBe('failed')
})

test('the call moves initiated → ringing → in-progress → ended_by_customer', async () => {
  const id = await place('0100')
  expect((await read(id)).status).toBe('initiated')
  await world.run(2)
  expect((await read(id)).status).toBe('ringing')
  await world.run(4)
  expect((await read(id)).status).toBe('in-progress')
  await world.run(30)
  expect(await read(id)).toEqual({
    id,
    assistant_name: 'Anna',
    assistant_id: expect.any(Number),
    assistant_version: 1,
    campaign_id: null,
    campaign_name: null,
    lead_id: null,
    type: 'outbound',
    duration: within(12, 25),
    assistant_phone_number: expect.stringMatching(/^\+1202556\d{4}$/),
    client_phone_number: '+12025550100',
    status: 'ended_by_customer',
    transcript: expect.stringMatching(/^AI: Hello, this is Anna\.\nCustomer: Hello, who is speaking\?\nAI: /),
    variables: { agent: 'Anna', name: 'Grace', status: true, summary: expect.any(String) },
    evaluation: expect.objectContaining({ sentiment: 'neutral', status: true }),
    webhook_response: {},
    carrier_cost: 0.014,
    total_cost: 0.064,
    answered_by: 'human',
    recording_url: null,
    carrier_code: null,
    ended_reason: 'customer_hung_up',
    failure_reason: null,
    disclosure_spoken_at: null,
    disclosure_cut: false,
    created_at: expect.stringMatching(/^2026-11-25 1\d:\d\d:\d\d$/),
    updated_at: expect.stringMatching(/^2026-11-25 1\d:\d\d:\d\d$/),
    messages: expect.arrayContaining([
      { sender: 'bot', text: 'Hello, this is Anna.', type: 'transcript', timestamp: expect.any(String) },
    ]),
    tool_calls: [],
    transfers: [],
    cost_breakdown: { call: 0.064, transfers: 0 },
  })
})
