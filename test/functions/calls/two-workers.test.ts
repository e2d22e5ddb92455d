import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault } from '../../../infra/local/carrier/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import type { Refusal } from '../../../shared/words/refusal.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { openSender } from '../sms/sender.ts'

let creates: (Fault | undefined)[] = []
let arrives = true

const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  carrierFaults: (request) =>
    request.method === 'POST' && request.url.endsWith('/Calls.json') ? creates.shift() : undefined,
  open: ({ operation, open }, parts) => {
    const run = open(parts, registry)
    return operation.kind === 'callback' ? async (...asked) => (arrives ? run(...asked) : { statusCode: 503 }) : run
  },
})
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { post_call_evaluation: false })
})
beforeEach(() => {
  creates = []
  arrives = true
})

const place = async (phone_number: string) => {
  const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  return { user_id: user.id, call_id: body.data.id as number }
}
const find = async (ref: Awaited<ReturnType<typeof place>>) => {
  const call = await world.services.calls.find(ref)
  if (!call) throw new Error('There is no such call')
  return call
}

test.each([
  ['the second', ['refuse', 'drop-after'], 1],
  ['the first', ['drop-after', 'refuse'], 0],
] as const)(
  'of two unknown calls, %s adopts its record, although two workers look at once',
  async (_, faults, made) => {
    creates = [...faults]
    arrives = false
    const number = made === 1 ? '+12025550101' : '+12025550102'
    const refs = [await place(number)]
    await world.run(4)
    refs.push(await place(number))
    await world.run(25)
    const queue = registry.advanceCallQueue(world.parts)
    for (let round = 0; round < 5; round++) {
      await Promise.all([...refs, ...refs].map((ref) => queue.nudge(ref, 0)))
      await world.run(20)
    }
    const calls = await Promise.all(refs.map(find))
    const [sid] = world.carrier
      .stats()
      .creates.flatMap((create) => (create.to === number && create.sid ? [create.sid] : []))
    expect(calls.map(({ carrier_sid }) => carrier_sid)).toEqual(made === 1 ? [undefined, sid] : [sid, undefined])
  },
)

test('a record of the carrier is adopted by one of two workers', async () => {
  creates = ['refuse', 'refuse']
  const refs = [await place('+12025550105'), await place('+12025550105')]
  await world.run(1)
  const adopted = await Promise.all(refs.map((ref) => world.services.calls.adopt(ref, `CA${'8'.repeat(32)}`)))
  expect(adopted.toSorted()).toEqual([false, true])
})

test('two workers that close a call free its slot and use its attempt once', async () => {
  const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 3 })
  const lead = await leadFor(world, user, campaign_id, '+12025550105')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(3)
  const [call] = (await world.services.calls.since(user.id, 0)).filter((one) => one.campaign?.id === campaign_id)
  const ref = { user_id: user.id, call_id: call?.id ?? 0 }
  const reports = [{ outcome: 'busy' }, { outcome: 'no-answer' }, { outcome: 'failed' }] as const
  const applied = await Promise.all(reports.map((report) => world.services.calls.apply(ref, report, world.clock.now())))
  expect(applied.filter((one) => one?.before.closed_at === undefined && one?.call.closed_at)).toHaveLength(1)
  const shown = (await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).body
  expect(shown).toMatchObject({ status: 'created', attempts: [{ call_id: ref.call_id }] })
  expect((await world.api(user.token, 'GET', `/user/campaigns/${campaign_id}`)).body.calls_in_progress).toBe(0)
})

test('a call that the carrier refuses for its country is asked for once', async () => {
  const campaign_id = await campaignFor(world, user, { assistant_id })
  const lead = await leadFor(world, user, campaign_id, '+12025550180')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(60)
  const shown = (await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).body
  expect(shown).toMatchObject({ status: 'created', attempts: [] })
  const asked = world.carrier.stats().creates.filter(({ to }) => to === '+12025550180')
  expect(asked).toHaveLength(1)
})

test('two workers that settle a message move its money once', async () => {
  const { sendInVain, records, balance, entries } = await openSender(world)
  const before = await balance()
  await sendInVain('+12025550108')
  const [held] = await records()
  if (!held) throw new Error('The message is not recorded')
  const refusal: Refusal = { sort: 'rate', code: 20429, meaning: 'Too much.' }
  const sms = registry.sms(world.parts)
  const now = world.clock.now()
  await Promise.all([1, 2, 3].map(() => sms.apply(held, { not_sent: true, refusal }, now)))
  expect(await balance()).toBe(before)
  expect((await entries()).map(({ type }) => type)).toEqual(expect.arrayContaining(['hold', 'release']))
  expect((await entries()).filter(({ type }) => type === 'release')).toHaveLength(1)
})
