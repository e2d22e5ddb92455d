import { beforeAll, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { openFaults } from '../../faults.ts'
import { assistantFor, campaignFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

/**
 * Calling rules are enforced. The clock starts on a Wednesday at 19:57:50 in Berlin, where calls
 * must end at 19:58.
 */
const faults = openFaults()
const world = useWorld({
  open: faults.open,
  startAt: Date.UTC(2026, 10, 25, 18, 57, 50),
  environment: { CALLING_RULES: 'enforce', CARRIER_CALLS_PER_SECOND: '1' },
})
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user)
})

const make = (phone_number: string) => world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })

test('a campaign that names no mode stores the stage’s', async () => {
  const id = await campaignFor(world, user)
  expect((await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body.calling_rules).toBe('enforce')
})

test('returns 422 with the reason and the opening of a closed place', async () => {
  expect(await make('+819012345678')).toMatchObject({
    status: 422,
    body: {
      message: 'The recipient may not be called now',
      errors: { phone_number: ['No calling rules are recorded for this country.'] },
    },
  })
  const closed = await make('+61412345678')
  expect(closed.body.errors.phone_number[0]).toMatch(
    /^It is outside the calling hours where the person is \(Australia, .* It may be called from 2026-11-2\dT\d\d:\d\d:00\.000000Z\.$/,
  )
})

test('does not place a call whose place closes before its turn', async () => {
  const made = []
  for (let call = 0; call < 14; call++) made.push(await make(`+49151123450${String(call + 30)}`))
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
  await world.run(60)
  const calls = await Promise.all(
    made.map(async ({ body }) => (await world.api(user.token, 'GET', `/user/calls/${body.data.id}`)).body),
  )
  const late = calls.filter(({ status }) => status === 'failed')
  expect(late.length).toBeGreaterThan(0)
  expect(late.length).toBeLessThan(calls.length)
  for (const { create } of late) expect(create).toBeUndefined()
  const limit = Date.UTC(2026, 10, 25, 18, 58)
  const creates = world.carrier.stats().creates
  expect(creates.filter(({ receivedAt }) => receivedAt >= limit)).toEqual([])
  expect(creates).toHaveLength(calls.length - late.length)
  const { body } = await world.api(user.token, 'GET', `/user/calls/${late[0]?.id}/evidence`)
  expect(body.decisions).toMatchObject([
    { decision: 'refused', record: { reasons: [expect.stringContaining('Germany, 08:00–20:00')] } },
  ])
})

test('a refusal leaves a decision with its reason, and no call', async () => {
  const ada = await world.user()
  await world.number(ada)
  const own = await assistantFor(world, ada)
  const ask = (phone_number: string) =>
    world.api(ada.token, 'POST', '/user/make_call', { phone_number, assistant_id: own })
  const reasons: string[] = []
  for (const number of ['+819012345678', '+61412345678']) reasons.push(...(await ask(number)).body.errors.phone_number)
  expect((await world.api(ada.token, 'GET', '/user/calls')).body.total).toBe(0)
  await world.run(62)
  const evidence = registry.evidence(world.parts)
  expect(await evidence.unlinked(ada.id)).toEqual([])
  const blocks = await evidence.blocks(ada.id)
  expect(blocks.map(({ chain }) => chain)).toEqual(blocks.map(() => 0))
  const found = await evidence.contents(
    ada.id,
    blocks.flatMap(({ links }) => links.map(({ key }) => key)),
  )
  const byNumber = new Map(found.map((content) => [content?.facts?.phone_number, content?.record]))
  for (const [place, number] of ['+819012345678', '+61412345678'].entries())
    expect(byNumber.get(number)).toMatchObject({ decision: 'refused', chain: 0, reasons: [reasons[place]] })
  for (const content of found) expect(content?.record).not.toHaveProperty('call_id')
})

test('what cannot be recorded is not answered as refused', async () => {
  const struck: string[] = []
  for (let call = 0; ; call++) {
    const [armed] = faults.arm({ operation: 'make-call', call, kind: 'fails without effect' })
    const { status } = await make('+819012345678')
    if (!armed?.struck) break
    if (armed.struck === 'write of 2') expect(status).toBe(500)
    struck.push(armed.struck)
  }
  expect(struck).toContain('write of 2')
  faults.disarm()
})
