import { expect, test } from 'vitest'
import { decisionWrites } from '../../../shared/data/evidence/evidence.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('links decisions within a minute without a message', async () => {
  const user = await world.user()
  const decision = { chain: 3, decision: 'dial' as const, reasons: [], call_id: 5, phone_number: '+12025550100' }
  await world.parts.table.write(decisionWrites(world.parts.random, user.id, decision, world.clock.now()))
  await world.run(62)
  expect(await registry.evidence(world.parts).unlinked(user.id)).toEqual([])
  expect(await registry.evidence(world.parts).blocks(user.id)).toMatchObject([{ chain: 3, first: 1 }])
})
