import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { tokenHolder } from './tokens.ts'

const world = useWorld()

test('shows the tokens of the user, the newest first, and none that was revoked', async () => {
  const { id, ask, create } = await tokenHolder(world)
  await tokenHolder(world)
  await world.run(1)
  await create({ name: 'Second', scope: 'all' })
  await world.run(1)
  const third = await create({ name: 'Third', scope: 'operate' })
  const names = async () => (await ask('GET', '')).body.data.map(({ name }: { name: string | null }) => name)
  expect(await names()).toEqual(['Third', 'Second', null])
  const revoked = (await world.services.tokens.list(id)).find(({ ending }) => ending === third.ending)
  await world.services.tokens.revoke({ user_id: id, hash: revoked?.hash ?? '' }, world.clock.now())
  expect(await names()).toEqual(['Second', null])
})
