import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../shared/data/calls/calls.ts'
import { countWrite, dialCounts, noCount } from '../../../shared/data/dialling/dial-counts.ts'
import { people } from '../../../shared/data/people/people.ts'
import { userData } from '../../../shared/data/people/user-data.ts'
import { newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import { personOf } from '../../../shared/domain/people/mentions.ts'
import { dialsKept } from '../../../shared/domain/rules/dial-count.ts'
import { userPartition } from '../../../shared/table/items.ts'
import { dialledKey } from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { ringingCall } from '../../fixtures.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const user_id = 7
const number = '+493012345678'

let store: FreshTable
beforeEach(async () => {
  store = await freshTable()
})

const countOf = async (phone = number) => (await dialCounts(store).of(user_id, [phone])).get(phone) ?? noCount
const dial = async (id: number, at = now, phone = number) =>
  (await store.table.write([countWrite({ id, user_id, client_phone_number: phone }, await countOf(phone), at)])).done

/**
 * Creates a single call that waits for its dial. Returns the function by which a worker claims it.
 */
const waiting = async (place: number) => {
  const id = idAt(now, 0) + place
  const reserved = { placement: newlyWaiting(), status: 'initiated' } as const
  const call = ringingCall({ id, user_id, assistant_id: 1, client_phone_number: number, ...reserved }, now)
  await calls(store).open(call, { variables: {}, input_variables: {} })
  return (worker: string, count = noCount) =>
    calls(store).claimDial({ user_id, call_id: id }, { claimed_by: worker, covered_seconds: 60 }, now + place, {
      count,
    })
}

test('makes one of ten concurrent claims of one number', async () => {
  const claims = await Promise.all(Array.from({ length: 10 }, (_, index) => waiting(index)))
  const claimed = await Promise.all(claims.map((claim) => claim('a')))
  expect(claimed.filter((one) => typeof one === 'object')).toHaveLength(1)
  expect(claimed.filter((one) => one === 'counted')).toHaveLength(9)
  expect((await countOf()).calls).toHaveLength(1)
})

test('a call whose message comes twice counts once', async () => {
  const claim = await waiting(1)
  const outcomes = await Promise.all(['a', 'b', 'c'].map((worker) => claim(worker)))
  expect(outcomes.filter((one) => typeof one === 'object')).toHaveLength(1)
  expect(await claim('d', await countOf())).toBeUndefined()
  expect(await countOf()).toMatchObject({ times: [now + 1], calls: [expect.any(Number)] })
})

test('the item of a busy number stays below 1 KB and expires by itself', async () => {
  for (let call = 0; call < dialsKept + 3; call++) expect(await dial(idAt(now, call / 100), now + call)).toBe(true)
  const stored = await store.table.get<{ expires_at_seconds: number; times: number[] }>(dialledKey(user_id, number))
  expect(stored?.times).toHaveLength(dialsKept)
  const digits = 2 * dialsKept * 10 + 200
  expect(digits).toBeLessThan(1024)
  expect(stored?.expires_at_seconds).toBe(Math.floor((now + dialsKept + 2) / 1000) + 31 * 24 * 60 * 60)
})

test('both spellings of a phone are one count', async () => {
  await dial(1, now, '+5491112345678')
  expect((await countOf('+541112345678')).times).toEqual([now])
  await dial(2, now + 1, '+541112345678')
  expect((await countOf('+5491112345678')).calls).toEqual([1, 2])
})

describe('when its person is erased', () => {
  const erase = (phone = number) =>
    people(store).erase({ user_id, noun: 'dialled', key: phone }, personOf(phone), { now, walked_at: undefined })
  const items = async () => JSON.stringify(await store.table.query({ pk: userPartition(user_id, 'dialled') }))

  test('the count continues under a keyed hash without the number', async () => {
    await dial(1)
    await dial(2, now, '+493012345679')
    expect(await erase()).toBe('erased')
    expect(await items()).not.toContain(number.slice(1))
    expect(await items()).toContain('493012345679')
    expect(await countOf()).toMatchObject({ calls: [1], isStored: false })
    expect(await dial(3, now + 1)).toBe(true)
    expect(await countOf()).toMatchObject({ calls: [1, 3], isStored: true })
    expect(await erase()).toBe('erased')
    expect((await countOf()).calls).toEqual([1, 3])
    expect(await erase('+493012345670')).toBe('later')
  })

  test('a dial that looked before it is judged again, and none is lost', async () => {
    await dial(1)
    const seen = await countOf()
    const late = countWrite({ id: 3, user_id, client_phone_number: number }, seen, now)
    await erase()
    expect((await store.table.write([late])).done).toBe(false)
    await dial(2)
    expect((await store.table.write([late])).done).toBe(false)
    expect((await countOf()).calls).toEqual([1, 2])
  })

  test('what is told of a person has the count, and no other’s', async () => {
    await dial(1)
    await dial(2, now, '+493012345679')
    const person = personOf(number)
    expect((await people(store).page(user_id, 'dialled', person)).keys).toEqual([number])
    expect(await people(store).tell({ user_id, noun: 'dialled', key: number }, person)).toMatchObject({
      times: [now],
      calls: [1],
    })
  })
})

test('it goes with its user, and is in what the user takes along', async () => {
  await dial(1)
  const own = userData(store)
  expect(await own.page(user_id, 'dialled')).toMatchObject([{ key: number, data: { calls: [1] } }])
  expect(await own.erase(user_id, 'dialled')).toBe(1)
  expect(await countOf()).toEqual(noCount)
})
