import { describe, expect, test } from 'vitest'
import { countWrite, dialCounts, noCount } from '../../shared/data/dialling/dial-counts.ts'
import { evidence } from '../../shared/data/evidence/evidence.ts'
import { evidenceExports } from '../../shared/data/evidence/evidence-exports.ts'
import { evidenceKeys } from '../../shared/data/evidence/evidence-keys.ts'
import { unsignedHeads } from '../../shared/data/evidence/unsigned-heads.ts'
import { people } from '../../shared/data/people/people.ts'
import { personOf } from '../../shared/domain/people/mentions.ts'
import { dialledKey } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'
import { erase, stored } from './records.ts'

const phone_number = '+12025550101'
const noHead = async () => undefined
const userId = async () => (await world.user()).id
const record = (user_id: number, call_id: number) => (parts: Worker) =>
  evidence(parts).record(user_id, {
    ...{ chain: 0, decision: 'refused', reasons: ['x'], call_id, phone_number },
  })
const recorded = async () => {
  const user_id = await userId()
  await record(user_id, 1)(worker())
  const keys = await evidence(worker()).unlinked(user_id)
  return { user_id, keys, link: (parts: Worker) => evidence(parts).link(user_id, keys, noHead) }
}

describe('evidence', () => {
  test('holds both decisions when two workers draw the same id', async () => {
    const user_id = await userId()
    const random = (first: number) => {
      const numbers = [first, 0.7, 0.3]
      return { ...world.parts.random, number: () => numbers.shift() ?? 0.9 }
    }
    const now = world.clock.now()
    const clock = { ...world.clock, now: () => now }
    const draw = (parts: Worker) => record(user_id, 1)({ ...parts, clock, random: random(0.5) })
    await overtake(draw, async (parts) => {
      await draw(parts)
      await erase(user_id, 'evidence-facts')
    })
    expect(await evidence(worker()).ofCall(user_id, 1)).toHaveLength(2)
  })

  test('names a gap once when two workers continue a restored chain', async () => {
    const { user_id } = await recorded()
    const newest = async () => ({ chain: 0, seq: 7, hash: 'h' })
    const goOn = (parts: Worker) => evidence(parts).goOn(user_id, 0, newest)
    expect(await slowerOf(goOn)).toBe(false)
    expect((await evidence(worker()).blocks(user_id)).flatMap(({ links }) => links)).toHaveLength(1)
  })

  test('is not linked when it is erased with its user meanwhile', async () => {
    const { user_id, link } = await recorded()
    expect(await overtake(link, () => erase(user_id, 'evidence', 'evidence-facts'))).toMatchObject({ linked: 0 })
    expect(await stored(`${user_id}#evidence-facts`)).toEqual([])
  })

  test('does not get a time to live when it is erased meanwhile', async () => {
    const { user_id, link } = await recorded()
    const settings = { ...world.parts.settings, get: (name: string) => (name === 'EVIDENCE_YEARS' ? '1' : undefined) }
    await overtake(
      (parts) => link({ ...parts, settings }),
      () => erase(user_id, 'evidence'),
    )
    expect(await stored(`${user_id}#evidence`)).toEqual([])
  })

  test('waits for a signature when its chain moves while its head is signed', async () => {
    const { user_id, link } = await recorded()
    await link(worker())
    const head = must(
      (await unsignedHeads(worker()).page()).find((one) => one.user_id === user_id),
      'head',
    )
    await record(user_id, 2)(worker())
    const more = await evidence(worker()).unlinked(user_id)
    await overtake(
      (parts) => unsignedHeads(parts).signed(head),
      (parts) => evidence(parts).link(user_id, more, noHead),
    )
    expect((await unsignedHeads(worker()).page()).find((one) => one.user_id === user_id)).toMatchObject({ seq: 2 })
  })

  test('loses its facts once when two workers erase its person', async () => {
    const { user_id, keys } = await recorded()
    const erasePerson = (now: number) => (parts: Worker) =>
      people(parts).erase({ user_id, noun: 'evidence-facts', key: must(keys[0], 'key') }, personOf(phone_number), {
        ...{ now, walked_at: undefined },
      })
    expect(await overtake(erasePerson(2), erasePerson(1))).toBe('later')
    expect(await stored(`${user_id}#evidence-facts`)).toMatchObject([{ erased_at: 1 }])
  })

  test('keeps since when a key signs when two workers keep it', async () => {
    const key = { key_id: `key ${world.newId()}`, algorithm: 'Ed25519' as const, public_key: 'p' }
    await overtake(
      (parts) => evidenceKeys(parts).keep(key, 2),
      (parts) => evidenceKeys(parts).keep(key, 1),
    )
    expect((await evidenceKeys(worker()).list()).find(({ key_id }) => key_id === key.key_id)).toMatchObject({
      since: 1,
    })
  })

  test('is exported once when two workers begin an export', async () => {
    const counts = { files: 0, decisions: 0, unlinked: 0, chains: 0, lines_hash: '', revision: 1 }
    const made = { id: world.newId(), user_id: await userId(), status: 'waiting' as const, ...counts }
    expect(await slowerOf((parts) => evidenceExports(parts).begin(made))).toBe('exists')
  })
})

test('counts a dial that is made while its person is erased', async () => {
  const user_id = await userId()
  const dial = { id: 1, user_id, client_phone_number: phone_number }
  await world.parts.table.write([countWrite(dial, noCount, world.clock.now())])
  const { sk } = dialledKey(user_id, phone_number)
  const erasePerson = (parts: Worker) =>
    people(parts).erase({ user_id, noun: 'dialled', key: sk }, personOf(phone_number), { now: 1, walked_at: undefined })
  const count = async ({ table, ...parts }: Worker) => {
    const seen = (await dialCounts({ table, ...parts }).of(user_id, [phone_number])).get(phone_number) ?? noCount
    await table.write([countWrite({ ...dial, id: 2 }, seen, world.clock.now())])
  }
  const isHashed = (writes: object[]) => writes.length === 2
  expect(await overtake(erasePerson, count, isHashed)).toBe('later')
  const counts = await dialCounts(worker()).of(user_id, [phone_number])
  expect(counts.get(phone_number)).toMatchObject({ calls: [1, 2] })
})
