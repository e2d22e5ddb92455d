import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blacklist } from '../../../shared/data/opt-outs/blacklist.ts'
import { people } from '../../../shared/data/people/people.ts'
import { personOf } from '../../../shared/domain/people/mentions.ts'
import { blacklistKey } from '../../../shared/table/keys.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

let store: FreshTable
let user_id = 0
const number = '+5511987654321'
const spelledShort = '+551187654321'

beforeAll(async () => {
  store = await freshTable()
})
beforeEach(() => {
  user_id += 1
})

const erase = async (id: number) => {
  const item = { user_id, noun: 'blacklist', key: blacklistKey(user_id, id).sk } as const
  const now = store.clock.now()
  const first = await people(store).erase(item, personOf(number), { now, walked_at: undefined })
  expect(first).toBe('erased')
  const waits = await people(store).erase(item, personOf(number), {
    now: now + 1,
    walked_at: now - 1,
  })
  expect(waits).toBe('later')
  await people(store).erase(item, personOf(number), { now: now + 200_000, walked_at: now })
}

describe('an opt-out whose person was erased', () => {
  test('binds every spelling, names no number, and is no entry of the list', async () => {
    const own = blacklist(store)
    const { id } = await own.add(user_id, number, { cause: 'call', reason: 'Asked for it' })
    await erase(id)
    for (const spelling of [number, spelledShort]) {
      expect(await own.has(user_id, spelling)).toBe(true)
      expect(await own.refusesTexts(user_id, spelling)).toBe(true)
      expect([...(await own.listedOf(user_id, [spelling, '+12025550100'])).keys()]).toEqual([spelling])
    }
    expect(await own.numbers(user_id)).toEqual([])
    expect((await own.page(user_id, 0, 10)).total).toBe(0)
    expect(await own.has(user_id + 1000, number)).toBe(false)
    const stored = await store.table.query({ pk: `${user_id}#erased-opt-out` })
    expect(JSON.stringify(stored)).not.toMatch(/5511987654321|551187654321|Asked/)
  })

  test('by SMS is lifted for texts by START, for calls by a consent', async () => {
    const own = blacklist(store)
    const { id } = await own.add(user_id, number, { cause: 'sms' })
    await erase(id)
    expect(await own.allowTexts(user_id, number, 'SM1')).toBe(true)
    expect([await own.refusesTexts(user_id, number), await own.has(user_id, number)]).toEqual([false, true])
    expect(await own.allowCalls(user_id, number, store.clock.now() + 1, 1)).toBe(true)
    expect(await own.has(user_id, number)).toBe(false)
    expect(await store.table.query({ pk: `${user_id}#erased-opt-out` })).toHaveLength(1)
  })

  test('that was asked for in a call is lifted by neither', async () => {
    const own = blacklist(store)
    const { id } = await own.add(user_id, number, { cause: 'call' })
    await erase(id)
    expect(await own.allowTexts(user_id, number, 'SM2')).toBe(false)
    expect(await own.allowCalls(user_id, number, store.clock.now() + 1, 1)).toBe(false)
    expect(await own.has(user_id, number)).toBe(true)
  })

  test('stops every dial when the key has changed, because no number matches', async () => {
    const { id } = await blacklist(store).add(user_id, number, { cause: 'call' })
    await erase(id)
    const other = blacklist({ ...store, secrets: { read: async () => ({ key: 'another' }) } })
    await expect(other.has(user_id, '+12025550100')).rejects.toThrow('The key in the secret TOOLS is not the one')
    await expect(other.listedOf(user_id, ['+12025550100'])).rejects.toThrow('The key in the secret TOOLS')
  })

  test('that changes between the two walks is kept as it is at the end', async () => {
    const own = blacklist(store)
    const { id } = await own.add(user_id, number, { cause: 'sms' })
    const item = { user_id, noun: 'blacklist', key: blacklistKey(user_id, id).sk } as const
    const now = store.clock.now()
    const at = { now, walked_at: undefined }
    await people(store).erase(item, personOf(number), at)
    await own.add(user_id, number, { cause: 'call' })
    await people(store).erase(item, personOf(number), { now: now + 200_000, walked_at: now })
    const stored = await store.table.query({ pk: `${user_id}#erased-opt-out` })
    expect(stored.at(-1)).toMatchObject({ causes: { sms: expect.any(Number), call: expect.any(Number) } })
  })
})
