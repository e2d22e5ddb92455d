import { expect, test } from 'vitest'
import type { SuppressionEvent } from '../../../shared/domain/account/suppression-event.ts'
import { suppressionEventKey } from '../../../shared/table/keys.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

const add = async (token: string): Promise<number> =>
  (await world.api(token, 'POST', '/user/blacklist', { phone_number: '+12025550155' })).body.data.id
const remove = async (token: string, id: number | string) => {
  const { status, body } = await world.api(token, 'DELETE', `/user/blacklist/${id}`)
  return { status, body }
}
const missing = { status: 404, body: { message: 'Blacklist entry not found' } }

test('200, and the number may be blacklisted again', async () => {
  const { token } = await world.user()
  const id = await add(token)
  expect(await remove(token, id)).toEqual({
    status: 200,
    body: { message: 'Number removed from blacklist successfully' },
  })
  expect((await world.api(token, 'GET', '/user/blacklist')).body.total).toBe(0)
  expect(await remove(token, id)).toEqual(missing)
  await world.run(1)
  expect(await add(token)).not.toBe(id)
})

test('returns 422 without a reason when the person opted out, and keeps the reason', async () => {
  const user = await world.user()
  const number = await world.number(user)
  await world.incomingMessage({ to: number.phone_number, from: '+12025550188', body: 'STOP' })
  await world.run(5)
  const { id } = (await world.api(user.token, 'GET', '/user/blacklist')).body.data[0]
  for (const query of ['', '?because=', '?because=+'])
    expect(await remove(user.token, `${id}${query}`)).toEqual({
      status: 422,
      body: { message: 'Validation failed', errors: { because: ['The because field is required.'] } },
    })
  expect((await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(1)
  expect(await remove(user.token, `${id}?because=They+asked+to+be+called`)).toMatchObject({ status: 200 })
  const { pk } = suppressionEventKey(user.id, 0)
  const changes = await world.parts.table.query<SuppressionEvent>({ pk })
  expect(changes.find(({ change }) => change === 'lifted')).toMatchObject({
    why: 'They asked to be called',
    by: 'user',
  })
})

test('404 Blacklist entry not found for what does not exist and for somebody else’s', async () => {
  const [mine, other] = await Promise.all([world.user(), world.user()])
  const theirs = await add(other.token)
  for (const id of [theirs, 1, '0', 'abc']) expect(await remove(mine.token, id)).toEqual(missing)
  expect((await world.api(other.token, 'GET', '/user/blacklist')).body.total).toBe(1)
})
