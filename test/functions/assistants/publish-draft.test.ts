import { beforeEach, expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
let user: TestUser
let assistants: ReturnType<typeof assistantsOf>
beforeEach(async () => {
  user = await world.user()
  assistants = assistantsOf(world, user)
})

const save = (id: number, body: object) => world.api(user.token, 'PUT', `/user/assistants/${id}/draft`, body)
const publish = (id: number, body: object = {}) =>
  world.api(user.token, 'POST', `/user/assistants/${id}/draft/publish`, body)
const version = async (id: number, number: number) =>
  (await world.api(user.token, 'GET', `/user/assistants/${id}/versions/${number}`)).body

test('makes the draft live as the next version, and deletes it', async () => {
  const id = await assistants.id()
  await save(id, { assistant_name: 'Sales', note: 'Bolder' })
  const { status, body } = await publish(id)
  expect([status, body]).toEqual([
    200,
    { message: 'Draft published successfully', data: { number: 2, is_live: true, rollout_id: null } },
  ])
  expect(await assistants.read(id)).toMatchObject({ name: 'Sales', version: 2 })
  expect(await version(id, 2)).toMatchObject({ note: 'Bolder', is_live: true })
  expect((await publish(id)).body).toEqual({ message: 'Draft not found' })
})

test('publishes once when two requests arrive at once', async () => {
  const id = await assistants.id()
  await save(id, { assistant_name: 'Sales' })
  const replies = await Promise.all([publish(id), publish(id)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await assistants.read(id)).version).toBe(2)
})

test('publishes one of two canaries that arrive at once', async () => {
  const id = await assistants.id()
  await save(id, { assistant_name: 'Sales' })
  const canary = { percent: 10, after_calls: 20 }
  const replies = await Promise.all([publish(id, { canary }), publish(id, { canary })])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await assistants.read(id)).toMatchObject({ name: 'Reception', version: 1 })
})

test('refuses a draft that is no longer valid, or has changed', async () => {
  const id = await assistants.id()
  const number = await world.number(user)
  const { revision } = (await save(id, { calls_direction: 'receive', phone_number_id: number.id })).body.data
  await assistants.id({ calls_direction: 'receive', phone_number_id: number.id })
  expect((await publish(id)).body.errors).toHaveProperty('phone_number_id')
  await save(id, { assistant_name: 'Sales', phone_number_id: null })
  expect((await publish(id, { revision })).status).toBe(409)
})

test('refuses a canary that changes nothing, the direction of calls or the number', async () => {
  const id = await assistants.id()
  const canary = { percent: 10, after_calls: 20 }
  await save(id, { note: 'Nothing yet' })
  expect((await publish(id, { canary })).body.errors).toHaveProperty('canary')
  await save(id, { calls_direction: 'receive' })
  expect((await publish(id, { canary })).body.errors).toEqual({
    canary: ['The canary cannot change the calls direction or the phone number.'],
  })
  expect((await publish(id, { canary: { percent: 51, after_calls: 19 } })).body.errors).toMatchObject({
    'canary.percent': expect.anything(),
    'canary.after_calls': expect.anything(),
  })
})
