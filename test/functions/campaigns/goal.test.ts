import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const faults = openFaults()
let isStuck = false
const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  open: (entry, parts) => {
    const invoke = faults.open(entry, parts)
    return async (event, context) => {
      if (isStuck && entry.operation.id === 'evaluate-call') throw new Error('Task timed out')
      return invoke(event, context)
    }
  },
})
const user = useCaller(world)

const act = (campaign_id: number, action: string) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body
const lead = async (id: number) => (await world.api(user.token, 'GET', `/user/leads/${id}`)).body

const goal = { retry_on_goal_incomplete: true, goal_completion_variable: 'is_booked' }
const rules = { max_retries: 1, retry_interval: 60 }
const schema = [
  { name: 'is_booked', type: 'bool', description: 'Whether a visit was booked' },
  { name: 'name', type: 'string', description: 'The name' },
]
const begin = async (phone_number: string, assistant: object = {}) => {
  const assistant_id = await assistantFor(world, user, {
    post_call_schema: schema,
    max_call_duration: 20,
    ...assistant,
  })
  const id = await campaignFor(world, user, { assistant_id, ...rules, ...goal })
  const { id: lead_id } = await leadFor(world, user, id, phone_number)
  await act(id, 'start')
  return { id, lead_id, assistant_id }
}

test('completes the lead when the variable is true', async () => {
  const { id, lead_id } = await begin('+12025550100')
  await world.run(120)
  expect(await lead(lead_id)).toMatchObject({
    status: 'completed',
    attempts: [{ outcome: 'conversation', goal: 'reached' }],
  })
  expect(await read(id)).toMatchObject({ status: 'completed' })
})

test.each([
  ['a silent conversation', '+12025550105', 'conversation'],
  ['a machine that answers', '+12025550104', 'voicemail'],
])('%s counts as an attempt, and keeps the lead open', async (_, number, outcome) => {
  const { id, lead_id } = await begin(number)
  await world.run(50)
  expect(await lead(lead_id)).toMatchObject({
    status: 'created',
    reasons: ['The next attempt is not due yet.', 'Its last conversation did not reach the goal of the campaign.'],
    attempts: [{ outcome, goal: 'missed' }],
  })
  await world.run(300)
  expect(await lead(lead_id)).toMatchObject({
    status: 'reached-max-retries',
    reasons: ['All attempts have been used up.', 'Its last conversation did not reach the goal of the campaign.'],
    attempts: [{ goal: 'missed' }, { goal: 'missed' }],
  })
  expect(await read(id)).toMatchObject({ status: 'completed' })
})

test('does not call a lead during its evaluation, and completes it later', async () => {
  isStuck = true
  const { id, lead_id } = await begin('+12025550100')
  await world.run(10 * 60)
  expect(await lead(lead_id)).toMatchObject({
    status: 'created',
    reasons: ['The next attempt is not due yet.', 'Its last conversation is being evaluated.'],
    attempts: [{ goal: 'pending' }],
  })
  isStuck = false
  await world.run(5 * 60)
  expect(await lead(lead_id)).toMatchObject({ status: 'completed', attempts: [{ goal: 'reached' }] })
  expect(await read(id)).toMatchObject({ status: 'completed' })
})

test('calls the lead again when no evaluation arrives within half an hour', async () => {
  isStuck = true
  const { lead_id } = await begin('+12025550100')
  await world.run(32 * 60)
  isStuck = false
  const { attempts } = await lead(lead_id)
  expect(attempts).toHaveLength(2)
  await world.run(5 * 60)
  expect((await lead(lead_id)).status).toBe('completed')
})

test('keeps the status that a hand sets while the conversation is being evaluated', async () => {
  isStuck = true
  const { lead_id } = await begin('+12025550100')
  await world.run(60)
  const { body } = await world.api(user.token, 'PUT', `/user/leads/${lead_id}`, { status: 'reached-max-retries' })
  expect(body.data?.status ?? 'reached-max-retries').toBe('reached-max-retries')
  isStuck = false
  await world.run(5 * 60)
  expect(await lead(lead_id)).toMatchObject({ status: 'reached-max-retries', attempts: [{ goal: null }] })
})

test('never calls a person again who opts out while missing the goal', async () => {
  const { lead_id } = await begin('+12025550105')
  await world.run(20)
  await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+12025550105' })
  await world.run(10 * 60)
  const { attempts, reasons } = await lead(lead_id)
  expect(attempts).toHaveLength(1)
  expect(reasons[0]).toBe('The phone number is on the blacklist.')
})

test('stops when its assistant does not tell the goal any more', async () => {
  const { id, assistant_id } = await begin('+12025550104')
  await world.run(20)
  await world.api(user.token, 'PUT', `/user/assistant/${assistant_id}`, { post_call_schema: schema.slice(1) })
  await world.run(10 * 60)
  expect(await read(id)).toMatchObject({
    status: 'stopped',
    stop_reason: 'Its assistant does not tell any more whether the goal is reached.',
  })
})

describe('422 on goal_completion_variable', () => {
  const refused = async (answer: { status: number; body: { errors?: object } }) =>
    [answer.status, Object.keys(answer.body.errors ?? {})] as const
  const expected = [422, ['goal_completion_variable']]
  const create = async (body: object, assistant: object = {}) => {
    const assistant_id = await assistantFor(world, user, { post_call_schema: schema, ...assistant })
    return world.api(user.token, 'POST', '/user/campaigns', { name: 'Spring', assistant_id, ...body })
  }

  test.each([
    ['it is missing', { goal_completion_variable: undefined }, {}],
    ['the schema has no such entry', { goal_completion_variable: 'is_sold' }, {}],
    ['the entry is a text', { goal_completion_variable: 'name' }, {}],
    ['the assistant evaluates no calls', {}, { post_call_evaluation: false }],
  ])('when %s', async (_, body, assistant) => {
    expect(await refused(await create({ ...goal, ...body }, assistant))).toEqual(expected)
  })

  test('when another assistant of the campaign does not tell it', async () => {
    const { body } = await create(goal)
    const assistant_id = await assistantFor(world, user)
    const path = `/user/campaigns/${body.data.id}`
    expect(await refused(await world.api(user.token, 'PUT', path, { assistant_id }))).toEqual(expected)
    expect(await refused(await world.api(user.token, 'PUT', path, { goal_completion_variable: null }))).toEqual(
      expected,
    )
    const { status } = await world.api(user.token, 'PUT', path, { assistant_id, retry_on_goal_incomplete: false })
    expect(status).toBe(200)
  })
})

test.each(faultKinds)(
  'decides the goal once when the evaluation %s, whatever the call',
  async (kind) => {
    for (let call = 0; call < 40; call++) {
      const { lead_id } = await begin('+12025550100')
      faults.arm({ operation: 'evaluate-call', call, kind })
      await world.run(15 * 60)
      const struck = faults.struck()
      faults.disarm()
      expect(await lead(lead_id), `${kind} at call ${call}`).toMatchObject({
        status: 'completed',
        attempts: [{ goal: 'reached' }],
      })
      if (!struck) {
        expect(call).toBeGreaterThan(8)
        expect(await dueLeft(registry.deadlines(world.parts))).toEqual([])
        return
      }
    }
    throw new Error('The operation makes more calls than expected')
  },
  180_000,
)
