import { expect, test } from 'vitest'
import { post } from '../../posted.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const world = useWorld()
let last = 700
const nextPhone = () => `+12025554${last++}`

const verify = (user: TestUser, phone_number: string) =>
  world.api(user.token, 'POST', '/user/caller-ids', { phone_number })
const look = async (user: TestUser, id: number) => (await world.api(user.token, 'GET', `/user/caller-ids/${id}`)).body
const numbersOf = ({ id }: TestUser) => world.services.numbers.list(id)
const atCarrier = (phone: string) => world.carrierPort.fetchCallerId(phone)

test('a report that arrives twice makes one number; a forged one makes none', async () => {
  const user = await world.user()
  const { body } = await verify(user, '+12025550109')
  const path = `/carrier/caller-ids/${user.id}-${body.id}/status`
  const success = { VerificationStatus: 'success', OutgoingCallerIdSid: 'PN1' }
  const forged = await world.request('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'forged' },
    body: new URLSearchParams(success).toString(),
  })
  expect(forged.status).toBe(403)
  expect(await look(user, body.id)).toMatchObject({ status: 'pending' })
  await world.run(60)
  expect(await numbersOf(user)).toHaveLength(1)
  await post(world, path, { VerificationStatus: 'failed' })
  expect(await look(user, body.id)).toMatchObject({ status: 'verified' })
})

test('a success after the end is taken back at the carrier', async () => {
  const user = await world.user()
  const phone = nextPhone()
  const { body } = await verify(user, phone)
  await post(world, `/carrier/caller-ids/${user.id}-${body.id}/status`, { VerificationStatus: 'failed' })
  expect(await look(user, body.id)).toMatchObject({ status: 'failed' })
  await world.run(60)
  expect(await atCarrier(phone)).toBe(undefined)
  expect(await numbersOf(user)).toEqual([])
})

test('a number whose success was not reported is found after ten minutes', async () => {
  const user = await world.user()
  const { body } = await verify(user, '+12025550110')
  await world.run(700)
  expect(await look(user, body.id)).toMatchObject({ status: 'verified' })
  expect(await numbersOf(user)).toHaveLength(1)
})
