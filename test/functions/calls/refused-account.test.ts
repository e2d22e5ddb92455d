import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let refusal: (() => Response) | undefined
const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  open: ({ open }, parts) => {
    const send: typeof fetch = async (url, init) =>
      refusal && String(url).endsWith('/Calls.json') && init?.method === 'POST' ? refusal() : parts.fetch(url, init)
    return open({ ...parts, fetch: send }, registry)
  },
})
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { post_call_evaluation: false })
})

const mend = () => {
  world.carrier.haveTokens('test-auth-token')
  world.carrier.haveStanding('active')
  refusal = undefined
}
afterEach(mend)

const troubles = [
  ['a wrong secret', () => world.carrier.haveTokens('another-token')],
  ['a suspended account', () => world.carrier.haveStanding('suspended')],
] as const
const call = async (phone_number: string): Promise<number> =>
  (await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })).body.data.id
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body
const act = (campaign_id: number, action: string) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })
const campaign = async (id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body
const leadsOf = async (id: number): Promise<{ status: string }[]> =>
  (await world.api(user.token, 'GET', `/user/leads?campaign_id=${id}`)).body.data

describe.each(troubles)('%s', (_, breakIt) => {
  test('stops a campaign without a lost attempt; a restart calls everyone', async () => {
    const id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 3, max_retries: 0 })
    for (let lead = 0; lead < 5; lead++) await leadFor(world, user, id, `+1202555030${lead}`)
    breakIt()
    await act(id, 'start')
    await world.run(120)
    expect(JSON.stringify(await campaign(id))).toContain('The carrier does not accept our account at the moment.')
    expect((await leadsOf(id)).map(({ status }) => status)).toEqual(Array(5).fill('created'))
    expect((await world.services.callPages.page(user.id, { campaign_id: id }, 0, 10)).total).toBe(0)

    mend()
    await world.run(600)
    expect((await leadsOf(id)).map(({ status }) => status)).toEqual(Array(5).fill('created'))
    await act(id, 'start')
    await world.run(400)
    expect((await leadsOf(id)).map(({ status }) => status)).toEqual(Array(5).fill('completed'))
  })

  test('lets a single call wait, which is placed when the account is mended', async () => {
    breakIt()
    const id = await call('+12025550101')
    await world.run(300)
    expect((await read(id)).status).toBe('initiated')
    mend()
    await world.run(60)
    expect((await read(id)).status).toBe('busy')
  })

  test('fails a single call after ten minutes, with a reason, and alarms', async () => {
    breakIt()
    const id = await call('+12025550101')
    await world.run(11 * 60)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      failure_reason: expect.stringContaining('The carrier did not accept our account for ten minutes.'),
      carrier_code: expect.toBeOneOf([20003, 20005]),
      total_cost: 0,
    })
    expect(world.logged.some(({ message }) => message === 'the carrier refused the account')).toBe(true)
  })

  test('gives the money of a message back, and says why', async () => {
    const [number] = await registry.numbers(world.parts).list(user.id)
    await world.services.ledger.move({
      user_id: user.id,
      type: 'adjustment',
      amount: 1_000_000,
      description: 'Paid in',
    })
    const before = await world.services.ledger.balance(user.id)
    breakIt()
    const draft = { from: number?.id, to: '+12025550100', body: 'Good morning' }
    const { status, body } = await world.api(user.token, 'POST', '/user/sms', draft)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(body)).toContain('The carrier does not accept our account at the moment.')
    expect(await world.services.ledger.balance(user.id)).toBe(before)
  })
})

test.each([
  [400, 10004],
  [429, 20429],
])('too many concurrent calls (%i, %i) stop nothing: the lead waits', async (status, code) => {
  const id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 1, max_retries: 0 })
  await leadFor(world, user, id, '+12025550300')
  refusal = () => Response.json({ code }, { status })
  await act(id, 'start')
  await world.run(60)
  expect(JSON.stringify(await campaign(id))).toContain('"in-progress"')
  refusal = undefined
  await world.run(120)
  expect((await leadsOf(id)).map((lead) => lead.status)).toEqual(['completed'])
})
