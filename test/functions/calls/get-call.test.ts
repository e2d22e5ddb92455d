import { beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let id: number

const world = useWorld()
const user = useCaller(world)

beforeAll(async () => {
  const assistant_id = await assistantFor(world, user)
  const request = { phone_number: '+12025550101', assistant_id, variables: { name: 'Grace' } }
  id = (await world.api(user.token, 'POST', '/user/make_call', request)).body.data.id
})

test('200 with the bare call: unknown values are null, {} or 0', async () => {
  const { status, body } = await world.api(user.token, 'GET', `/user/calls/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    id,
    assistant_id: expect.any(Number),
    assistant_name: 'Anna',
    assistant_version: 1,
    campaign_id: null,
    campaign_name: null,
    lead_id: null,
    type: 'outbound',
    duration: 0,
    assistant_phone_number: expect.stringMatching(/^\+1202556\d{4}$/),
    client_phone_number: '+12025550101',
    status: 'initiated',
    carrier_code: null,
    ended_reason: null,
    failure_reason: null,
    disclosure_spoken_at: null,
    disclosure_cut: false,
    transcript: null,
    variables: { name: 'Grace' },
    evaluation: {},
    webhook_response: {},
    carrier_cost: 0,
    cost_breakdown: { call: 0, transfers: 0 },
    transfers: [],
    total_cost: 0,
    answered_by: 'unknown',
    recording_url: null,
    created_at: '2026-11-25 10:00:00',
    updated_at: '2026-11-25 10:00:00',
    messages: [],
    tool_calls: [],
  })
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const other = await world.user()
  const answers = await Promise.all(
    [1, 0, -1, 'x', 2 ** 53].map((unknown) => world.api(user.token, 'GET', `/user/calls/${unknown}`)),
  )
  answers.push(await world.api(other.token, 'GET', `/user/calls/${id}`))
  for (const { status, text } of answers)
    expect({ status, text }).toEqual({ status: 404, text: '{"message":"Call not found"}' })
})
