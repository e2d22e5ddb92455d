import { expect, test } from 'vitest'
import { writeToken } from '../../../shared/domain/account/token.ts'
import { ledgerKey } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { openSender } from '../sms/sender.ts'

const world = useWorld()

interface Row {
  id: number
  type: string
  amount: number
  balance_after: number
}

const micros = (amount: number) => Math.round(amount * 1_000_000)

test('returns every movement with the balance after it, newest first', async () => {
  const { user, send } = await openSender(world)
  await world.run(1)
  const sms_id = (await send()).body.data.id
  await world.run(5)
  await send('+12025550103')
  const assistant_id = await assistantFor(world, user)
  const call = await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550100', assistant_id })
  await world.run(60)

  const { status, body } = await world.api(user.token, 'GET', '/user/transactions')
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 6, per_page: 15, current_page: 1 })
  const rows: Row[] = body.data
  expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
    ['call', -0.064],
    ['release', 0.0079],
    ['hold', -0.0079],
    ['capture', 0],
    ['hold', -0.0079],
    ['top_up', 0.79],
  ])
  expect(rows.map(({ balance_after }) => balance_after)).toEqual([0.7181, 0.7821, 0.7742, 0.7821, 0.7821, 0.79])
  expect(rows[4]).toEqual({
    id: expect.any(Number),
    type: 'hold',
    amount: -0.0079,
    balance_after: 0.7821,
    description: 'SMS to +12025550100, segments: 1',
    sms_id,
    call_id: null,
    phone_number_id: null,
    created_at: '2026-11-25 10:00:01',
  })
  expect(rows[0]).toMatchObject({
    description: 'Call to +12025550100, 12 s: carrier 0.014, platform 0.05',
    sms_id: null,
    phone_number_id: null,
    call_id: call.body.data.id,
  })
  expect((await world.api(user.token, 'GET', '/user/me')).body.total_balance).toBe(rows[0]?.balance_after)
})

test('every page continues the account of the one before', async () => {
  const { user, send } = await openSender(world)
  await Promise.all(Array.from({ length: 12 }, (_, index) => send(index % 3 ? '+12025550100' : '+12025550103')))
  const rows: Row[] = []
  for (const page of [1, 2, 3, 4, 5]) {
    const { body } = await world.api(user.token, 'GET', `/user/transactions?per_page=5&page=${page}`)
    expect(body.total).toBe(25)
    rows.push(...body.data)
  }
  expect(rows).toHaveLength(25)
  rows.forEach(({ amount, balance_after }, index) => {
    const before = rows[index + 1]?.balance_after ?? 0
    expect(micros(balance_after)).toBe(micros(before) + micros(amount))
    expect(balance_after).toBeGreaterThanOrEqual(0)
  })
})

test('nobody sees somebody else’s', async () => {
  await openSender(world)
  const { token } = await world.user()
  expect((await world.api(token, 'GET', '/user/transactions')).body).toMatchObject({ data: [], total: 0 })
})

test('401 to a forged secret, before the ledger of its alleged user is read', async () => {
  const user = await world.user()
  const entries = Array.from({ length: 1_000 }, () => {
    const id = world.newId()
    const entry = { user_id: user.id, type: 'top_up', amount: 1, description: 'x'.repeat(900), created_at: 0 }
    return { put: { ...ledgerKey(user.id, id), ...entry, id } }
  })
  for (let start = 0; start < entries.length; start += 100)
    await world.parts.table.write(entries.slice(start, start + 100))
  const list = async (token: string) => {
    const before = world.consumed.length
    const { status } = await world.api(token, 'GET', '/user/transactions')
    const read = world.consumed.slice(before)
    const units = read.flatMap(({ capacity }) => capacity.map(({ CapacityUnits = 0 }) => CapacityUnits))
    return { status, queries: read.filter(({ command }) => command === 'Query').length, units: sum(units) }
  }

  expect(await list(writeToken(user.id, new Uint8Array(32)))).toEqual({ status: 401, queries: 0, units: 3 })
  expect(await list(user.token)).toMatchObject({ status: 200, queries: 3, units: 251.5 })
})

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
