import { expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useCaller(world)

const remove = (id: number) => world.api(user.token, 'DELETE', `/user/leads/${id}`)
const statusOf = async (id: number) => (await world.api(user.token, 'GET', `/user/leads/${id}`)).status

test('200, gone with its contacts, and its numbers are free', async () => {
  const campaign_id = await campaignFor(world, user)
  const secondary_contacts = [{ phone_number: '+12025550102' }]
  const lead = await leadFor(world, user, campaign_id, '+12025550101', { secondary_contacts })
  const { status, body } = await remove(lead.id)
  expect({ status, body }).toEqual({ status: 200, body: { message: 'Lead deleted successfully' } })
  expect([await statusOf(lead.id), await statusOf(lead.secondary_contacts[0].id)]).toEqual([404, 404])
  expect((await remove(lead.id)).status).toBe(404)
  const again = { phone_number: '+12025550102', campaign_id, secondary_contacts: [{ phone_number: '+12025550101' }] }
  expect((await world.api(user.token, 'POST', '/user/lead', again)).status).toBe(200)
})

test('200 for one contact, and the lead stays', async () => {
  const secondary_contacts = [{ phone_number: '+12025550102' }, { phone_number: '+12025550103' }]
  const lead = await leadFor(world, user, await campaignFor(world, user), '+12025550101', { secondary_contacts })
  expect((await remove(lead.secondary_contacts[0].id)).status).toBe(200)
  const { body } = await world.api(user.token, 'GET', `/user/leads/${lead.id}`)
  expect(body.secondary_contacts).toMatchObject([{ phone_number: '+12025550103' }])
})

test('removes a lead during its call, which continues', async () => {
  const campaign_id = await campaignFor(world, user)
  const { id } = await leadFor(world, user, campaign_id, '+12025550100')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(6)
  expect((await remove(id)).status).toBe(200)
  expect(await statusOf(id)).toBe(404)
  expect((await world.api(user.token, 'GET', `/user/leads?campaign_id=${campaign_id}`)).body.total).toBe(0)
  await world.run(60)
  const { body } = await world.api(user.token, 'GET', `/user/calls?campaign_id=${campaign_id}`)
  expect(body.data).toMatchObject([{ status: 'ended_by_customer' }])
  const campaign = await world.api(user.token, 'GET', `/user/campaigns/${campaign_id}`)
  expect(campaign.body).toMatchObject({ status: 'completed', calls_in_progress: 0 })
})

test('404 for a lead of somebody else', async () => {
  const stranger = await world.user()
  const { id } = await leadFor(world, stranger, await campaignFor(world, stranger), '+12025550101')
  expect((await remove(id)).body).toEqual({ message: 'Lead not found' })
})
