import { beforeAll, expect, test } from 'vitest'
import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from '../assistants/drafts.ts'

const numbers: Record<string, OwnedNumber> = {}

const world = useWorld()
const user = useUser(world)

beforeAll(async () => {
  const now = world.clock.now()
  const add = async (name: string, more: Partial<OwnedNumber>) => {
    numbers[name] = await world.number(user, more)
    await world.run(1)
  }
  await add('free', {})
  await add('sip', { type_label: 'SIP', phone_number: '+493012345678', country_code: 'DE' })
  await add('callerId', { type_label: 'Caller ID' })
  await add('expired', { expires_at: now })
  await add('expiring', { expires_at: now + 3_600_000 })
  await add('answered', {})
  await world.number(await world.user())
  await assistantsOf(world, user).id({ calls_direction: 'receive', phone_number_id: numbers.answered?.id })
  await assistantsOf(world, user).id({ calls_direction: 'make', phone_number_id: numbers.free?.id })
})

const list = (query = '') => world.api(user.token, 'GET', `/user/assistants/phone-numbers${query}`)
const shown = (name: string, is_available: boolean) => {
  const { id, phone_number, country_code, type_label } = numbers[name] ?? {}
  return { id, phone_number, country_code, type_label, is_available }
}

test('200 with all owned numbers, oldest first', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toEqual([
    shown('free', true),
    shown('sip', true),
    shown('callerId', false),
    shown('expired', false),
    shown('expiring', true),
    shown('answered', false),
  ])
})

test('inbound: those that a new inbound assistant could be given', async () => {
  expect((await list('?type=inbound')).body).toEqual([shown('free', true), shown('sip', true), shown('expiring', true)])
})

test('outbound: those that can call', async () => {
  expect((await list('?type=outbound')).body).toEqual([
    shown('free', true),
    shown('sip', true),
    shown('callerId', false),
    shown('expiring', true),
    shown('answered', false),
  ])
})

test('an empty type counts as absent, and of a repeated one the last counts', async () => {
  expect((await list('?type=')).body).toHaveLength(6)
  expect((await list('?type=inbound&type=outbound')).body).toHaveLength(5)
})

test('422 for an unknown type', async () => {
  const { status, body } = await list('?type=web')
  expect(status).toBe(422)
  expect(body).toEqual({ message: 'Validation failed', errors: { type: ['The selected type is invalid.'] } })
})

test('200 with an empty array for a user without numbers', async () => {
  const { token } = await world.user()
  expect((await world.api(token, 'GET', '/user/assistants/phone-numbers')).body).toEqual([])
})
