import { expect, test } from 'vitest'
import type { Entry } from '../../../shared/domain/account/transaction.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { ledgerKey } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

let price: string | null = null
const world = useWorld({
  open: ({ open }, parts) =>
    open({ ...parts, fetch: async (...request) => priced(await parts.fetch(...request)) }, registry),
})

const priced = async (answer: Response): Promise<Response> => {
  if (!/\/Calls\/\w+\.json$/.test(answer.url)) return answer
  return Response.json({ ...((await answer.json()) as object), price, price_unit: 'USD' })
}

const aCharge = async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const request = { phone_number: '+12025550100', assistant_id }
  const { id } = (await world.api(user.token, 'POST', '/user/make_call', request)).body.data
  await world.run(60)
  const entries = async () =>
    (await world.parts.table.query<Entry>({ pk: ledgerKey(user.id, 0).pk })).map(({ type, amount }) => [type, amount])
  const costs = async () => {
    const { carrier_cost, total_cost } = (await world.api(user.token, 'GET', `/user/calls/${id}`)).body
    return { carrier_cost, total_cost }
  }
  return { user, id, entries, costs, balance: () => world.services.ledger.balance(user.id) }
}

test.each([
  { dearer: '-0.03000', carrier_cost: 0.03, total_cost: 0.08, adjustment: -16_000 },
  { dearer: '-0.01010', carrier_cost: 0.0101, total_cost: 0.0601, adjustment: 3_900 },
])('charges a carrier’s $dearer by one entry of its own', async (expected) => {
  price = null
  const { user, id, entries, costs, balance } = await aCharge()
  expect(await entries()).toEqual([['call', -64_000]])
  price = expected.dearer
  await world.run(1000)
  const { carrier_cost, total_cost, adjustment } = expected
  expect(await entries()).toEqual([
    ['call', -64_000],
    ['adjustment', adjustment],
  ])
  expect(await costs()).toEqual({ carrier_cost, total_cost })
  await registry
    .advanceCallQueue(world.parts)
    .send(Array.from({ length: 5 }, () => ({ user_id: user.id, call_id: id })))
  await world.run(60)
  expect(await entries()).toHaveLength(2)
  expect(await balance()).toBe(-64_000 + adjustment)
})

test.each(['-0.01400', 'nonsense'])('the price %j changes nothing', async (reported) => {
  price = reported
  const { entries } = await aCharge()
  await world.run(1000)
  expect(await entries()).toEqual([['call', -64_000]])
})

test('a price that the carrier is slow to work out is asked for again', async () => {
  price = null
  const { entries } = await aCharge()
  await world.run(2000)
  expect(await entries()).toEqual([['call', -64_000]])
  price = '-0.03000'
  await world.run(1000)
  expect(await entries()).toHaveLength(2)
})
