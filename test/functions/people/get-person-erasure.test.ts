import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { person, traces } from './life.ts'

let before = async () => {}
const world = useWorld({
  open: ({ open, operation }, parts) => {
    const invoke = open(parts, registry)
    return async (...event) => {
      if (operation.id === 'handle-person') await before()
      return invoke(...event)
    }
  },
})

test('waits for a call that begins later, and erases it', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const made: number[] = []
  before = async () => {
    before = async () => {}
    made.push((await world.api(user.token, 'POST', '/user/make_call', { phone_number: person, assistant_id })).status)
  }
  const begun = await world.api(user.token, 'POST', '/user/people/erasures', { phone_number: person })
  const look = async () => (await world.api(user.token, 'GET', `/user/people/erasures/${begun.body.data.id}`)).body
  await world.run(3)
  expect(made).toEqual([200])
  expect(await look()).toMatchObject({ status: 'waiting' })
  await world.run(1500)
  expect(await look()).toMatchObject({ status: 'done', waits_for: 0, finished_at: expect.any(String) })
  expect(await traces(world)).toEqual([])
})

test('an export is none: 404', async () => {
  const user = await world.user()
  const { body } = await world.api(user.token, 'POST', '/user/people/exports', { phone_number: person })
  expect((await world.api(user.token, 'GET', `/user/people/erasures/${body.data.id}`)).status).toBe(404)
})
