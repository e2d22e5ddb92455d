import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

const rename = (id: number, body: object) => world.api(user.token, 'PUT', `/user/phone-numbers/${id}`, body)
const stored = async (id: number) => (await world.services.numbers.find(user.id, id))?.nickname

test('200 with the new nickname, as lists show it from then on', async () => {
  const { id, phone_number } = await world.number(user)
  const { status, body } = await rename(id, { nickname: '  Front desk ' })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message: 'Phone number updated successfully.',
      data: { id, phone_number, nickname: 'Front desk', country_code: 'US', type: 'normal' },
    },
  })
  expect(await stored(id)).toBe('Front desk')
})

test.each([[null], ['']])('removes the nickname for %j', async (nickname) => {
  const { id } = await world.number(user, { nickname: 'Old' })
  expect((await rename(id, { nickname })).body.data.nickname).toBe(null)
  expect(await stored(id)).toBe(undefined)
})

test('changes nothing without the field', async () => {
  const { id } = await world.number(user, { nickname: 'Old' })
  expect((await rename(id, {})).body.data.nickname).toBe('Old')
  expect(await stored(id)).toBe('Old')
})

test('takes 50 code points, and refuses 51 with a sentence of its own', async () => {
  const { id } = await world.number(user)
  expect((await rename(id, { nickname: '📞'.repeat(50) })).status).toBe(200)
  const message = 'The nickname must not exceed 50 characters.'
  const { status, body } = await rename(id, { nickname: '📞'.repeat(51) })
  expect({ status, body }).toMatchObject({ status: 422, body: { message, errors: { nickname: [message] } } })
})

test('404 for a number of another user', async () => {
  const { id } = await world.number(await world.user())
  const message = 'Phone number not found.'
  const { status, body } = await rename(id, { nickname: 'Mine' })
  expect({ status, body }).toEqual({ status: 404, body: { message, error: message } })
})
