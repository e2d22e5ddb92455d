import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giveSlots, slotsUntilAhead, type Waiter, type WaiterKind } from '../../../shared/domain/dialling/dial-slots.ts'

const now = 10_000
const waiter = (kind: WaiterKind, user_id: number, id: number, wanted = 1): Waiter => ({
  kind,
  user_id,
  id,
  wanted,
  since: now,
})
const slots = (count: number) => Array.from({ length: count }, (_, index) => now + index)
const orderOf = (given: ReturnType<typeof giveSlots>) =>
  given
    .flatMap(({ waiter, dials_at }) =>
      dials_at.map((at) => ({ at, name: `${waiter.kind} ${waiter.user_id}/${waiter.id}` })),
    )
    .toSorted((one, other) => one.at - other.at)
    .map(({ name }) => name)

test('slots begin now when the next one is past, and end within a second', () => {
  expect(slotsUntilAhead(0, now, 500)).toEqual([now, now + 500, now + 1000])
})

test('slots begin at the next free one', () => {
  expect(slotsUntilAhead(now + 700, now, 250)).toEqual([now + 700, now + 950])
})

test('no slot is further ahead than a second', () => {
  expect(slotsUntilAhead(now + 1001, now, 250)).toEqual([])
})

test('single calls and campaigns alternate while both wait', () => {
  const single = [[waiter('single', 1, 1), waiter('single', 1, 2), waiter('single', 1, 3)]]
  const campaign = [[waiter('campaign', 2, 9, 5)]]
  const given = giveSlots({ single, campaign }, 'single', slots(6))
  expect(orderOf(given)).toEqual([1, 2, 3].flatMap((id) => ['campaign 2/9', `single 1/${id}`]))
})

test('users take turns, and so do the campaigns of one user', () => {
  const campaign = [[waiter('campaign', 1, 1, 9), waiter('campaign', 1, 2, 9)], [waiter('campaign', 2, 3, 9)]]
  expect(orderOf(giveSlots({ single: [], campaign }, 'campaign', slots(6)))).toEqual([
    'campaign 1/1',
    'campaign 2/3',
    'campaign 1/2',
    'campaign 2/3',
    'campaign 1/1',
    'campaign 2/3',
  ])
})

test('the waiter of the last slot is the last one given', () => {
  const campaign = [[waiter('campaign', 1, 1, 9)], [waiter('campaign', 2, 2, 1)]]
  const given = giveSlots({ single: [], campaign }, 'campaign', slots(3))
  expect(given.at(-1)?.waiter.user_id).toBe(1)
})

const queue = (kind: WaiterKind) =>
  fc
    .uniqueArray(
      fc.record({
        user: fc.integer({ min: 1, max: 9 }),
        wanted: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
      }),
      {
        selector: ({ user }) => user,
      },
    )
    .map((users) =>
      users.map(({ user, wanted }) => wanted.map((each, id) => waiter(kind, user, id, kind === 'single' ? 1 : each))),
    )

test('gives every slot once, and no waiter more than it wants', () => {
  fc.assert(
    fc.property(queue('single'), queue('campaign'), fc.integer({ min: 0, max: 40 }), (single, campaign, count) => {
      const given = giveSlots({ single, campaign }, 'single', slots(count))
      const times = given.flatMap(({ dials_at }) => dials_at)
      const wanted = [...single, ...campaign].flat().reduce((sum, one) => sum + one.wanted, 0)
      expect(times.toSorted((a, b) => a - b)).toEqual(slots(Math.min(count, wanted)))
      for (const { waiter, dials_at } of given) expect(dials_at.length).toBeLessThanOrEqual(waiter.wanted)
    }),
  )
})

test('gives a user at most one slot more than an equal user', () => {
  fc.assert(
    fc.property(queue('campaign'), fc.integer({ min: 0, max: 40 }), (campaign, count) => {
      const given = giveSlots({ single: [], campaign }, 'single', slots(count))
      const got = (user: number) =>
        given.filter(({ waiter }) => waiter.user_id === user).reduce((sum, { dials_at }) => sum + dials_at.length, 0)
      const users = campaign.map((own) => ({
        got: got(own[0]?.user_id ?? 0),
        wanted: own.reduce((sum, { wanted }) => sum + wanted, 0),
      }))
      for (const one of users)
        for (const other of users) if (other.got < other.wanted) expect(one.got - other.got).toBeLessThanOrEqual(1)
    }),
  )
})
