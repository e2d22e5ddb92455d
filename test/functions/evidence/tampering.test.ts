import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkHash } from '../../../shared/domain/evidence/evidence.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { evidenceBlockKey } from '../../../shared/table/keys.ts'
import type { Item } from '../../../shared/table/table.ts'
import { openWorld, type World } from '../../world.ts'
import { openChains, verified } from './chains.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const keysOf = async () => (await world.request('GET', '/evidence/keys')).body

test('a bundle carries several pages of heads, and agrees with each', async () => {
  const { extend, exported, signed } = openChains(world)
  const user = await world.user()
  for (let chain = 1; chain <= 520; chain++) await extend(user, chain, 1)
  await signed()
  await extend(user, 1, 2)
  await signed()
  const { text } = await exported(user)
  expect(text.split('\n').filter((line) => line.startsWith('{"part":"signed"'))).toHaveLength(521)
  const { status, said } = await verified(text, { keys: await keysOf() })
  expect({ status, signed: said.match(/\d+ signed heads/)?.[0] }).toEqual({ status: 0, signed: '521 signed heads' })
})

test('the next bundle misses links that were cut off', async () => {
  const { extend, exported, signed } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 5)
  await signed()
  for (const seq of [4, 5]) await world.parts.table.write([{ delete: evidenceBlockKey(user.id, 0, seq) }])
  const { text } = await exported(user)
  const { status, said } = await verified(text, { keys: await keysOf() })
  expect(status).toBe(1)
  expect(said).toContain('Chain 0, records 4 to 5: they were dropped from its end')
})

test('a rewritten record with later hashes contradicts the head', async () => {
  const { extend, exported, signed } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 4)
  await signed()
  const { table } = world.parts
  const evidence = registry.evidence(world.parts)
  let prev = ''
  for (const block of await evidence.blocks(user.id)) {
    const [link] = block.links
    const [content] = await evidence.contents(user.id, [link?.key ?? ''])
    if (!link || !content) throw new Error('A link leads nowhere')
    const record = { ...content.record, ...(block.first === 2 && { reasons: ['another'] }) }
    const hash = linkHash(block.first, prev || block.prev, record)
    const stored = (await table.get<Item>(evidenceBlockKey(user.id, 0, block.first))) ?? {}
    const links = [{ key: link.key, hash }]
    const key = evidenceBlockKey(user.id, 0, block.first)
    await table.write([{ put: { ...stored, ...key, prev: prev || block.prev, links } }])
    await table.write([{ update: { pk: `${user.id}#evidence`, sk: link.key }, set: { record } }])
    prev = hash
  }
  const { text } = await exported(user)
  const { status, said } = await verified(text, { keys: await keysOf() })
  expect(status).toBe(1)
  expect(said).toMatch(/Chain 0, record 4 .*it is not what was signed/)
})

test('heads from the bucket expose a bundle without heads', async () => {
  const { extend, exported, heads, signed } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 2)
  const { text } = await exported(user)
  await extend(user, 0, 2)
  await signed()
  const keys = await keysOf()
  expect((await verified(text, { keys })).status).toBe(0)
  expect((await verified(text, { keys })).said).toContain('No head of a chain was signed')
  const objects = (await heads(user)).map((head) => JSON.stringify(head)).join('')
  const held = await verified(text, { keys, heads: objects })
  expect(held.status).toBe(1)
  expect(held.said).toContain('records 3 to 4: they were dropped from its end')
  expect((await verified(text, { heads: '{}' })).warned.join()).toContain('holds no signed heads')
})

test('no user sees a head of another', async () => {
  const { extend, exported, signed } = openChains(world)
  const [ada, bo] = [await world.user(), await world.user()]
  await extend(ada, 0, 1)
  await signed()
  expect((await exported(bo)).text).not.toContain('"part":"signed"')
})
