import { expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { openSender } from './sender.ts'

const world = useWorld()

/** Lets a person text one of our numbers. */
const write = async (to: string, from: string, body: string) => {
  const request = { method: 'POST', body: JSON.stringify({ to, from, body }) }
  const { status } = await fetch(`${world.carrierUrl}/_double/incoming-message`, request)
  expect(status).toBe(201)
  await world.run(1)
}

const customer = '+12025550155'
const optedOut = { status: 400, body: { message: 'Recipient has opted out' } }

test('STOP ends messages and calls from this user alone, START allows them again', async () => {
  const [mine, other] = await Promise.all([openSender(world), openSender(world)])
  const mayText = async ({ send }: typeof mine) => {
    const { status, body } = await send(customer)
    return { status, body: status === 201 ? undefined : body }
  }
  await write(mine.number.phone_number, customer, ' Stop. ')
  expect(await mayText(mine)).toEqual(optedOut)
  expect((await mayText(other)).status).toBe(201)
  const { data, total } = (await world.api(mine.user.token, 'GET', '/user/blacklist')).body
  expect(total).toBe(1)
  expect(data[0]).toMatchObject({ phone_number: customer, reason: 'Replied STOP' })

  await write(mine.number.phone_number, customer, 'START')
  expect((await mayText(mine)).status).toBe(201)
})

test('START lets a campaign that runs call whom it had set aside', async () => {
  const { user, number } = await openSender(world)
  const called = '+12025550101'
  await write(number.phone_number, called, 'STOP')
  const campaign_id = await campaignFor(world, user)
  await leadFor(world, user, campaign_id, called)
  await leadFor(world, user, campaign_id, '+12025550105')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(5)
  const numbersCalled = async () =>
    (await world.services.calls.page(user.id, {}, 0, 10)).calls.map(({ client_phone_number }) => client_phone_number)
  expect(await numbersCalled()).not.toContain(called)
  await write(number.phone_number, called, 'START')
  await world.run(5)
  expect(await numbersCalled()).toContain(called)
})

test('the same word twice changes nothing', async () => {
  const { user, number } = await openSender(world)
  const total = async () => (await world.api(user.token, 'GET', '/user/blacklist')).body.total
  for (const expected of [1, 1]) {
    await write(number.phone_number, customer, 'UNSUBSCRIBE')
    expect(await total()).toBe(expected)
  }
  for (const expected of [0, 0]) {
    await write(number.phone_number, customer, 'yes')
    expect(await total()).toBe(expected)
  }
})

test.each(['Thank you!', 'Please stop by tomorrow', 'HELP'])('%j is no opt-out', async (body) => {
  const { number, send } = await openSender(world)
  await write(number.phone_number, customer, body)
  expect((await send(customer)).status).toBe(201)
})

test('a message to a number that nobody owns is nobody’s', async () => {
  await write('+12025569999', customer, 'STOP')
  expect(world.carrierFacts).toEqual([])
})
