import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 with the account and its balance to the sixth place', async () => {
  const user = await world.user()
  const me = () => world.api(user.token, 'GET', '/user/me')
  const account = { id: user.id, name: 'Ada', email: 'ada@example.com' }
  expect((await me()).status).toBe(200)
  expect((await me()).body).toEqual({ ...account, total_balance: 0 })
  await world.services.ledger.move({
    user_id: user.id,
    type: 'top_up',
    amount: 25_000_001,
    description: 'Top-up',
  })
  expect((await me()).body).toEqual({ ...account, total_balance: 25.000001 })
})
