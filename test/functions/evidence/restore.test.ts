import { afterEach, beforeEach, expect, test } from 'vitest'
import { reconcileChains } from '../../../infra/admin/reconcile/chains.ts'
import type { Parts } from '../../../shared/runtime/parts.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { evidenceBlockKey } from '../../../shared/table/keys.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { openChains, verified } from './chains.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const lose = async ({ id }: TestUser, chain: number, left: number, count: number) => {
  for (let seq = left + 1; seq <= count; seq++)
    await world.parts.table.write([{ delete: evidenceBlockKey(id, chain, seq) }])
}

const restored = (): Parts => {
  const { settings } = world.parts
  const name = (wanted: string) => (wanted === 'TABLE_NAME' ? 'restored' : undefined)
  return {
    ...world.parts,
    settings: { ...settings, required: (wanted) => name(wanted) ?? settings.required(wanted) },
  }
}
const tools = (parts: Parts) => ({
  users: registry.users(parts),
  evidence: registry.evidence(parts),
  evidenceHeads: registry.evidenceHeads(parts),
})
const check = async (user: TestUser) => {
  const { text } = await openChains(world).exported(user)
  return verified(text, { keys: (await world.request('GET', '/evidence/keys')).body })
}

test('after a restore the chain continues, with a gap and no tampering', async () => {
  const { extend, decide, signed } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 10)
  await signed()
  await lose(user, 0, 6, 10)
  await decide(user, 0)
  const { evidence, evidenceHeads } = tools(restored())
  await evidence.link(user.id, await evidence.unlinked(user.id), evidenceHeads.newest)
  await signed()
  const { status, said } = await check(user)
  expect(said).toMatch(/Chain 0, record 11 .*the table was restored .*records 7 to 10 of chain 0 are lost/)
  expect(status).toBe(0)
})

test('the same gap in the same table is tampering, whatever is linked behind it', async () => {
  const { extend, signed } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 10)
  await signed()
  await lose(user, 0, 6, 10)
  await extend(user, 0, 5)
  const { status, said } = await check(user)
  expect(status).toBe(1)
  expect(said).toMatch(/Chain 0, record 10 .*it is not what was signed/)
})

test('reconcile continues old and lost chains, once', async () => {
  const { extend, signed } = openChains(world)
  const [ada, bo] = [await world.user(), await world.user()]
  await extend(ada, 0, 3)
  await extend(ada, 44, 2)
  await extend(bo, 7, 4)
  await extend(bo, 8, 1)
  await signed()
  await lose(ada, 44, 0, 2)
  await lose(bo, 7, 1, 4)
  expect((await check(ada)).status).toBe(1)
  expect(await reconcileChains(tools(restored()))).toEqual({ went_on: 2 })
  expect(await reconcileChains(tools(restored()))).toEqual({ went_on: 0 })
  for (const [user, gap] of [
    [ada, 'records 1 to 2 of chain 44 are lost'],
    [bo, 'records 2 to 4 of chain 7 are lost'],
  ] as const) {
    const { status, said } = await check(user)
    expect(said).toContain(gap)
    expect(status).toBe(0)
  }
})
