import { expect, test } from 'vitest'
import {
  admit,
  countCall,
  countOptOut,
  emptyShare,
  placeIn,
  type RolloutPlace,
  type RolloutShare,
} from '../../../shared/domain/assistants/rollout.ts'
import { versionIn } from '../../../shared/domain/conversations/talk.ts'
import { must } from '../../../shared/words/must.ts'

const rollout = { id: 7, version: 2, percent: 10, after_calls: 20 }
const outcome = { goals: 1, short: 0, apologies: 0, tool_failures: 0, cost: 64_000 }

const peopleIn = (arm: RolloutPlace['arm'], count: number): RolloutPlace[] => {
  const places: RolloutPlace[] = []
  for (let n = 1_000_000; places.length < count; n++) {
    const place = placeIn(rollout, `+1202${n}`)
    if (place.arm === arm) places.push(place)
  }
  return places
}
const counted = (share: RolloutShare, place: RolloutPlace) => must(countCall(share, place, outcome), 'counted share')
const admitted = (share: RolloutShare, place: RolloutPlace) =>
  must(admit(rollout, share, place).share, 'admitted share')
const one = (arm: RolloutPlace['arm']) => must(peopleIn(arm, 1)[0], 'person')

test.each(['live', 'canary'] as const)('counts a person of the %s arm once, with the first talk', (arm) => {
  const place = one(arm)
  const before = arm === 'canary' ? admitted(emptyShare, place) : emptyShare
  const after = counted(before, place)
  expect(after[arm]).toMatchObject({ calls: 1, goals: 1 })
  expect(countCall(after, place, { ...outcome, goals: 0 })).toBeUndefined()
  expect(admit(rollout, after, place)).toEqual({ arm, counts: true })
})

test('frees the place of an unreached lead, and keeps that of a talker', () => {
  const [first, second] = peopleIn('canary', 2)
  const both = admitted(
    counted(admitted(emptyShare, must(first, 'person')), must(first, 'person')),
    must(second, 'person'),
  )
  const freed = must(countCall(both, must(second, 'person'), undefined), 'freed share')
  expect(freed).toMatchObject({ people: [first?.person], talked: 1 })
  expect(countCall(freed, must(second, 'person'), undefined)).toBeUndefined()
  expect(countCall(freed, must(first, 'person'), undefined)).toBeUndefined()
})

test('counts a canary call whose place was freed by a message that arrived twice', () => {
  const place = one('canary')
  const freed = must(countCall(admitted(emptyShare, place), place, undefined), 'freed share')
  expect(counted(freed, place)).toMatchObject({ people: [place.person], talked: 1, canary: { calls: 1 } })
})

test('counts the opt-out of a counted person once, and of no other person', () => {
  const [person, other] = peopleIn('live', 2)
  const share = counted(emptyShare, must(person, 'person'))
  const after = must(countOptOut(share, must(person, 'person')), 'share with an opt-out')
  expect(after.live).toMatchObject({ calls: 1, opt_outs: 1 })
  expect(countOptOut(after, must(person, 'person'))).toBeUndefined()
  expect(countOptOut(after, must(other, 'person'))).toBeUndefined()
})

test('counts nearly all people of both arms, in an item below one write unit', () => {
  let share = emptyShare
  for (const place of peopleIn('canary', 20)) share = counted(admitted(share, place), place)
  for (const place of peopleIn('live', 180)) share = countCall(share, place, outcome) ?? share
  for (const place of peopleIn('live', 10)) share = countOptOut(share, place) ?? share
  expect(share.canary.calls).toBe(20)
  expect(share.live.calls).toBeGreaterThan(170)
  expect(JSON.stringify(share).length).toBeLessThan(1024 - 90)
})

test('a returning call speaks with the canary again', () => {
  const talk = { first_id: 1, assistant_version: 2 }
  expect(versionIn({ ...talk, assistant_id: 1 })).toBe(2)
  expect(versionIn({ ...talk, assistant_id: 5 })).toBeUndefined()
})
