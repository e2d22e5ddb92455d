import { beforeEach, describe, expect, test } from 'vitest'
import { type Content, decisionWrites, type Evidence, evidence } from '../../../shared/data/evidence/evidence.ts'
import { type Decision, factsHash, linkHash, noHash } from '../../../shared/domain/evidence/evidence.ts'
import { deadlines } from '../../../shared/table/deadlines.ts'
import { userPartition } from '../../../shared/table/items.ts'
import type { Table } from '../../../shared/table/table.ts'
import { seededRandom } from '../../world.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const user_id = 7
const phone_number = '+12025550100'

const noHead = async () => undefined

let store: FreshTable
let own: Evidence
beforeEach(async () => {
  store = await freshTable()
  own = evidence(store)
  next = 1000
})

const decide = async (call_id: number, more: Partial<Decision> = {}, at = now) => {
  const decision: Decision = { chain: 0, decision: 'dial', reasons: [], call_id, phone_number, ...more }
  await store.table.write(decisionWrites(store.random, user_id, decision, at))
}
let next = 1000
const decideMany = (count: number, more: Partial<Decision> = {}) =>
  Promise.all(Array.from({ length: count }, (_, index) => decide(next++, more, now + index)))
const waiting = async () =>
  (await deadlines(store).past(now + 1e9, 10_000)).filter(({ noun }) => noun === 'evidence-facts').map(({ key }) => key)

interface Walk {
  walked: Content[]
  heads: Map<number, { seq: number; hash: string }>
  after?: string
}

/** Reads every hash chain from its start or from `begun`, and verifies each hash. */
const walk = async (of: Evidence, begun?: Walk): Promise<Walk> => {
  const walked = [...(begun?.walked ?? [])]
  const heads = new Map(begun?.heads)
  for (let after = begun?.after; ; ) {
    const blocks = await of.blocks(user_id, after)
    if (blocks.length === 0) return { walked, heads, after }
    for (const { chain, first, prev, links, place } of blocks) {
      const head = heads.get(chain) ?? { seq: 0, hash: noHash }
      expect([first, prev]).toEqual([head.seq + 1, head.hash])
      const members = await of.contents(
        user_id,
        links.map(({ key }) => key),
      )
      for (const [index, link] of links.entries()) {
        const member = members[index]
        if (!member) throw new Error('A link leads nowhere')
        const seq = first + index
        expect(link.hash).toBe(linkHash(seq, heads.get(chain)?.hash ?? noHash, member.record))
        heads.set(chain, { seq, hash: link.hash })
        walked.push(member)
      }
      after = place
    }
  }
}

test('a decision is visible at once, without a chain', async () => {
  await decide(5)
  const [proof, ...others] = await own.ofCall(user_id, 5)
  expect(others).toEqual([])
  expect(proof).toMatchObject({ record: { decision: 'dial', call_id: 5, at: now }, facts: { phone_number } })
  expect(proof?.link).toBeUndefined()
})

test('a chain holds only salted hashes of a person’s facts', async () => {
  await decide(5)
  await decide(6)
  const proofs = [...(await own.ofCall(user_id, 5)), ...(await own.ofCall(user_id, 6))]
  for (const { record, facts } of proofs) {
    expect(JSON.stringify(record)).not.toContain('2025550100')
    if (!facts || record.decision === 'restored') throw new Error('The facts are gone')
    expect(record.facts_hash).toBe(factsHash(facts))
  }
  expect(new Set(proofs.map(({ facts }) => facts?.salt)).size).toBe(2)
})

test('links waiting decisions in order, a chain per campaign, over many blocks', async () => {
  await decideMany(200)
  await decide(9000, { chain: 44, campaign_id: 44 })
  expect(await own.link(user_id, await waiting(), noHead)).toMatchObject({ linked: 201 })
  expect(await waiting()).toEqual([])
  const { walked, heads } = await walk(own)
  expect(walked.map(({ record }) => 'call_id' in record && record.call_id)).toEqual([
    ...Array.from({ length: 200 }, (_, index) => 1000 + index),
    9000,
  ])
  expect([...heads].map(([chain, { seq }]) => [chain, seq])).toEqual([
    [0, 200],
    [44, 1],
  ])
  expect((await own.ofCall(user_id, 1150))[0]?.link).toMatchObject({ seq: 151 })
})

test('a message that comes twice, and names what is gone, links nothing twice', async () => {
  await decideMany(3)
  const keys = await waiting()
  expect(await own.link(user_id, keys, noHead)).toMatchObject({ linked: 3 })
  expect(await own.link(user_id, [...keys, '0000000000000001#0000000000000001'], noHead)).toMatchObject({ linked: 0 })
  expect((await walk(own)).walked).toHaveLength(3)
})

test('what comes late, with an older id, stands behind what is linked', async () => {
  await decideMany(3)
  await own.link(user_id, await waiting(), noHead)
  await decide(77, {}, now - 60_000)
  await own.link(user_id, await waiting(), noHead)
  expect((await walk(own)).walked.map(({ record }) => 'call_id' in record && record.call_id)).toEqual([
    1000, 1001, 1002, 77,
  ])
})

test('another user finds nothing of it', async () => {
  await decide(5)
  expect(await own.ofCall(8, 5)).toEqual([])
  expect(await own.link(8, await waiting(), noHead)).toMatchObject({ linked: 0 })
})

/**
 * Returns a table that stops answering at request number `count`, before or after that request's
 * effect.
 */
const dying = (count: number, after: boolean): Table => {
  let left = count
  const step = async <T>(perform: () => Promise<T>): Promise<T> => {
    const dies = left-- === 0
    if (dies && !after) throw new Error('died')
    const answer = await perform()
    if (dies || left < 0) throw new Error('died')
    return answer
  }
  const { table } = store
  return {
    ...table,
    get: (key, how) => step(() => table.get(key, how)),
    query: (range) => step(() => table.query(range)),
    getMany: (keys) => step(() => table.getMany(keys)),
    write: (writes, how) => step(() => table.write(writes, how)),
  }
}

describe.each([false, true])('a linker that dies, after the effect: %s', (after) => {
  test('leaves one verifiable chain with every decision exactly once, whichever request it dies at', async () => {
    let seen: Walk | undefined
    for (let request = 0; request < 14; request++) {
      await decideMany(100)
      await evidence({ ...store, table: dying(request, after) })
        .link(user_id, await waiting(), noHead)
        .catch(() => 0)
      await own.link(user_id, await waiting(), noHead)
      expect(await waiting()).toEqual([])
      seen = await walk(own, seen)
      expect(seen.walked).toHaveLength(100 * (request + 1))
    }
    expect(await walk(own)).toEqual(seen)
  })
})

test.each(Array.from({ length: 12 }, (_, seed) => `seed ${seed}`))(
  'random claims and three linkers make one valid chain: %s',
  async (seed) => {
    const random = seededRandom(seed)
    const pauses = { ...store, clock: { ...store.clock, sleep: () => new Promise<void>((go) => setTimeout(go, 1)) } }
    const wanted: number[] = []
    const claims = Array.from({ length: 60 }, async (_, index) => {
      await new Promise((go) => setTimeout(go, random.number() * 60))
      const call_id = 2000 + index
      await decide(call_id, { chain: index % 2 }, now + Math.floor(random.number() * 1000))
      wanted.push(call_id)
    })
    const linker = async () => {
      for (let round = 0; round < 6; round++) {
        const keys = (await waiting()).filter(() => random.number() < 0.8)
        if (keys.length > 0) await evidence(pauses).link(user_id, [...keys, ...keys.slice(0, 3)], noHead)
        await new Promise((go) => setTimeout(go, random.number() * 20))
      }
    }
    await Promise.all([...claims, linker(), linker(), linker()])
    await own.link(user_id, await waiting(), noHead)
    const { walked } = await walk(own)
    const linked = walked.flatMap(({ record }) => ('call_id' in record ? (record.call_id ?? []) : []))
    expect(linked.toSorted()).toEqual(wanted.toSorted())
    expect(await waiting()).toEqual([])
  },
)

test('no item of a chain comes near the size that the table takes', async () => {
  await decideMany(90)
  await own.link(user_id, await waiting(), noHead)
  const [block] = await store.table.query({ pk: userPartition(user_id, 'evidence-block') })
  expect(JSON.stringify(block).length).toBeLessThan(20_000)
})

describe('a table that was restored to an earlier time', () => {
  const lost_hash = 'c'.repeat(64)
  const lost = async (_user: number, chain: number) => ({ chain, seq: 10, hash: lost_hash })
  const other = (table = store.table) =>
    evidence({ ...store, table, settings: { ...store.settings, required: () => 'restored' } })
  const chain = async () => {
    const blocks = await own.blocks(user_id)
    const records = await own.contents(
      user_id,
      blocks.flatMap(({ links }) => links.map(({ key }) => key)),
    )
    return {
      seqs: blocks.flatMap(({ first, links }) => links.map((_, index) => first + index)),
      gaps: records.flatMap((content) => (content?.record.decision === 'restored' ? [content.record] : [])),
    }
  }

  test('continues after the signed head with a record of the gap', async () => {
    await decideMany(6)
    await own.link(user_id, await waiting(), noHead)
    const before = await own.head(user_id, 0)
    await decideMany(2)
    await other().link(user_id, await waiting(), lost)
    const { seqs, gaps } = await chain()
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 11, 12, 13])
    expect(gaps).toMatchObject([{ chain: 0, lost_seq: 10, lost_hash }])
    const gap = (await own.blocks(user_id)).find(({ first }) => first === 11)
    expect(gap?.prev).toBe(before?.hash)
    await decideMany(1)
    await other().link(user_id, await waiting(), () => Promise.reject(new Error('Heads were asked for')))
    expect((await chain()).seqs.at(-1)).toBe(14)
  })

  test('goes on without a record where nothing is known to be lost', async () => {
    await decideMany(6)
    await own.link(user_id, await waiting(), noHead)
    const head = await own.head(user_id, 0)
    await decideMany(1)
    await other().link(user_id, await waiting(), async () => head)
    expect(await chain()).toEqual({ seqs: [1, 2, 3, 4, 5, 6, 7], gaps: [] })
  })

  test('goes on once, however many linkers come at once, and whatever they die at', async () => {
    await decideMany(6)
    await own.link(user_id, await waiting(), noHead)
    await decideMany(20)
    const keys = await waiting()
    for (let request = 0; request < 12; request++)
      for (const after of [false, true])
        await Promise.allSettled([
          other(dying(request, after)).goOn(user_id, 0, lost),
          other(dying(request, after)).link(user_id, keys.slice(request, request + 2), lost),
        ])
    await Promise.all([other().link(user_id, keys, lost), other().goOn(user_id, 0, lost)])
    const { seqs, gaps } = await chain()
    expect(gaps).toHaveLength(1)
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, ...Array.from({ length: 21 }, (_, index) => 11 + index)])
    expect(await other().goOn(user_id, 0, lost)).toBe(false)
  })
})

test('applies another retention to decision and link, over many blocks', async () => {
  const years = 2
  const chosen = evidence({ ...store, settings: { ...store.settings, get: () => String(years) } })
  expect([own.keptDays(), chosen.keptDays()]).toEqual([6 * 366, years * 366])
  await decideMany(100)
  const keys = await waiting()
  expect(await chosen.link(user_id, keys, noHead)).toMatchObject({ linked: 100 })
  const lives: number[] = []
  for (const noun of ['evidence', 'evidence-facts', 'evidence-block'] as const)
    for (const item of await store.table.query({ pk: userPartition(user_id, noun) }))
      lives.push(Number(item.expires_at_seconds) - now / 1000)
  expect(lives).toHaveLength(100 + 100 + 3)
  expect(Math.max(...lives)).toBe(years * 366 * 86_400)
  expect((await walk(chosen)).walked).toHaveLength(100)
})
