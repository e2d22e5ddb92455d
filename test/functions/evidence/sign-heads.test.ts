import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { handler } from '../../../functions/evidence/sign-heads.ts'
import { unsignedHeadWrite } from '../../../shared/data/evidence/unsigned-heads.ts'
import type { EvidenceKey } from '../../../shared/domain/evidence/signature.ts'
import { isSigned } from '../../../shared/domain/evidence/signature.ts'
import { signHeads } from '../../../shared/operations/evidence.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { openWorld, type World } from '../../world.ts'
import { openChains } from './chains.ts'

const faults = openFaults()
let world: World
beforeEach(async () => {
  world = await openWorld({ open: faults.open })
})
afterEach(async () => {
  faults.disarm()
  await world.close()
})

const hourSeconds = 3660
const publicKeys = async (): Promise<EvidenceKey[]> => (await world.request('GET', '/evidence/keys')).body.keys
const runNow = () => handler.open(world.parts, registry)({ time: '' }, {} as never)

test('signs a chain’s head within an hour, with a published key', async () => {
  const { extend, heads, unsigned } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 3)
  await extend(user, 44, 2)
  await world.run(hourSeconds)
  const signed = await heads(user)
  expect(signed.map(({ chain, seq }) => [chain, seq])).toEqual([
    [0, 3],
    [44, 2],
  ])
  const keys = await publicKeys()
  for (const { signature, ...statement } of signed) {
    expect(await registry.evidence(world.parts).head(user.id, statement.chain)).toMatchObject({ hash: statement.hash })
    expect(isSigned(statement, signature, keys)).toBe(true)
  }
  expect(await unsigned()).toEqual([])
})

test('an hour without links costs one read', async () => {
  const { extend } = openChains(world)
  for (let users = 0; users < 5; users++) await extend(await world.user(), 0, 1)
  await world.run(hourSeconds)
  const lying = await world.headKeys()
  const asked: string[] = []
  const { table } = world.parts
  await handler.open(
    {
      ...world.parts,
      table: {
        ...table,
        query: (range) => {
          asked.push(range.pk)
          return table.query(range)
        },
      },
      fetch: () => Promise.reject(new Error('The network was asked')),
    },
    registry,
  )({ time: '' }, {} as never)
  expect(asked).toEqual(['evidence-unsigned'])
  expect(await world.headKeys()).toEqual(lying)
})

test('keeps every head of a growing chain', async () => {
  const { extend, heads } = openChains(world)
  const user = await world.user()
  for (let hours = 0; hours < 3; hours++) {
    await extend(user, 7, 2)
    await world.run(hourSeconds)
  }
  expect((await heads(user)).map(({ seq }) => seq)).toEqual([6, 4, 2])
  expect(await registry.evidenceHeads(world.parts).newest(user.id, 7)).toMatchObject({ chain: 7, seq: 6 })
  expect(await registry.evidenceHeads(world.parts).newest(user.id, 8)).toBeUndefined()
})

describe.each(faultKinds)('a run that %s', (kind) => {
  test('leaves the rest to the next, and signs nothing contradictory', async () => {
    const { extend, heads, unsigned } = openChains(world)
    const user = await world.user()
    const struck = new Set<string>()
    let seq = 0
    for (let call = 0; ; call++) {
      await extend(user, 3, 1)
      seq += 1
      faults.arm({ operation: signHeads.id, call, kind })
      await world.run(hourSeconds)
      const name = faults.struck()
      faults.disarm()
      await world.run(hourSeconds)
      expect(await unsigned()).toEqual([])
      expect((await heads(user)).map((head) => head.seq)).toEqual(Array.from({ length: seq }, (_, gone) => seq - gone))
      if (!name) break
      struck.add(name)
    }
    expect([...struck]).toEqual(expect.arrayContaining(['fetch', 'secret', 'write of 1']))
  })
})

test('concurrent runs keep one head per chain, the first', async () => {
  const { extend, heads, unsigned } = openChains(world)
  const user = await world.user()
  for (let chain = 0; chain < 15; chain++) await extend(user, chain, 1)
  await Promise.all([runNow(), runNow()])
  const first = await heads(user)
  expect(first).toHaveLength(15)
  for (const head of first) await registry.evidenceHeads(world.parts).keep({ ...head, at: 1 })
  expect(await heads(user)).toEqual(first)
  expect(await unsigned()).toEqual([])
})

test('a chain that goes on while its head is signed is signed again', async () => {
  const { extend, heads, unsigned } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 1)
  const [before] = await unsigned()
  await extend(user, 0, 1)
  if (before) await registry.unsignedHeads(world.parts).signed(before)
  expect(await unsigned()).toMatchObject([{ chain: 0, seq: 2 }])
  await world.run(hourSeconds)
  expect((await heads(user)).map(({ seq }) => seq)).toEqual([2])
})

test('an unsignable chain delays no other, and fails the run', async () => {
  const { extend, heads, unsigned } = openChains(world)
  const [ada, bo] = [await world.user(), await world.user()]
  await extend(ada, 0, 1)
  await extend(bo, 0, 1)
  const { fetch: send } = world.parts
  const refusing: typeof fetch = (url, init) =>
    String(url).includes(`/_heads/${ada.id}/`) ? Promise.resolve(new Response(null, { status: 503 })) : send(url, init)
  const run = () => handler.open({ ...world.parts, fetch: refusing }, registry)({ time: '' }, {} as never)
  await expect(run()).rejects.toThrow('1 heads could not be signed')
  expect(await heads(bo)).toHaveLength(1)
  expect(await unsigned()).toMatchObject([{ user_id: ada.id }])
  const since = (await unsigned())[0]?.moved_at ?? 0
  await extend(ada, 0, 1)
  expect(await unsigned()).toMatchObject([{ user_id: ada.id, seq: 2, moved_at: since }])
  const { linked, unsigned_since } = await registry.evidence(world.parts).link(ada.id, [], async () => undefined)
  expect({ linked, isNow: unsigned_since === world.clock.now() }).toEqual({ linked: 0, isNow: true })
})

test('links report how long a chain has waited, for the alarm', async () => {
  const { decide, extend } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 1)
  const moved_at = world.clock.now() - 3 * 3600_000
  await world.parts.table.write([unsignedHeadWrite({ user_id: user.id, chain: 0, seq: 1, moved_at })])
  await decide(user, 0)
  await world.run(62)
  const line = world.logged.find(({ message }) => message === 'decisions linked')
  expect(line?.fields.unsigned_seconds).toBeGreaterThanOrEqual(3 * 3600)
})

test('signs nothing of an erased user', async () => {
  const { extend, unsigned } = openChains(world)
  const user = await world.user()
  await extend(user, 0, 1)
  const userData = registry.userData(world.parts)
  while ((await userData.erase(user.id, 'evidence-block')) > 0);
  await world.run(hourSeconds)
  expect(await unsigned()).toEqual([])
  expect(await world.headKeys()).toEqual([])
})
