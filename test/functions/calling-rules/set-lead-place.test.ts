import { beforeEach, expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { openMeanwhile } from '../../meanwhile.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const { open, meanwhile } = openMeanwhile('set-lead-place')
/** The clock starts at 10:00 UTC: 5:00 in Florida, 11:00 in Berlin. */
const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' }, open })
const user = useCaller(world)
let campaign_id: number
let lead: { id: number; secondary_contacts: { id: number }[] }
beforeEach(async () => {
  campaign_id = await campaignFor(world, user, { calling_rules: 'enforce' })
  lead = await leadFor(world, user, campaign_id, '+13055550120', {
    timezone: 'America/Denver',
    secondary_contacts: [{ phone_number: '+13055550121', region: 'US-TX' }],
  })
})

const put = async (body: unknown, id = lead.id) => {
  const { status, body: answer } = await world.api(user.token, 'PUT', `/user/leads/${id}/place`, body)
  return { status, ...answer }
}
const read = async (id = lead.id) => (await world.api(user.token, 'GET', `/user/leads/${id}`)).body

test('leads and contacts show the given places, in lists too', async () => {
  expect(await read()).toMatchObject({
    timezone: 'America/Denver',
    region: null,
    place: { regions: ['US', 'US-FL'], time_zones: ['America/Denver'], source: 'stated' },
    secondary_contacts: [{ timezone: null, region: 'US-TX' }],
  })
  const { data } = (await world.api(user.token, 'GET', `/user/leads?campaign_id=${campaign_id}`)).body
  expect(data).toMatchObject([{ timezone: 'America/Denver', secondary_contacts: [{ region: 'US-TX' }] }])
})

test('returns the new place; absent fields stay, and null removes', async () => {
  expect(await put({ region: 'US-KY' })).toEqual({
    status: 200,
    message: 'Place set successfully',
    data: {
      timezone: 'America/Denver',
      region: 'US-KY',
      regions: ['US', 'US-FL', 'US-KY'],
      time_zones: ['America/Denver'],
      source: 'stated',
    },
  })
  expect((await put({ timezone: null })).data).toMatchObject({ timezone: null, region: 'US-KY', source: 'stated' })
  expect((await put({ timezone: '', region: null })).data).toMatchObject({
    time_zones: ['America/New_York'],
    source: 'area code',
  })
})

test('a contact has a place of its own under its own id', async () => {
  const [contact] = lead.secondary_contacts
  await put({ timezone: 'Europe/Berlin', region: null }, contact?.id)
  expect(await read()).toMatchObject({
    timezone: 'America/Denver',
    secondary_contacts: [{ timezone: 'Europe/Berlin', region: null }],
  })
})

test('keeps concurrent changes; returns 404 for a lead deleted meanwhile', async () => {
  meanwhile(() => world.api(user.token, 'PUT', `/user/leads/${lead.id}`, { variables: { name: 'Ada' } }))
  expect((await put({ region: 'US-KY' })).status).toBe(200)
  expect(await read()).toMatchObject({ variables: { name: 'Ada' }, region: 'US-KY', timezone: 'America/Denver' })
  meanwhile(() => world.api(user.token, 'DELETE', `/user/leads/${lead.id}`))
  expect(await put({ region: null })).toEqual({ status: 404, message: 'Lead not found' })
})

test('calls a lead at once after a move to an open place', async () => {
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(60)
  const dials = () => world.carrier.stats().creates.filter(({ to }) => to === '+13055550120')
  expect(dials()).toEqual([])
  await put({ timezone: 'Europe/Berlin' })
  await world.run(10)
  expect(dials()).toHaveLength(1)
})

test('returns 422 for an unknown zone, and 404 for another user’s lead', async () => {
  expect(await put({ timezone: 'Mars/Olympus', region: 'US-XX' })).toMatchObject({
    status: 422,
    errors: { timezone: [expect.any(String)], region: ['The selected region is invalid.'] },
  })
  const stranger = await world.user()
  const foreign = await world.api(stranger.token, 'PUT', `/user/leads/${lead.id}/place`, { timezone: 'UTC' })
  expect(foreign).toMatchObject({ status: 404, body: { message: 'Lead not found' } })
  expect(await read()).toMatchObject({ timezone: 'America/Denver' })
})
