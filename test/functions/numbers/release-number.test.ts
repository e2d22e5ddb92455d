import { expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { openBuyer } from './buyer.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })

const release = (token: string, id: number | undefined) => world.api(token, 'DELETE', `/user/phone-numbers/${id}`)

test('a bought number leaves after its paid month, unused until then', async () => {
  const { user, buy, numbers } = await openBuyer(world)
  await buy('+14157000010')
  const [number] = await numbers()
  const assistant = await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number?.id })
  expect(await release(user.token, number?.id)).toMatchObject({
    status: 200,
    body: { message: 'Phone number released successfully. It will be removed at the end of the billing period.' },
  })
  const shown = await world.services.assistants.find(user.id, assistant)
  expect(shown?.phone_number_id).toBe(null)
  const { data } = (await world.api(user.token, 'GET', '/user/phone-numbers/all')).body
  expect(data[0]).toMatchObject({ id: number?.id, has_active_subscription: false })
  const message = 'Phone number is already scheduled for release.'
  expect(await release(user.token, number?.id)).toMatchObject({ status: 400, body: { message, error: message } })
  await world.run(7200)
  expect(world.carrier.shop.find('+14157000010')).toBeDefined()
})

test('a number that costs nothing goes at once', async () => {
  const user = await world.user()
  const number = await world.number(user)
  await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
  expect(await release(user.token, number.id)).toMatchObject({
    status: 200,
    body: { message: 'Phone number deleted successfully.' },
  })
  expect(await world.services.numbers.list(user.id)).toEqual([])
  expect(await world.services.numbers.ownerOf(number.phone_number)).toBe(undefined)
  expect(world.carrier.shop.released).not.toContain(number.phone_number)
})

test('404 for a number of another user', async () => {
  const user = await world.user()
  const number = await world.number(await world.user())
  const message = 'Phone number not found.'
  expect(await release(user.token, number.id)).toMatchObject({ status: 404, body: { message, error: message } })
})

test('stops no call in progress of a campaign that dials from it', async () => {
  const { user, buy, numbers } = await openBuyer(world)
  await buy('+14157000011')
  const [number] = await numbers()
  const campaign_id = await campaignFor(world, user)
  await leadFor(world, user, campaign_id, '+12025550105')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(8)
  await release(user.token, number?.id)
  await world.run(20)
  const { data } = (await world.api(user.token, 'GET', '/user/calls')).body
  expect(data).toMatchObject([{ status: 'in-progress', assistant_phone_number: '+14157000011' }])
})
