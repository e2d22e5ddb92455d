import { beforeAll, expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

let first: number
let second: number
const ids: number[] = []

const world = useWorld()
const user = useUser(world)

beforeAll(async () => {
  first = await campaignFor(world, user)
  second = await campaignFor(world, user, { name: 'Autumn' })
  for (let number = 0; number < 5; number++) {
    await world.run(1)
    const campaign = number < 3 ? first : second
    const secondary_contacts = [{ phone_number: `+1202555016${number}` }]
    ids.unshift((await leadFor(world, user, campaign, `+1202555015${number}`, { secondary_contacts })).id)
  }
  await world.api(user.token, 'PUT', `/user/leads/${ids[0]}`, { status: 'completed' })
})

const list = (query = '') => world.api(user.token, 'GET', `/user/leads${query}`)
const idsOf = async (query: string) => (await list(query)).body.data.map(({ id }: { id: number }) => id)

test('200 with main leads, newest first, their contacts inside them', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 5, per_page: 15, last_page: 1 })
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids)
  expect(body.data[0]).toMatchObject({
    campaign: { id: second, name: 'Autumn' },
    secondary_contacts: [{ phone_number: '+12025550164', status: 'created' }],
  })
})

test('pages do not overlap, and one past the end is empty', async () => {
  expect(await idsOf('?per_page=2&page=2')).toEqual(ids.slice(2, 4))
  expect((await list('?per_page=2&page=9')).body).toMatchObject({ data: [], total: 5, from: null, to: null })
})

test('filters by campaign, status and number, alone and together', async () => {
  expect(await idsOf(`?campaign_id=${first}`)).toEqual(ids.slice(2))
  expect(await idsOf('?status=completed')).toEqual([ids[0]])
  expect(await idsOf(`?status=completed&campaign_id=${first}`)).toEqual([])
  expect(await idsOf('?phone_number=%2B12025550153')).toEqual([ids[1]])
  expect(await idsOf('?phone_number=+1 202 555 0163')).toEqual([ids[1]])
  expect(await idsOf(`?phone_number=%2B12025550153&campaign_id=${first}`)).toEqual([])
})

test('the rows stand under leads, too', async () => {
  const { body } = await list('?per_page=2')
  expect(body.leads).toHaveLength(2)
  expect(body.leads).toEqual(body.data)
})

test('filters by whole UTC days, both included, and counts exactly', async () => {
  const today = '2026-11-25'
  expect((await list(`?date_from=${today}&date_to=${today}&per_page=2`)).body).toMatchObject({ total: 5, last_page: 3 })
  expect((await list('?date_to=2026-11-24')).body).toMatchObject({ total: 0, data: [], leads: [] })
  expect((await list('?date_from=2026-11-26')).body).toMatchObject({ total: 0 })
  expect(await idsOf(`?date_from=${today}&status=completed`)).toEqual([ids[0]])
  expect(await idsOf('?phone_number=%2B12025550153&date_from=2026-11-26')).toEqual([])
  expect((await list(`?date_from=${today}&per_page=2`)).body.next_page_url).toContain(`date_from=${today}`)
})

test('422 for days that are none, or that are in the wrong order', async () => {
  const wrong = await list('?date_from=2026-02-30')
  expect(wrong.body.errors).toEqual({ date_from: ['The date from field must match the format Y-m-d.'] })
  const { status, body } = await list('?date_from=2026-11-26&date_to=2026-11-25')
  expect(status).toBe(422)
  expect(body.errors).toEqual({ date_to: ['The date to field must be a date after or equal to date from.'] })
})

test('422 for a number without + says what is missing', async () => {
  const { body } = await list('?phone_number=12025550153')
  expect(body.errors).toEqual({ phone_number: ['The phone number field must begin with + and the country code.'] })
})

test('a campaign that is unknown or somebody else’s has no leads', async () => {
  const foreign = await campaignFor(world, await world.user())
  for (const campaign of [foreign, 12345, 0]) expect(await idsOf(`?campaign_id=${campaign}`)).toEqual([])
})

test('422 for filters that cannot be', async () => {
  const { status, body } = await list('?status=x&phone_number=555&per_page=0&campaign_id=x')
  expect(status).toBe(422)
  expect(Object.keys(body.errors).sort()).toEqual(['campaign_id', 'per_page', 'phone_number', 'status'])
})

test('the leads of a deleted campaign are gone at once', async () => {
  const gone = await campaignFor(world, user)
  await leadFor(world, user, gone, '+12025550170')
  await world.api(user.token, 'DELETE', `/user/campaigns/${gone}`)
  expect(await idsOf('?phone_number=%2B12025550170')).toEqual([])
  expect((await list()).body.total).toBe(5)
})
