import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { campaignKey, campaignWakeKey, leadKey, slotKey } from '../../../shared/table/keys.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { openMeanwhile } from '../../meanwhile.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const { open, meanwhile } = openMeanwhile('delete-campaign')
const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' }, open })
const user = useCaller(world)

test('disappears at once, and leaves nothing after its last call', async () => {
  const id = await campaignFor(world, user, { max_calls_in_parallel: 2 })
  const secondary_contacts = [{ phone_number: '+12025550111' }]
  const leads = []
  for (const ending of ['0100', '0105', '0112', '0113', '0114'])
    leads.push(await leadFor(world, user, id, `+1202555${ending}`, ending === '0112' ? { secondary_contacts } : {}))
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'start' })
  await world.run(6)
  const created = world.carrier.stats().creates.length

  const { status, body } = await world.api(user.token, 'DELETE', `/user/campaigns/${id}`)
  expect({ status, body }).toEqual({ status: 200, body: { message: 'Campaign deleted successfully' } })
  expect((await world.api(user.token, 'DELETE', `/user/campaigns/${id}`)).status).toBe(404)
  expect((await world.api(user.token, 'GET', '/user/leads')).body.total).toBe(0)
  for (const lead of leads) expect((await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).status).toBe(404)

  await world.run(1000)
  expect(world.carrier.stats().creates).toHaveLength(created)
  const { table } = world.parts
  expect(await table.query({ pk: leadKey(user.id, 0).pk })).toEqual([])
  expect(await table.query({ pk: `${user.id}#lead-number` })).toEqual([])
  expect(await table.query({ pk: slotKey(user.id, 0, 0).pk })).toEqual([])
  expect(await table.get(campaignKey(user.id, id))).toBeUndefined()
  expect(await table.get(campaignWakeKey(user.id, id))).toBeUndefined()
})

test('a draft started during its deletion leaves no reservation', async () => {
  const id = await campaignFor(world, user)
  await leadFor(world, user, id, '+12025550100')
  const ref = { user_id: user.id, campaign_id: id }
  const slots = () => registry.dials(world.parts).taken(ref)
  const before = world.carrier.stats().creates.length
  meanwhile(async () => {
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'start' })
    await world.settled()
    expect(await slots()).toHaveLength(1)
  })
  const { status } = await world.api(user.token, 'DELETE', `/user/campaigns/${id}`)
  expect(status).toBe(200)
  expect((await world.api(user.token, 'GET', `/user/campaigns/${id}`)).status).toBe(404)
  await world.run(1000)
  expect(await slots()).toEqual([])
  expect(await world.parts.table.get(campaignKey(user.id, id))).toBeUndefined()
  expect(world.carrier.stats().creates.length - before).toBeLessThanOrEqual(1)
})
