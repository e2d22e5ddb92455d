import { expect, test } from 'vitest'
import { decisionWrites } from '../../../shared/data/evidence/evidence.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { inProve } from '../../in-prove.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { openChains, verified } from './chains.ts'

const world = useWorld()

const decide = (user: TestUser, call_id: number, chain: number) =>
  world.parts.table.write(
    decisionWrites(
      world.parts.random,
      user.id,
      { chain, decision: 'dial', reasons: [], call_id, phone_number: '+12025550100' },
      world.clock.now(),
    ),
  )

const waiting = async ({ id }: TestUser) => (await registry.evidence(world.parts).unlinked(id)).length

const { exported } = openChains(world)

test('a bundle of many files verifies offline; a changed digit is named', async () => {
  const user = await world.user()
  for (let call = 1; call <= 2300; call += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => decide(user, call + index, index % 3)))
  for (let minutes = 0; minutes < 60 && (await waiting(user)) > 0; minutes++) await world.run(60)
  await decide(user, 9999, 0)
  const { body, text } = await exported(user)
  expect(body.files.length).toBeGreaterThan(1)
  expect(body).toMatchObject({ decisions: 2300, unlinked: 1 })
  const stored = (await world.items()).find(({ pk, id }) => pk.startsWith(`${user.id}#`) && id === body.id)
  expect(stored).toMatchObject({ status: 'done' })
  expect(stored).not.toHaveProperty('due_at')
  const sound = await verified(text)
  expect(sound).toMatchObject({ status: 0, warned: [] })
  expect(sound.said).toContain('2300 decisions in 3 chains.')
  expect(sound.said).toContain('1 were in no chain yet')
  const lines = text.split('\n')
  const place = lines.findIndex((line) => line.includes('"call_id":700,'))
  const changed = await verified(lines.with(place, (lines[place] ?? '').replace('"dial"', '"refused"')).join('\n'))
  expect(changed.status).toBe(1)
  expect(changed.said).toMatch(/call 700\): the record was changed/)
})

test('a bundle of another stack, or rewritten, is found by its key', async () => {
  const user = await world.user()
  await decide(user, 1, 0)
  await world.run(65)
  const { text } = await exported(user)
  const keys = (await world.api(user.token, 'GET', '/user/evidence/keys')).body
  expect(keys.keys).toMatchObject([{ algorithm: 'Ed25519', public_key: expect.any(String) }])
  const signed = await verified(text, { keys })
  expect(signed.status).toBe(0)
  expect(signed.said).not.toContain('signature was not checked')
  expect((await verified(text)).said).toContain('The signature was not checked')
  const lines = text.trimEnd().split('\n')
  const manifest = JSON.parse(lines.at(-1) ?? '')
  const rewritten = [...lines.slice(0, -1), JSON.stringify({ ...manifest, made_at: manifest.made_at - 1 })].join('\n')
  expect((await verified(rewritten, { keys })).said).toContain('The manifest was not signed with any of the keys')
  expect((await verified(rewritten)).status).toBe(0)
})

inProve(
  'an export’s item stays small with thousands of chains',
  async () => {
    const user = await world.user()
    for (let chain = 1; chain <= 2500; chain += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => decide(user, chain + index, chain + index)))
    for (let minutes = 0; minutes < 60 && (await waiting(user)) > 0; minutes++) await world.run(60)
    const { body, text } = await exported(user)
    const item = await registry.evidenceExports(world.parts).find({ user_id: user.id, export_id: body.id })
    expect(JSON.stringify(item).length).toBeLessThan(1000)
    expect(text.split('\n').filter((line) => line.startsWith('{"part":"head"'))).toHaveLength(2500)
    expect((await verified(text)).said).toContain('2500 decisions in 2500 chains.')
  },
  60_000,
)

test('each user has a bundle of its own, and 404 for that of another', async () => {
  const [ada, bo] = [await world.user(), await world.user()]
  await decide(ada, 1, 0)
  await world.run(65)
  const { body, text } = await exported(bo)
  expect(body).toMatchObject({ decisions: 0, unlinked: 0 })
  expect(await verified(text)).toMatchObject({ status: 0 })
  const { status } = await world.api(ada.token, 'GET', `/user/evidence/exports/${body.id}`)
  expect(status).toBe(404)
})

test('links of a bundle are dead after an hour', async () => {
  const user = await world.user()
  const { body } = await exported(user)
  await world.run(3601)
  expect((await fetch(body.files[0].url)).status).toBe(403)
})
