import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('lists past keys to everyone, and no unused one', async () => {
  const user = await world.user()
  const keys = async () => (await world.api(user.token, 'GET', '/user/evidence/keys')).body.keys
  expect(await keys()).toEqual([])
  const former = { key_id: '0'.repeat(32), algorithm: 'Ed25519' as const, public_key: 'a former one' }
  await registry.evidenceKeys(world.parts).keep(former, world.clock.now())
  await world.api(user.token, 'POST', '/user/evidence/exports')
  await world.run(5)
  expect(await keys()).toMatchObject([former, { algorithm: 'Ed25519', since: expect.any(String) }].toSorted())
  expect(await keys()).toHaveLength(2)
})
