import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSimulationQueue } from '../../../shared/providers/aws/queues.ts'
import { idAt } from '../../../shared/words/id.ts'
import { openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { recordedCall, replay, replayed, shownReplay } from './replay.ts'
import { freePlaces } from './simulation.ts'

const faults = openFaults()
let world: World
let user: TestUser
let assistant_id: number
beforeAll(async () => {
  world = await openWorld({ open: faults.open })
  user = await world.user()
  assistant_id = await assistantFor(world, user)
})
afterAll(() => world.close())

const calls = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => recordedCall(world, user, { assistant_id })))

const begin = async (call_ids: number[], more: object = {}): Promise<number> => {
  await freePlaces(world, user)
  return replay(world, user, assistant_id, { call_ids, version: 1, ...more })
}

const dayMs = 24 * 60 * 60_000
const daysAgo = (days: number): number => idAt(world.clock.now() - days * dayMs, 0.5)

const entriesOf = async (id: number) =>
  (await world.services.ledger.page(user.id, 0, 1000)).entries.filter(({ description }) =>
    description.startsWith(`Replay ${id},`),
  )

const expectSettled = async (id: number, cost: number) => {
  const entries = await entriesOf(id)
  expect(entries.map(({ type }) => type).toSorted()).toEqual(['hold', 'release'])
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(cost === 0 ? 0 : -cost)
}

const placesTaken = async () => (await world.items()).filter(({ pk }) => pk === `${user.id}#simulation-place`).length

test('plays and charges each call once when its message comes three times', async () => {
  const call_ids = await calls(3)
  const asked = world.model.asked().length
  const id = await begin(call_ids)
  const message = { user_id: user.id, replay_id: id, batch: 1 }
  await runSimulationQueue(world.parts).send([message, message, message])
  expect(await replayed(world, user, id)).toMatchObject({ calls: 3, failed: 0 })
  await runSimulationQueue(world.parts).send([message, { ...message, batch: 2 }])
  await world.run(10)
  const talks = world.model
    .asked()
    .slice(asked)
    .filter(({ kind }) => kind === 'talk')
  expect(talks).toHaveLength(3)
  await expectSettled(id, 150_000)
  expect(await placesTaken()).toBe(0)
})

test('plays a second and third batch', async () => {
  const id = await begin(await calls(23))
  expect(await replayed(world, user, id)).toMatchObject({ calls: 23, failed: 0 })
  await expectSettled(id, 23 * 50_000)
})

test('plays a call again when no model answered, and fails it after three times', async () => {
  const failing = await assistantFor(world, user, { system_prompt: '[double talk: fail]' })
  const call_id = await recordedCall(world, user, { assistant_id: failing })
  await freePlaces(world, user)
  const asked = world.model.asked().length
  const id = await replay(world, user, failing, { call_ids: [call_id], version: 1 })
  const { results, failed } = await replayed(world, user, id)
  expect(results[0]).toMatchObject({ status: 'failed', failure: 'No model answered.', verdict: null, cost: 0 })
  expect(failed).toBe(1)
  expect(world.model.asked().length - asked).toBe(6)
  await expectSettled(id, 0)
})

test('plays the settings with which it began', async () => {
  const changing = await assistantFor(world, user, { initial_message: 'Good morning.' })
  const call_id = await recordedCall(world, user, { assistant_id: changing })
  await freePlaces(world, user)
  const id = await replay(world, user, changing, { call_ids: [call_id], version: 1 })
  await world.api(user.token, 'PUT', `/user/assistant/${changing}`, { initial_message: 'Good evening.' })
  await replayed(world, user, id)
  const { body } = await world.api(user.token, 'GET', `/user/replays/${id}/calls/${call_id}`)
  expect(body.replayed_transcript[0].text).toMatch(/Good morning\.$/)
})

test('speaks of the day of the call, and not of today', async () => {
  const dated = await assistantFor(world, user, { initial_message: 'Today is {{current_date}}.' })
  const call_id = await recordedCall(world, user, { assistant_id: dated, call: { id: daysAgo(3) } })
  await freePlaces(world, user)
  const id = await replay(world, user, dated, { call_ids: [call_id], version: 1 })
  await replayed(world, user, id)
  const { body } = await world.api(user.token, 'GET', `/user/replays/${id}/calls/${call_id}`)
  expect(body.replayed_transcript[0].text).toMatch(/Today is 2026-11-22\.$/)
})

test('has failed for a call whose assistant was deleted, and costs nothing', async () => {
  const gone = await assistantFor(world, user)
  const call_id = await recordedCall(world, user, { assistant_id: gone })
  await freePlaces(world, user)
  faults.arm({ operation: 'run-simulation', call: 0, kind: 'dies before it' })
  const id = await replay(world, user, gone, { call_ids: [call_id], version: 1 })
  await world.api(user.token, 'DELETE', `/user/assistant/${gone}`)
  faults.disarm()
  const { results } = await replayed(world, user, id, 3600)
  expect(results[0]).toMatchObject({ status: 'failed', failure: 'The assistant was deleted.' })
  await expectSettled(id, 0)
})

test('erases a person’s words from replays, and plays them no more', async () => {
  const phone = '+12025550177'
  const call_id = await recordedCall(world, user, {
    assistant_id,
    lines: ['AI: Hello.', 'Where is Ada Lovelace?', 'AI: I do not know.'],
    call: { client_phone_number: phone },
  })
  const [other = 0] = await calls(1)
  const id = await begin([call_id, other])
  await replayed(world, user, id)
  expect(JSON.stringify(await world.items())).toContain('Lovelace')
  const erasure = await world.api(user.token, 'POST', '/user/people/erasures', { phone_number: phone })
  expect(erasure.status, erasure.text).toBe(202)
  await world.run(3600)
  expect(JSON.stringify(await world.items())).not.toContain('Lovelace')
  const { results } = await shownReplay(world, user, id)
  const of = (wanted: number) => results.find((one: { call_id: number }) => one.call_id === wanted)
  expect(of(call_id)).toMatchObject({ status: 'failed', failure: 'The call is not kept any more.', verdict: null })
  expect(of(other)).toMatchObject({ status: 'done' })
})

test('keeps the words of a call no longer than the call', async () => {
  const call_id = await recordedCall(world, user, { assistant_id, call: { id: daysAgo(20) } })
  await world.services.users.keepFor(user.id, 1)
  const id = await begin([call_id])
  await replayed(world, user, id)
  const stored = (await world.items()).find(({ pk, sk }) => pk.endsWith('#replay-call') && sk.includes(String(id)))
  expect(Number(stored?.expires_at_seconds) * 1000).toBeLessThan(world.clock.now() + 12 * dayMs)
  await world.services.users.keepFor(user.id, 24)
})
