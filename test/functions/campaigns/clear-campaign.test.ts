import { expect, test } from 'vitest'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { campaignClearKey, campaignKey, campaignWakeKey, leadKey } from '../../../shared/table/keys.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const start = (campaign_id: number) =>
  world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })

const left = async (): Promise<string[]> => {
  const keys = [campaignKey(user.id, 0), campaignWakeKey(user.id, 0), campaignClearKey(user.id, 0), leadKey(user.id, 0)]
  const nouns = [...keys.map(({ pk }) => pk), `${user.id}#lead-number`, `${user.id}#slot`]
  return (await world.items()).flatMap(({ pk, sk }) => (nouns.includes(pk) ? [`${pk} ${sk}`] : []))
}

test('a deleted campaign whose message was lost is cleared away by its deadline', async () => {
  const id = await campaignFor(world, user)
  await leadFor(world, user, id, '+12025550100')
  await registry.campaigns(world.parts).markDeleted(user.id, id, world.clock.now())
  await world.run(120)
  expect(await left()).toEqual([])
})

test('what runs on is cleared away at its end, and not before', async () => {
  const id = await campaignFor(world, user)
  await leadFor(world, user, id, '+12025550105')
  await start(id)
  await world.run(6)
  await world.api(user.token, 'DELETE', `/user/campaigns/${id}`)
  await world.settled()
  expect(await left()).toHaveLength(5)
  await world.run(600)
  expect(await left()).toEqual([])
})

test('a message that comes once more when all is gone leaves nothing behind', async () => {
  const id = await campaignFor(world, user)
  await world.api(user.token, 'DELETE', `/user/campaigns/${id}`)
  await world.settled()
  const ref = { user_id: user.id, campaign_id: id }
  await registry.clearCampaignQueue(world.parts).nudge(ref)
  await registry.campaigns(world.parts).wake(ref, world.clock.now(), world.clock.now())
  await world.run(180)
  expect(await left()).toEqual([])
})

test('a campaign that is not deleted keeps everything', async () => {
  const id = await campaignFor(world, user)
  await leadFor(world, user, id, '+12025550100')
  const before = await left()
  await registry.clearCampaignQueue(world.parts).nudge({ user_id: user.id, campaign_id: id })
  await world.settled()
  expect(await left()).toEqual(before)
})

test('more leads than one run takes away go with the next, at once', async () => {
  const before = await left()
  const campaign_id = await campaignFor(world, user)
  const rows = Array.from({ length: 1_010 }, (_, row) =>
    newLead({ id: campaign_id + 1 + row, user_id: user.id, campaign_id, phone_number: '+12025550101', contacts: [] }),
  )
  await registry.leads(world.parts).createMany(rows, true)
  await world.api(user.token, 'DELETE', `/user/campaigns/${campaign_id}`)
  await world.settled()
  expect(await left()).toEqual(before)
})
