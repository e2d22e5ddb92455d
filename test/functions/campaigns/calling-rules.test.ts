import { describe, expect, test } from 'vitest'
import { campaignKey } from '../../../shared/table/keys.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

/** The clock starts at 10:00 UTC: 5:00 in Florida, 11:00 in Berlin. */
const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const start = (campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
const get = async (path: string) => (await world.api(user.token, 'GET', path)).body
const dialsOf = (number: string) => world.carrier.stats().creates.filter(({ to }) => to === number)
const evidenceOf = async (number: string) => {
  const { data } = await get(`/user/calls?phone_number=${encodeURIComponent(number)}`)
  return (await get(`/user/calls/${data[0].id}/evidence`)).decisions[0]
}

describe('a campaign', () => {
  test('without a mode has the stage’s, observe, in all views', async () => {
    const id = await campaignFor(world, user)
    const list = await get('/user/campaigns')
    expect(list.find((one: { id: number }) => one.id === id).calling_rules).toBe('observe')
    expect((await get(`/user/campaigns/${id}`)).calling_rules).toBe('observe')
  })

  test('of before the rules reads as one that observes', async () => {
    const id = await campaignFor(world, user, { calling_rules: 'off' })
    await world.parts.table.write([{ update: campaignKey(user.id, id), remove: ['calling_rules'] }])
    expect((await get(`/user/campaigns/${id}`)).calling_rules).toBe('observe')
  })

  test('only its owner changes the mode, to known words', async () => {
    const id = await campaignFor(world, user, { calling_rules: 'enforce' })
    const change = (calling_rules: string) =>
      world.api(user.token, 'PUT', `/user/campaigns/${id}`, { calling_rules, name: 'Autumn' })
    expect((await change('off')).body.data.calling_rules).toBe('off')
    expect((await world.api(user.token, 'PUT', `/user/campaigns/${id}`, { name: 'Winter' })).body.data).toMatchObject({
      calling_rules: 'off',
    })
    expect(await change('ask')).toMatchObject({
      status: 422,
      body: { errors: { calling_rules: ['The selected calling rules is invalid.'] } },
    })
  })

  test('that enforces is created, and takes leads, whatever their country', async () => {
    const id = await campaignFor(world, user, { calling_rules: 'enforce' })
    for (const number of ['+819012345678', '+13055550130', '+4915112345678']) await leadFor(world, user, id, number)
    expect((await get(`/user/campaigns/${id}`)).leads_count.total).toBe(3)
  })
})

test('under enforce a closed place waits for its opening instant', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'enforce', max_calls_in_parallel: 1 })
  const { id: closed } = await leadFor(world, user, id, '+13055550120')
  await leadFor(world, user, id, '+4915112345120')
  await start(id)
  await world.run(60)
  expect(dialsOf('+4915112345120')).toHaveLength(1)
  expect(dialsOf('+13055550120')).toEqual([])
  expect(await get(`/user/leads/${closed}`)).toMatchObject({
    next_attempt_at: '2026-11-25 13:00:00',
    place: { regions: ['US', 'US-FL'], time_zones: ['America/New_York'], source: 'area code' },
    reasons: expect.arrayContaining([expect.stringContaining('Florida, 08:00–20:00')]),
  })
  await world.run(3 * 60 * 60)
  const [dial] = dialsOf('+13055550120')
  expect(new Date(dial?.receivedAt ?? 0).toISOString()).toMatch(/^2026-11-25T13:00:0\d/)
  expect(await evidenceOf('+13055550120')).toMatchObject({
    record: {
      rules: { mode: 'enforce', allowed: true, regions: ['US', 'US-FL'], rows: ['US@2020-01-01', expect.any(String)] },
    },
    words: expect.arrayContaining(['The calling rules of the place allowed the call.']),
  })
})

test('under observe a closed place is called, with evidence', async () => {
  const night = { timezone: 'Pacific/Auckland', region: 'NZ' }
  const id = await campaignFor(world, user, { calling_rules: 'observe' })
  await leadFor(world, user, id, '+13055550121', night)
  await start(id)
  await world.run(60)
  expect(dialsOf('+13055550121')).toHaveLength(1)
  const { record, words } = await evidenceOf('+13055550121')
  expect(record.rules).toMatchObject({
    mode: 'observe',
    allowed: false,
    source: 'stated',
    time_zones: [night.timezone],
  })
  expect(words).toContainEqual(expect.stringContaining('the calling rules were only observed'))
})

test('under off the rules are not asked', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'off' })
  await leadFor(world, user, id, '+13055550122')
  await start(id)
  await world.run(60)
  expect((await evidenceOf('+13055550122')).record.rules).toEqual({
    mode: 'off',
    words: ['The calling rules were not asked.'],
  })
})

test('a user’s stricter hours prevent an immediate call', async () => {
  const hours = { wednesday: ['16:00-18:00'] }
  await world.api(user.token, 'PUT', '/user/calling-rules/AT', { hours })
  const id = await campaignFor(world, user, { calling_rules: 'enforce' })
  const { id: lead } = await leadFor(world, user, id, '+436641234120')
  await start(id)
  await world.run(60)
  expect(dialsOf('+436641234120')).toEqual([])
  expect((await get(`/user/leads/${lead}`)).next_attempt_at).toBe('2026-11-25 15:00:00')
})

test('a number whose place is not known is not called, and says so', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'enforce' })
  const { id: lead } = await leadFor(world, user, id, '+819012345120')
  await start(id)
  await world.run(60)
  expect(dialsOf('+819012345120')).toEqual([])
  expect(await get(`/user/leads/${lead}`)).toMatchObject({
    next_attempt_at: null,
    reasons: ['No calling rules are recorded for this country.'],
  })
  expect((await get(`/user/campaigns/${id}`)).status).toBe('in-progress')
})
