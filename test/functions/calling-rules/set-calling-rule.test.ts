import { expect, test } from 'vitest'
import { openMeanwhile } from '../../meanwhile.ts'
import { useUser, useWorld } from '../../use-world.ts'

const { open, meanwhile } = openMeanwhile('set-calling-rule')
const world = useWorld({ open })
const user = useUser(world)
const at = '2026-11-25 23:30:00'

const set = (region: string, body: object, token = user.token) =>
  world.api(token, 'PUT', `/user/calling-rules/${region}`, body)
const decision = async (phone_number: string, token = user.token) =>
  (await world.api(token, 'POST', '/user/calling-rules/check', { phone_number, at })).body.decision
const everyDay = (hours: string[]) => ({
  monday: hours,
  tuesday: hours,
  wednesday: hours,
  thursday: hours,
  friday: hours,
})

test('stricter hours need no reason and apply at once to their user', async () => {
  const other = await world.user()
  expect(await decision('+13055550100')).toBe('dial')
  const reply = await set('US-FL', { hours: everyDay(['10:00-18:00']) })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      message: 'Calling hours set successfully',
      data: {
        region: 'US-FL',
        name: 'Florida',
        rule: { grade: 'B' },
        own: { hours: { monday: ['10:00-18:00'], sunday: [] } },
      },
    },
  })
  expect(await decision('+13055550100')).toBe('wait')
  expect(await decision('+13055550100', other.token)).toBe('dial')

  const remove = () => world.api(user.token, 'DELETE', '/user/calling-rules/US-FL')
  expect((await remove()).status).toBe(200)
  expect(await decision('+13055550100')).toBe('dial')
  expect(await remove()).toMatchObject({
    status: 404,
    body: { message: 'No hours of your own are set for this region' },
  })
})

test('returns 422 for looser hours without a reason, and stores the reason', async () => {
  const hours = everyDay(['06:00-24:00'])
  const refused = await set('US-OK', { hours })
  expect(refused).toMatchObject({ status: 422, body: { errors: { because: [expect.stringContaining('because')] } } })
  expect((await set('JP', { hours })).status).toBe(422)

  expect((await set('JP', { hours, because: 'Counsel, letter of 2026-11-01' })).status).toBe(200)
  const { body } = await world.api(user.token, 'GET', '/user/calling-rules')
  expect(body.notice).toMatch(/legal advice/)
  expect(body.data.find((row: { region: string }) => row.region === 'JP')).toMatchObject({
    name: 'Japan',
    rule: null,
    own: { because: 'Counsel, letter of 2026-11-01', updated_at: expect.any(String) },
  })
})

const hours = everyDay(['10:00-16:00'])
const caps = [{ calls: 1, hours: 24 }]
const own = async (region: string, body: object) => (await set(region, body)).body.data.own

test('keeps hours when only caps are sent, and caps when only hours are', async () => {
  await set('US-TX', { hours, keep_closed_days: true })
  expect(await own('US-TX', { caps })).toMatchObject({ hours, caps })
  expect(await own('US-TX', { hours: everyDay(['11:00-15:00']) })).toMatchObject({ caps })
})

test('takes hours of null and an empty list of caps away, but not both', async () => {
  await set('US-GA', { hours, caps })
  expect(await own('US-GA', { hours: null })).toMatchObject({ hours: null, caps })
  expect((await set('US-GA', { caps: [] })).status).toBe(422)
  await set('US-GA', { hours })
  expect(await own('US-GA', { caps: [] })).toMatchObject({ hours, caps: [] })
})

test('keeps what another request set in the same moment', async () => {
  for (const region of ['US-NV', 'US-UT']) {
    if (region === 'US-UT') await set(region, { hours: everyDay(['12:00-13:00']) })
    meanwhile(() => set(region, { caps }))
    expect(await own(region, { hours })).toMatchObject({ hours, caps })
  }
})

test('renews no reason for looser hours that the request does not state', async () => {
  await set('JP', { hours: everyDay(['06:00-24:00']), because: 'Counsel' })
  expect((await set('JP', { caps })).body.errors).toEqual({ because: [expect.any(String)] })
  expect((await set('JP', { caps, because: 'Counsel, again' })).status).toBe(200)
})

test('422 for what are no hours', async () => {
  expect((await set('US-FL', { hours: { monday: ['9-17'] } })).body.errors).toEqual({
    'hours.monday.0': [expect.stringContaining('H:i-H:i')],
  })
  expect((await set('US-ME', {})).status).toBe(422)
})

test('404 for a region that there is not', async () => {
  for (const region of ['XX', 'US-XX', 'us', 'Florida', '1', 'DE-BY', '%00'])
    expect(await set(region, { hours: {} })).toMatchObject({ status: 404, body: { message: 'Region not found' } })
})
