import { beforeAll, describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let anna: number
let bert: number
const ids: number[] = []

const call = async (assistant_id: number, ending: string) => {
  const phone_number = `+1202555${ending}`
  const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  ids.unshift(body.data.id)
  await world.run(1)
}
const list = async (query: string, who = user) => world.api(who.token, 'GET', `/user/calls${query}`)
const listed = async (query: string) => (await list(query)).body.data.map(({ id }: { id: number }) => id)

const world = useWorld({ startAt: Date.UTC(2026, 10, 24, 23, 50) })
const user = useCaller(world)

beforeAll(async () => {
  anna = await assistantFor(world, user)
  bert = await assistantFor(world, user, { assistant_name: 'Bert' })
  await call(anna, '0100')
  await world.run(630)
  for (const ending of ['0101', '0100', '0102']) await call(bert, ending)
  await world.run(120)
  for (const ending of ['0100', '0100']) await call(anna, ending)
  await world.run(0.5)
})

test('newest first, in the paginator of the family', async () => {
  const { status, body } = await list('')
  expect(status).toBe(200)
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids)
  expect({ ...body, data: [] }).toEqual({
    current_page: 1,
    data: [],
    first_page_url: `${world.url}/user/calls?page=1`,
    from: 1,
    last_page: 1,
    last_page_url: `${world.url}/user/calls?page=1`,
    links: [
      { url: null, label: '&laquo; Previous', active: false },
      { url: `${world.url}/user/calls?page=1`, label: '1', active: true },
      { url: null, label: 'Next &raquo;', active: false },
    ],
    next_page_url: null,
    path: `${world.url}/user/calls`,
    per_page: 15,
    prev_page_url: null,
    to: 6,
    total: 6,
  })
})

describe('filters, alone and together', () => {
  test('by status', async () => {
    expect(await listed('?status=busy')).toEqual([ids[4]])
    expect(await listed('?status=ringing')).toEqual([ids[0], ids[1]])
    expect(await listed('?status=ended_by_assistant')).toEqual([])
  })
  test('by type', async () => {
    expect(await listed('?type=outbound')).toEqual(ids)
    expect(await listed('?type=inbound')).toEqual([])
  })
  test('by phone number in any international spelling, a + turned into a blank included', async () => {
    for (const spelled of ['%2B12025550101', '+12025550101', '0012025550101', '%2B1%20202-555-0101'])
      expect(await listed(`?phone_number=${spelled}`)).toEqual([ids[4]])
  })
  test('by assistant', async () => {
    expect(await listed(`?assistant_id=${bert}`)).toEqual(ids.slice(2, 5))
    expect(await listed('?assistant_id=7')).toEqual([])
    expect(await listed('?campaign_id=7')).toEqual([])
  })
  test('by whole days in UTC, both included', async () => {
    expect(await listed('?date_from=2026-11-25')).toEqual(ids.slice(0, 5))
    expect(await listed('?date_to=2026-11-24')).toEqual(ids.slice(5))
    expect(await listed('?date_from=2026-11-24&date_to=2026-11-25')).toEqual(ids)
    expect(await listed('?date_from=2026-11-26')).toEqual([])
  })

  test.each([
    ['?date_to=2024-12-31', []],
    ['?date_from=2095-01-01', []],
    ['?date_from=2095-01-01&date_to=9999-12-31', []],
    ['?date_from=0000-01-01&date_to=2024-12-31', []],
    ['?date_from=2024-12-31&date_to=2095-01-01', [0, 1, 2, 3, 4, 5]],
  ])('the days %s, of which no call can be, or all', async (query, expected) => {
    const { status, body } = await list(query)
    expect({ status, total: body.total }).toEqual({ status: 200, total: expected.length })
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(expected.map((index) => ids[index]))
  })
  test('together; an empty one is absent, a repeated one’s last counts', async () => {
    expect(await listed(`?assistant_id=${bert}&status=busy&date_from=2026-11-25&type=`)).toEqual([ids[4]])
    expect(await listed(`?status=failed&status=busy`)).toEqual([ids[4]])
  })
})

test('links keep the filters, and a page past the end is empty', async () => {
  const { body } = await list('?per_page=2&page=2&type=outbound')
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2, 4))
  const url = (page: number) => `${world.url}/user/calls?per_page=2&type=outbound&page=${page}`
  expect(body).toMatchObject({
    from: 3,
    to: 4,
    total: 6,
    last_page: 3,
    first_page_url: url(1),
    prev_page_url: url(1),
    next_page_url: url(3),
    last_page_url: url(3),
  })
  const past = (await list('?per_page=2&page=9')).body
  expect(past).toMatchObject({ data: [], from: null, to: null, total: 6, current_page: 9, next_page_url: null })
})

test.each([
  ['status=dead', { status: ['The selected status is invalid.'] }],
  ['type=fax', { type: ['The selected type is invalid.'] }],
  ['phone_number=123', { phone_number: ['The phone number field must be a valid phone number.'] }],
  ['assistant_id=x', { assistant_id: ['The assistant id field must be an integer.'] }],
  ['date_from=2026-02-30', { date_from: ['The date from field must match the format Y-m-d.'] }],
  [
    'date_from=2026-02-02&date_to=2026-02-01',
    { date_to: ['The date to field must be a date after or equal to date from.'] },
  ],
  ['per_page=0', { per_page: ['The per page field must be between 1 and 100.'] }],
  ['per_page=101', { per_page: ['The per page field must be between 1 and 100.'] }],
  ['page=0', { page: ['The page field must be at least 1.'] }],
  [
    'page=0&per_page=x&status=1',
    {
      page: ['The page field must be at least 1.'],
      per_page: ['The per page field must be an integer.'],
      status: ['The selected status is invalid.'],
    },
  ],
])('422 for ?%s', async (query, errors) => {
  const { status, body } = await list(`?${query}`)
  expect({ status, body }).toEqual({ status: 422, body: { message: 'Validation failed', errors } })
})

test("nobody sees another user's calls", async () => {
  const other = await world.user()
  expect((await list('', other)).body).toMatchObject({ data: [], total: 0 })
  expect((await world.api(other.token, 'GET', `/user/calls/${ids[0]}`)).status).toBe(404)
})

test('shows ended reasons, and filters by one', async () => {
  const rows: { id: number; ended_reason: string | null }[] = (await list('')).body.data
  const byReason = Map.groupBy(rows, ({ ended_reason }) => ended_reason)
  expect(byReason.size).toBeGreaterThan(2)
  for (const [reason, calls] of byReason)
    if (reason) expect(await listed(`?ended_reason=${reason}`), reason).toEqual(calls.map(({ id }) => id))
  expect((await list('?ended_reason=tired')).status).toBe(422)
})
