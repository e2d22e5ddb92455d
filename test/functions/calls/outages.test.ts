import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../infra/local/carrier/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

/** True while callbacks, schedules and workers fail. */
let isDown = false
let question: () => Fault | undefined = () => undefined
let isLost: (form: string) => boolean = () => false
const formOf = (event: unknown): string => {
  const [, body = ''] = /"body":"([^"]*)"/.exec(JSON.stringify(event)) ?? []
  return Buffer.from(body, 'base64').toString()
}

const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  carrierFaults: (request) => (request.method === 'GET' && request.url.includes('/Calls') ? question() : undefined),
  open: ({ operation, open }, parts) => {
    const run = open(parts, registry)
    return async (event, context) => {
      if (operation.kind === 'callback' && (isDown || isLost(formOf(event)))) return { statusCode: 503 }
      if (operation.kind === 'schedule' && isDown) return undefined
      if (operation.kind === 'worker' && isDown) throw new Error('Nothing runs')
      return run(event, context)
    }
  },
})
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { post_call_evaluation: false, max_call_duration: 60 })
})
beforeEach(() => {
  isDown = false
  question = () => undefined
  isLost = () => false
})

const place = async (phone_number: string): Promise<number> =>
  (await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })).body.data.id
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body
const outage = async (seconds: number) => {
  isDown = true
  await world.run(seconds)
  isDown = false
}
const conversation = {
  status: 'completed',
  duration: expect.toSatisfy((seconds: number) => seconds >= 10),
  total_cost: 0.064,
}

describe('after an outage that outlived every call', () => {
  test('a conversation that took place ends with its length and its price', async () => {
    const id = await place('+12025550100')
    await world.run(6)
    await outage(25 * 60)
    await world.run(120)
    expect(await read(id)).toMatchObject(conversation)
  })

  test('a first question that fails decides nothing', async () => {
    const id = await place('+12025550100')
    await world.run(6)
    await outage(25 * 60)
    let failures = 1
    question = () => (failures-- > 0 ? '500' : undefined)
    await world.run(200)
    expect(await read(id)).toMatchObject(conversation)
  })

  test('leads that were talked to are not dialled again', async () => {
    const campaign_id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 3, max_retries: 3 })
    const before = world.carrier.stats().callsPlaced
    for (let lead = 0; lead < 3; lead++) await leadFor(world, user, campaign_id, `+1202555030${lead}`)
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await world.run(2)
    await outage(25 * 60)
    await world.run(300)
    const { data } = (await world.api(user.token, 'GET', `/user/leads?campaign_id=${campaign_id}`)).body
    expect(data.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('completed'))
    expect(world.carrier.stats().callsPlaced - before).toBe(3)
  })
})

test('a carrier that cannot be asked for long keeps no call open for ever', async () => {
  isLost = (form) => form.includes('CallStatus=completed')
  question = () => '500'
  const id = await place('+12025550100')
  await world.run(16 * 60)
  expect((await read(id)).status).toBe('in-progress')
  await world.run(4 * 60)
  expect(await read(id)).toMatchObject({ duration: 0, total_cost: 0 })
  expect((await read(id)).status).not.toBe('in-progress')
})

test('a lost final report delays the end by about a minute', async () => {
  isLost = (form) => form.includes('CallStatus=completed') && !form.includes('SessionStatus')
  const id = await place('+12025550100')
  await world.run(20)
  expect((await read(id)).status).toBe('in-progress')
  await world.run(95)
  expect(await read(id)).toMatchObject({ ...conversation, status: 'ended_by_customer' })
})
