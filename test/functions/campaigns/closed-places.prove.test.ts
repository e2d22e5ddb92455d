import { describe, expect, test } from 'vitest'
import { regionBucketOf } from '../../../shared/domain/dialling/region-buckets.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { campaignKey, leadKey, queuePartition } from '../../../shared/table/keys.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

/** The clock starts at 10:00 UTC: 5:00 in Florida, 11:00 in Berlin. */
const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const start = (campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
const get = async (path: string) => (await world.api(user.token, 'GET', path)).body
const dialsOf = (number: string) => world.carrier.stats().creates.filter(({ to }) => to === number)
const wake = (campaign_id: number) =>
  registry.dispatchCampaignQueue(world.parts).nudge({ user_id: user.id, campaign_id })

const inFlorida = async (campaign_id: number, count: number, isPlaced: boolean) => {
  const leads = registry.leads(world.parts)
  const first = campaign_id + 1_000_000
  const all = Array.from({ length: count }, (_, row) => {
    const phone_number = `+1305${String(5_000_000 + row)}`
    const lead = newLead({ id: first + row, user_id: user.id, campaign_id, phone_number, contacts: [] })
    const due = { ...lead, next_attempt_at: world.clock.now() - 60_000 }
    return isPlaced ? { ...due, queue_place: regionBucketOf(lead).name } : due
  })
  if (isPlaced) await leads.recordBuckets(user.id, campaign_id, all.map(regionBucketOf))
  for (let from = 0; from < count; from += 50) await leads.createMany(all.slice(from, from + 50), true)
  return all
}

const unitsOf = async (act: () => Promise<unknown>) => {
  world.consumed.length = 0
  await act()
  const units = (kind: RegExp) =>
    world.consumed
      .filter(({ command }) => kind.test(command))
      .flatMap(({ capacity }) => capacity)
      .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
  return { read: units(/Get|Query/), written: units(/Write|Put|Update|Delete/) }
}

describe('a thousand leads in a closed place', () => {
  test('delay no open place, and cost no more to skip than ten', async () => {
    const cost = async (closed: number, number: string) => {
      const id = await campaignFor(world, user, { calling_rules: 'enforce', max_calls_in_parallel: 1 })
      await inFlorida(id, closed, true)
      await leadFor(world, user, id, number)
      await start(id)
      await world.run(10)
      expect(dialsOf(number)).toHaveLength(1)
      await world.run(40)
      const looked = await unitsOf(async () => {
        await wake(id)
        await world.run(1)
      })
      return looked
    }
    const few = await cost(10, '+4915112345120')
    const many = await cost(1_000, '+4915112345121')
    expect(many.read).toBeLessThanOrEqual(few.read + 1)
    expect(many.read).toBeLessThan(20)
    expect(many.written).toBeLessThanOrEqual(few.written)
    expect(world.carrier.stats().creates.filter(({ to }) => to.startsWith('+1305'))).toEqual([])
  })

  test('are listed with their opening instant, and called from then on', async () => {
    const id = await campaignFor(world, user, { calling_rules: 'enforce', max_calls_in_parallel: 2 })
    const [lead] = await inFlorida(id, 30, true)
    await start(id)
    await world.run(60)
    expect((await get(`/user/campaigns/${id}`)).next_call_at).toBe('2026-11-25T13:00:00.000000Z')
    const before = await world.parts.table.get(leadKey(user.id, lead?.id ?? 0))
    await world.run((Date.UTC(2026, 10, 25, 13) - world.clock.now()) / 1000 - 2)
    expect(await world.parts.table.get(leadKey(user.id, lead?.id ?? 0))).toEqual(before)
    expect(world.carrier.stats().creates.filter(({ to }) => to.startsWith('+1305'))).toEqual([])
    await world.run(10)
    const creates = world.carrier.stats().creates.filter(({ to }) => to.startsWith('+1305'))
    expect(creates.length).toBeGreaterThan(0)
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'stop' })
  })
})

test('of a campaign switched to enforce get their places when read', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'off', max_calls_in_parallel: 1 })
  const night = { timezone: 'Pacific/Auckland' }
  const [one, other] = [
    await leadFor(world, user, id, '+4915112345130', night),
    await leadFor(world, user, id, '+4915112345131', night),
  ]
  await leadFor(world, user, id, '+4915112345132')
  await world.parts.table.write([{ update: campaignKey(user.id, id), remove: ['calling_rules', 'has_places'] }])
  await world.api(user.token, 'PUT', `/user/campaigns/${id}`, { calling_rules: 'enforce' })
  await start(id)
  await world.run(30)
  expect(dialsOf('+4915112345132')).toHaveLength(1)
  for (const { id: lead } of [one, other]) {
    expect(await world.parts.table.get(leadKey(user.id, lead))).toMatchObject({
      queue_key: queuePartition(user.id, id),
      queue_at: expect.stringMatching(/^w@/),
    })
  }
  await world.api(user.token, 'PUT', `/user/campaigns/${id}`, { calling_rules: 'observe' })
  await world.run(60)
  expect([dialsOf('+4915112345130').length, dialsOf('+4915112345131').length]).toEqual([1, 1])
})

test('a lead with another number, place or campaign is judged again', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'enforce' })
  const plain = await campaignFor(world, user, { calling_rules: 'observe' })
  const night = { timezone: 'Pacific/Auckland' }
  const numbers = ['+4915112345140', '+4915112345141', '+4915112345142']
  const leads = await Promise.all(numbers.map((number) => leadFor(world, user, id, number, night)))
  await start(id)
  const [renumbered, placed, moved] = leads
  await world.run(5)
  await world.api(user.token, 'PUT', `/user/leads/${renumbered.id}`, { phone_number: '+4915112345149' })
  await world.api(user.token, 'PUT', `/user/leads/${renumbered.id}/place`, { timezone: null })
  await world.api(user.token, 'PUT', `/user/leads/${placed.id}/place`, { timezone: 'Europe/Berlin' })
  await world.api(user.token, 'PUT', `/user/leads/${moved.id}`, { campaign_id: plain })
  await start(plain)
  await world.run(60)
  expect(['+4915112345149', ...numbers.slice(1)].map((number) => dialsOf(number).length)).toEqual([1, 1, 1])
})

test('a family waits in the region of its next allowed number', async () => {
  await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+4915112345150' })
  const id = await campaignFor(world, user, { calling_rules: 'enforce', max_calls_in_parallel: 1 })
  const secondary_contacts = [{ phone_number: '+4915112345151', timezone: 'Pacific/Auckland' }]
  const { id: lead } = await leadFor(world, user, id, '+4915112345150', { secondary_contacts })
  await leadFor(world, user, id, '+4915112345152')
  await start(id)
  await world.run(30)
  expect(dialsOf('+4915112345152')).toHaveLength(1)
  expect(dialsOf('+4915112345151')).toEqual([])
  const stored = await world.parts.table.get<{ queue_at: string }>(leadKey(user.id, lead))
  const looked = await unitsOf(() => wake(id).then(() => world.run(1)))
  expect(await world.parts.table.get(leadKey(user.id, lead))).toEqual(stored)
  expect(looked.read).toBeLessThan(20)
})

test('a campaign that enforced takes its places along when it is deleted', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'enforce' })
  await leadFor(world, user, id, '+13055550160')
  const placesOf = async () =>
    (await world.items()).filter(
      ({ pk, sk }) => pk.endsWith('#campaign-place') && sk.startsWith(String(id).padStart(16, '0')),
    )
  expect(await placesOf()).toHaveLength(1)
  await world.api(user.token, 'DELETE', `/user/campaigns/${id}`)
  await world.run(120)
  expect(await placesOf()).toEqual([])
})

test('the preview counts who waits where, says why, and when it opens', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'enforce' })
  for (const ending of ['170', '171']) await leadFor(world, user, id, `+4915112345${ending}`)
  for (const ending of ['172', '173', '174'])
    await leadFor(world, user, id, `+4915112345${ending}`, { timezone: 'Pacific/Auckland' })
  await leadFor(world, user, id, '+819012345175')
  const preview = await get(`/user/campaigns/${id}/preview`)
  expect(preview).toMatchObject({
    leads: 6,
    would_be_called_now: 2,
    would_not_be_called_now: 4,
    exact: true,
    places: [
      {
        time_zones: ['Pacific/Auckland'],
        leads: 3,
        exact: true,
        open_now: false,
        opens_at: expect.stringMatching(/T19:00:00/),
        reasons: ['It is outside the calling hours where the person is (Germany, 08:00–20:00). '.trim()],
      },
      { time_zones: ['Europe/Berlin'], leads: 2, open_now: true, opens_at: null, reasons: [] },
      {
        regions: ['JP'],
        leads: 1,
        open_now: false,
        opens_at: null,
        reasons: ['No calling rules are recorded for this country.'],
      },
    ],
  })
  expect(preview.reasons.map(({ leads }: { leads: number }) => leads)).toEqual([3, 1])
  await start(id)
  await world.run(60)
  const dialled = ['170', '171', '172', '173', '174'].filter((ending) => dialsOf(`+4915112345${ending}`).length > 0)
  expect(dialled).toEqual(['170', '171'])
})

test('the preview of twelve thousand leads costs sixty read units at most', async () => {
  const id = await campaignFor(world, user, { calling_rules: 'enforce' })
  const leads = registry.leads(world.parts)
  const now = world.clock.now()
  const zones = Intl.supportedValuesOf('timeZone')
    .filter((_, zone) => zone % 10 === 0)
    .slice(0, 40)
  const all = zones.flatMap((timezone, zone) =>
    Array.from({ length: 300 }, (_, row) => {
      const phone_number = `+4930${String(1_000_000 + zone * 300 + row)}`
      const lead = newLead({
        id: id + 1 + zone * 300 + row,
        user_id: user.id,
        campaign_id: id,
        phone_number,
        timezone,
        contacts: [],
      })
      return { ...lead, next_attempt_at: now - 1000, queue_place: regionBucketOf(lead).name }
    }),
  )
  await leads.recordBuckets(
    user.id,
    id,
    all.map(regionBucketOf).filter((_, row) => row % 300 === 0),
  )
  await Promise.all(
    Array.from({ length: all.length / 50 }, (_, part) => leads.createMany(all.slice(part * 50, part * 50 + 50), true)),
  )
  const histories = registry.histories(world.parts)
  await world.run(60)
  for (let more = true; more; ) more = (await histories.compact({ user_id: user.id, noun: 'lead' }))?.more ?? false
  let preview:
    | { leads: number; exact: boolean; places: { leads: number; exact: boolean; open_now: boolean }[] }
    | undefined
  const { read } = await unitsOf(async () => {
    preview = await get(`/user/campaigns/${id}/preview`)
  })
  expect(read).toBeLessThanOrEqual(60)
  expect(preview).toMatchObject({ leads: 12_000, exact: false })
  expect(preview?.places).toHaveLength(40)
  expect(preview?.places.every(({ leads, exact }) => leads >= 25 && !exact)).toBe(true)
  expect(new Set(preview?.places.map(({ open_now }) => open_now))).toEqual(new Set([true, false]))
})
