import { beforeEach, expect, test } from 'vitest'
import { rollouts } from '../../../shared/data/webhooks/rollouts.ts'
import { placeIn, type Rollout } from '../../../shared/domain/assistants/rollout.ts'
import { must } from '../../../shared/words/must.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { toolFor } from '../tools/tool.ts'
import { assistantsOf } from './drafts.ts'
import { type CountedTalk, countTalk, numbersIn } from './rollout-talks.ts'

const world = useWorld()
let user: TestUser
let assistants: ReturnType<typeof assistantsOf>
beforeEach(async () => {
  user = await world.user()
  await world.number(user)
  assistants = assistantsOf(world, user)
})

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  world.api(user.token, method, `/user/assistants/${path}`, body)
const rolloutOf = async (id: number) => (await ask('GET', `${id}/rollout`)).body

const begin = async (terms: object = {}) => {
  const id = await assistants.id({ initial_message: 'Live.', post_call_evaluation: false })
  await ask('PUT', `${id}/draft`, { initial_message: 'Canary.', variables: { arm: 'canary' } })
  const canary = { percent: 50, after_calls: 20, ...terms }
  const { status, text } = await ask('POST', `${id}/draft/publish`, { canary })
  expect(status, text).toBe(200)
  return { id, rollout: must(await rollouts(world.parts).find(user.id, id), 'rollout') }
}

const call = async (assistant_id: number, phone_number: string) => {
  const made = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  expect(made.status, made.text).toBe(200)
  const { data } = made.body
  return { id: data.id, version: (await world.api(user.token, 'GET', `/user/calls/${data.id}`)).body.assistant_version }
}

const count = (rollout: Rollout, of: CountedTalk) => countTalk(world, user, rollout, of)

test('a person keeps their version, and both arms count their calls', async () => {
  const { id, rollout } = await begin()
  const [canary = ''] = numbersIn(rollout, 'canary', 1)
  const [live = ''] = numbersIn(rollout, 'live', 1)
  const first = await call(id, canary)
  expect(first.version).toBe(2)
  expect((await call(id, live)).version).toBe(1)
  await world.run(400)
  expect((await call(id, canary)).version).toBe(2)
  await world.run(400)
  expect(await rolloutOf(id)).toMatchObject({
    state: 'running',
    people: 1,
    live: { version: 1, calls: 1 },
    canary: { version: 2, calls: 1 },
  })
  const { messages } = (await world.api(user.token, 'GET', `/user/calls/${first.id}`)).body
  expect(JSON.stringify(messages ?? '')).toContain('Canary.')
})

test('a caller who calls back keeps the version, and counts once', async () => {
  const number = await world.number(user)
  const id = await assistants.id({ calls_direction: 'receive', phone_number_id: number.id })
  await ask('PUT', `${id}/draft`, { initial_message: 'Canary.' })
  await ask('POST', `${id}/draft/publish`, { canary: { percent: 50, after_calls: 20 } })
  const rollout = must(await rollouts(world.parts).find(user.id, id), 'rollout')
  const [canary = ''] = numbersIn(rollout, 'canary', 1)
  for (const from of [canary, canary]) {
    await world.incomingCall({ to: number.phone_number, from })
    await world.run(400)
  }
  const { data } = (await world.api(user.token, 'GET', `/user/calls?assistant_id=${id}`)).body
  const versions: number[] = []
  for (const one of data)
    versions.push((await world.api(user.token, 'GET', `/user/calls/${one.id}`)).body.assistant_version)
  expect(versions).toEqual([2, 2])
  expect(await rolloutOf(id)).toMatchObject({ people: 1, canary: { calls: 1 } })
})

test('callers who withhold their number get the live version uncounted', async () => {
  const from = '+266696687'
  const number = await world.number(user)
  const id = await assistants.id({ calls_direction: 'receive', phone_number_id: number.id })
  await ask('PUT', `${id}/draft`, { initial_message: 'Canary.' })
  for (;;) {
    await ask('POST', `${id}/draft/publish`, { canary: { percent: 50, after_calls: 20 } })
    const rollout = must(await rollouts(world.parts).find(user.id, id), 'rollout')
    if (placeIn(rollout, from).arm === 'canary') break
    await ask('POST', `${id}/rollout/abort`)
    await ask('PUT', `${id}/draft`, { initial_message: 'Canary.' })
  }
  await world.incomingCall({ to: number.phone_number, from })
  await world.run(400)
  const { data } = (await world.api(user.token, 'GET', `/user/calls?assistant_id=${id}`)).body
  expect((await world.api(user.token, 'GET', `/user/calls/${data[0].id}`)).body.assistant_version).toBe(1)
  expect(await rolloutOf(id)).toMatchObject({ people: 0, live: { calls: 0 }, canary: { calls: 0 } })
})

test('no more than after_calls people get the canary while a guard is undecided', async () => {
  const { id, rollout } = await begin({ guards: [{ metric: 'goal_rate', worse_by: 0.1 }] })
  const store = rollouts(world.parts)
  const admitted = []
  for (const number of numbersIn(rollout, 'canary', 60)) {
    const { arm } = await store.admit(user.id, rollout, placeIn(rollout, number))
    if (arm === 'canary') admitted.push(number)
  }
  expect(admitted).toHaveLength(20)
  expect((await call(id, admitted[0] ?? '')).version).toBe(2)
})

test('a guard rolls back at once, counts doubled messages once, sends an event', async () => {
  await world.api(user.token, 'PUT', '/user/event-webhook', { webhook_url: 'https://example.com/events' })
  const { id, rollout } = await begin({ after_calls: 100, guards: [{ metric: 'goal_rate', worse_by: 0.1 }] })
  const [live, canary] = [numbersIn(rollout, 'live', 60), numbersIn(rollout, 'canary', 60)]
  const doubled = world.newId()
  await count(rollout, { number: canary[0] ?? '', arm: 'canary', goal: false, id: doubled })
  await count(rollout, { number: canary[0] ?? '', arm: 'canary', goal: false, id: doubled })
  expect(await rolloutOf(id)).toMatchObject({ canary: { calls: 1, goals: 0 } })
  for (let n = 1; n < 60 && (await rolloutOf(id)).state === 'running'; n++) {
    await count(rollout, { number: live[n] ?? '', arm: 'live', goal: true })
    await count(rollout, { number: canary[n] ?? '', arm: 'canary', goal: n % 2 === 0 })
  }
  const over = await rolloutOf(id)
  expect(over).toMatchObject({
    state: 'rolled_back',
    reason: 'The guard goal_rate tripped.',
    guards: [{ metric: 'goal_rate', state: 'tripped' }],
  })
  expect(over.canary.calls).toBeLessThan(40)
  expect((await call(id, canary[0] ?? '')).version).toBe(1)
  const { data } = (await world.api(user.token, 'GET', '/user/webhook-deliveries')).body
  expect(JSON.stringify(data)).toContain('events')
  await assistants.update(id, { speech_speed: 1.1 })
  expect((await assistants.read(id)).version).toBe(3)
  const { body } = await ask('GET', `${id}/versions`)
  expect(body.data.map(({ number, is_live }: { number: number; is_live: boolean }) => [number, is_live])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ])
})

test.each([
  ['an update', (id: number) => assistants.update(id, { speech_speed: 1.1 })],
  ['a restore', (id: number) => ask('POST', `${id}/versions/2/restore`, {})],
])('%s ends the rollout', async (_, change) => {
  const { id, rollout } = await begin()
  expect((await change(id)).status).toBe(200)
  expect(await rolloutOf(id)).toMatchObject({ state: 'aborted', reason: 'The assistant was changed.' })
  const [number = ''] = numbersIn(rollout, 'canary', 1)
  expect((await call(id, number)).version).toBe(3)
})

test('a tool that the live assistant loses ends the rollout, too', async () => {
  const tool = await toolFor(world, user, { endpoint: 'http://localhost:9/tables' })
  const id = await assistants.id({ tool_ids: [tool] })
  await ask('PUT', `${id}/draft`, { speech_speed: 1.1 })
  await ask('POST', `${id}/draft/publish`, { canary: { percent: 50, after_calls: 20 } })
  await world.api(user.token, 'DELETE', `/user/tools/${tool}`)
  expect((await rolloutOf(id)).state).toBe('aborted')
})

test('a new draft leaves the rollout alone, and cannot be published during it', async () => {
  const { id } = await begin()
  await ask('PUT', `${id}/draft`, { speech_speed: 1.1 })
  expect((await ask('POST', `${id}/draft/publish`, {})).status).toBe(409)
  await ask('DELETE', `${id}/draft`)
  expect((await rolloutOf(id)).state).toBe('running')
})

test('the rollout of a deleted assistant is gone, and its calls count nowhere', async () => {
  const { id, rollout } = await begin()
  await assistants.remove(id)
  expect((await rolloutOf(id)).message).toBe('Assistant not found')
  expect(await rollouts(world.parts).find(user.id, id)).toBeUndefined()
  await count(rollout, { number: '+12025551000', arm: 'live', goal: true })
})

test('404 without a rollout', async () => {
  expect((await rolloutOf(await assistants.id())).message).toBe('Rollout not found')
})
