import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'
import { erasePerson, livePerson, person } from '../people/life.ts'
import { openChains, verified } from './chains.ts'

const world = useWorld()
const { exported, signed } = openChains(world)

test('chains verify after an erasure as erased, not tampered', async () => {
  const life = await livePerson(world)
  const { user } = life
  await signed()
  const keys = (await world.request('GET', '/evidence/keys')).body
  const before = await exported(user)
  expect(before.text).toContain(person)
  expect((await verified(before.text, { keys })).status).toBe(0)

  expect(await erasePerson(world, life)).toMatchObject({ status: 'done' })
  const heads = (await registry.evidenceHeads(world.parts).page(user.id)).heads
  expect(new Set(heads.map(({ chain }) => chain)).size).toBeGreaterThan(1)
  const after = await exported(user)
  expect(after.text).not.toContain(person)
  const { status, said } = await verified(after.text, {
    keys,
    heads: heads.map((head) => JSON.stringify(head)).join('\n'),
  })
  expect(said).toMatch(/[1-9]\d* say no more of a person: that was erased, and the chain holds\./)
  expect(said).toContain('Every record is as it was written')
  expect(status).toBe(0)

  const lines = after.text.split('\n')
  const place = lines.findIndex((line) => line.includes('"part":"decision"') && !line.includes('"facts":null'))
  const line = JSON.parse(lines[place] ?? '{}')
  const hidden = lines.with(place, JSON.stringify({ ...line, facts: null })).join('\n')
  expect((await verified(hidden, { keys })).said).toContain('is missing, and it was not erased')
})
