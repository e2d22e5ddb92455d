import { expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const read = async (id: number) => (await world.api(user.token, 'GET', `/user/leads/${id}`)).body
const start = (campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })

test('a lead of a draft waits for the start', async () => {
  const { id } = await leadFor(world, user, await campaignFor(world, user), '+12025550100')
  expect(await read(id)).toMatchObject({
    attempts: [],
    next_attempt_at: null,
    reasons: ['The campaign has not been started.'],
  })
})

test('shows attempts, the next one, and why not now', async () => {
  const campaign_id = await campaignFor(world, user, { retry_interval: 3600, max_retries: 1 })
  const { id } = await leadFor(world, user, campaign_id, '+12025550101')
  await start(campaign_id)
  await world.run(30)
  const lead = await read(id)
  expect(lead.attempts).toMatchObject([{ call_id: expect.any(Number), lead_id: id, outcome: 'busy' }])
  expect(lead.reasons).toEqual(['The next attempt is not due yet.'])
  expect(lead.next_attempt_at).toMatch(/ 11:00:\d\d$/)
})

test('a lead that is being called says nothing but the call', async () => {
  const campaign_id = await campaignFor(world, user)
  const { id } = await leadFor(world, user, campaign_id, '+12025550105')
  await start(campaign_id)
  await world.run(10)
  expect(await read(id)).toMatchObject({ reasons: [], attempts: [{ call_id: expect.any(Number), outcome: null }] })
})

test('a lead that is due waits for a free slot, and says so', async () => {
  const campaign_id = await campaignFor(world, user, { max_calls_in_parallel: 1 })
  await leadFor(world, user, campaign_id, '+12025550105')
  await start(campaign_id)
  await world.run(10)
  const { id } = await leadFor(world, user, campaign_id, '+12025550106')
  await world.run(1)
  expect((await read(id)).reasons).toEqual(['The campaign makes as many calls at a time as it may.'])
})

test('a blacklisted lead is not called, and says why', async () => {
  const campaign_id = await campaignFor(world, user)
  const { id } = await leadFor(world, user, campaign_id, '+12025550177')
  await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+12025550177' })
  await start(campaign_id)
  await world.run(60)
  expect(await read(id)).toMatchObject({
    status: 'created',
    attempts: [],
    reasons: ['The phone number is on the blacklist.'],
  })
  expect(world.carrier.stats().creates.filter(({ to }) => to === '+12025550177')).toEqual([])
})

test('a contact has an id of its own, and waits for the main number', async () => {
  const lead = await leadFor(world, user, await campaignFor(world, user), '+12025550100', {
    secondary_contacts: [{ phone_number: '+12025550102' }],
  })
  const [contact] = lead.secondary_contacts
  expect(await read(contact.id)).toMatchObject({
    id: contact.id,
    secondary_contacts: [],
    reasons: ['Other numbers of the lead come first.'],
  })
})
