import { expect, test } from 'vitest'
import { accountWrites, allows, type Move, moved, type NewEntry } from '../../../shared/data/account/apply-moves.ts'
import { type Account, heldName } from '../../../shared/domain/account/account.ts'
import { ringingCall } from '../../fixtures.ts'
import { seededRandom } from '../../world.ts'

const user_id = 7
const minute = 60_000
const limits = { liveCallsMax: 3 }
const entry = (type: NewEntry['type'], amount: number): Move => ({
  entry: { user_id, type, amount, description: '' },
})
const holdFor = (id: number): Move => {
  const call = ringingCall({ id, user_id, assistant_id: 1, carrier_minute: minute }, 0)
  return { holds: { call, limits } }
}

const stored = (account: Account, moves: Move[]): Account => {
  const [write] = accountWrites(
    user_id,
    account,
    moves.map((move, index) => ({ ...move, entry_id: (account.last_entry ?? 0) + index + 1 })),
  )
  if (!write || !('update' in write)) return account
  const sums = Object.entries(write.add ?? {}).map(([name, more]) => [
    name,
    Number(Reflect.get(account, name) ?? 0) + more,
  ])
  const after: Account = { ...account, ...write.set, ...Object.fromEntries(sums) }
  for (const name of write.remove ?? []) Reflect.deleteProperty(after, name)
  return after
}
const money = ({ last_entry: _, ...rest }: Account): object => ({ reserved: 0, live_calls: 0, ...rest })

test('a group of moves has the result of the same moves in sequence', () => {
  const random = seededRandom('moves')
  const drawn = (count: number) => Math.floor(random.number() * count)
  for (let run = 0; run < 200; run++) {
    let alone: Account = { micros: 10 * minute, is_prepaid: true }
    const seen = alone
    const group: Move[] = []
    for (let step = 0; step < 8; step++) {
      const kinds: Move[] = [
        holdFor(1 + drawn(4)),
        { releases: 1 + drawn(4) },
        { ...entry('call', -drawn(minute)), releases: 1 + drawn(4) },
        entry('top_up', minute),
        entry('release', 500),
        { ...entry('hold', -minute), floor: 0 },
        entry('capture', 0),
      ]
      const move = kinds[drawn(kinds.length)] as Move
      if (!allows(alone, move)) continue
      group.push(move)
      alone = stored(alone, [move])
    }
    expect(money(stored(seen, group))).toEqual(money(alone))
    expect(money(group.reduce(moved, seen))).toEqual(money(alone))
  }
})

test('asks the store for the largest balance that a move of the group needs', () => {
  const moves = [entry('hold', -20), entry('hold', -30), entry('top_up', 100), entry('hold', -10)]
  const floored = moves.map((move, index) => ({ ...move, floor: 0, entry_id: 10 + index }))
  const [write] = accountWrites(user_id, { micros: 60, reserved: 5 }, floored)
  expect(write?.when?.values).toEqual({ first: 10, least: 55, reserved: 5 })
})

test('writes nothing for an entry of 0 and for a released hold', () => {
  expect(accountWrites(user_id, { micros: 5 }, [{ ...entry('capture', 0), entry_id: 1, releases: 3 }])).toEqual([])
})

test('releases a hold only while the store has the same hold', () => {
  const [write] = accountWrites(user_id, { micros: 5, [heldName(3)]: 2, reserved: 2, live_calls: 1 }, [{ releases: 3 }])
  expect(write).toMatchObject({
    add: { reserved: -2, live_calls: -1 },
    remove: ['call_3'],
    when: { expression: '#call_3 = :call_3', values: { call_3: 2 } },
  })
})
