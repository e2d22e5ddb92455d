import { expect, test } from 'vitest'
import { endOf, legRefusalOf } from '../../../shared/domain/calls/leg.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'
import { callWith, phoneOf } from './transfers.ts'

const world = useWorld()

const live = async (more: Record<string, unknown> = {}) => {
  const made = await callWith(world, undefined, { customer: '0105', ...more })
  await world.run(8)
  return made
}

test('the assistant says the message, and the call is put through', async () => {
  const { transfer, transfers, heard, call } = await live()
  const { status, body } = await transfer({ phone_number: phoneOf('0100'), message: 'Ada takes over now.' })
  expect([status, body]).toEqual([200, { message: 'Call is being transferred' }])
  await world.run(40)
  expect(await heard()).toContain('Ada takes over now.')
  expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress', 'completed'])
  expect((await call()).transfers).toMatchObject([{ requested_by: 'user' }])
})

test('dials at once without a message; the assistant returns when unanswered', async () => {
  const { transfer, transfers, said, call } = await live()
  await transfer({ phone_number: phoneOf('0101') })
  await world.run(10)
  expect(await transfers()).toEqual(['asked', 'ringing', 'busy'])
  await world.run(10)
  expect(await said()).toContain('I could not reach anyone.')
  expect((await call()).status).toBe('in-progress')
})

test('asked for twice at once, one phone is dialled; a fourth is refused', async () => {
  const { transfer, stored } = await live({ re_engagement_interval: 120 })
  const answers = await Promise.all(['0101', '0101'].map((ending) => transfer({ phone_number: phoneOf(ending) })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    message: 'Call cannot be transferred',
    error: 'The call is being transferred already.',
  })
  await world.run(20)
  for (const _ of [2, 3]) {
    expect((await transfer({ phone_number: phoneOf('0101') })).status).toBe(200)
    await world.run(20)
  }
  const { status, body } = await transfer({ phone_number: phoneOf('0101') })
  expect([status, body.error]).toEqual([409, 'A call can be transferred at most 3 times.'])
  expect((await stored())?.legs).toHaveLength(3)
})

test('200 for the same request again, with one phone dialled', async () => {
  const { transfer, stored } = await live()
  for (const _ of [1, 2]) {
    const { status } = await transfer({ phone_number: phoneOf('0101') }, { 'idempotency-key': 'once' })
    expect(status).toBe(200)
  }
  expect((await stored())?.legs).toHaveLength(1)
})

test('returns 404 for a foreign call, 409 when not in progress, 422 otherwise', async () => {
  const { ref, ask, transfer } = await live()
  const other = await world.user()
  const body = { phone_number: phoneOf('0100') }
  const foreign = await world.api(other.token, 'POST', `/user/calls/${ref.call_id}/transfer`, body)
  expect([foreign.status, foreign.body]).toEqual([404, { message: 'Call not found' }])
  expect((await transfer({ phone_number: '12' })).status).toBe(422)
  expect((await transfer({ phone_number: '+19005550100' })).status).toBe(422)
  await ask('POST', `/user/calls/${ref.call_id}/end`)
  const ending = await transfer(body)
  expect([ending.status, ending.body]).toEqual([409, { message: 'Call is not in progress' }])
  await world.run(60)
  expect((await transfer(body)).status).toBe(409)
})

test('refuses blacklisted numbers, closed countries and stopped dialling', async () => {
  const { user, ask, transfer, stored } = await live()
  const to = { phone_number: '+12025550177' }
  const { id } = (await ask('POST', '/user/blacklist', to)).body.data
  const listed = await transfer(to)
  expect([listed.status, listed.body.message]).toEqual([422, 'Phone number is blacklisted'])
  await ask('DELETE', `/user/blacklist/${id}`)

  const accounts = registry.accounts(world.parts)
  await accounts.allowCountries(user.id, ['DE'])
  expect((await transfer(to)).body.error).toBe('Calls to this country are not allowed.')
  await accounts.allowCountries(user.id, undefined)

  const dialling = registry.dialling(world.parts)
  await dialling.stop('trial', 'test', world.clock.now())
  expect((await transfer(to)).body.error).toBe('Dialling is stopped at the moment.')
  await dialling.start('test', world.clock.now())
  const legs = (await stored())?.legs ?? []
  expect(legs.map((leg) => [endOf(leg)?.outcome, legRefusalOf(leg)])).toEqual([
    ['refused', 'blacklisted'],
    ['refused', 'country'],
    ['refused', 'paused'],
  ])
  expect((await transfer(to)).status).toBe(200)
})

test('dials nothing when the call ends during the transfer', async () => {
  const { ref, ask, call, transfer } = await live()
  await Promise.all([
    transfer({ phone_number: phoneOf('0100'), message: 'One moment, please.' }),
    ask('POST', `/user/calls/${ref.call_id}/end`),
  ])
  await world.run(90)
  const { status, transfers } = await call()
  expect(status).toBe('ended')
  for (const { status } of transfers) expect(status).toBe('canceled')
})
