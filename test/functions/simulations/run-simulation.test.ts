import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userData } from '../../../shared/data/people/user-data.ts'
import { simulations } from '../../../shared/data/simulations/simulations.ts'
import { runSimulationQueue } from '../../../shared/providers/aws/queues.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { finished, freePlaces, shown, simulate, simulationDraft, simulationFor } from './simulation.ts'

const faults = openFaults()
let world: World
let user: TestUser
let assistant: number
beforeAll(async () => {
  world = await openWorld({ open: faults.open })
  user = await world.user()
  assistant = await assistantFor(world, user)
})
afterAll(() => world.close())

const settled = async (id: number) =>
  (await world.services.ledger.page(user.id, 0, 1000)).entries.filter(({ description }) =>
    description.includes(`${id},`),
  )

const expectSettled = async (id: number, runs: number, cost: number) => {
  const entries = await settled(id)
  expect(entries.map(({ type }) => type).toSorted()).toEqual(['hold', ...Array(runs).fill('release')])
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(cost === 0 ? 0 : -cost)
}

test('a message delivered three times plays and charges once', async () => {
  const ref = await simulationFor(world, user, assistant)
  const message = { ...ref, run: 1 }
  const before = world.model.asked().length
  await runSimulationQueue(world.parts).send([message, message, message])
  await finished(world, user, ref.simulation_id)
  await runSimulationQueue(world.parts).send([message, { ...ref, run: 2 }])
  await world.run(10)
  expect(world.model.asked().length - before).toBe(1)
  await expectSettled(ref.simulation_id, 1, 50_000)
})

test('runs whose messages were lost are played once their deadline has come', async () => {
  const ref = await simulationFor(world, user, assistant, { runs: 3, due_at: world.clock.now() + 60_000 })
  expect(await finished(world, user, ref.simulation_id)).toMatchObject({ runs: 3, passed: 3 })
  await expectSettled(ref.simulation_id, 3, 150_000)
})

test('a run interrupted three times fails without cost', async () => {
  const ref = await simulationFor(world, user, assistant, { due_at: world.clock.now() + 60_000 })
  const store = simulations(world.parts)
  for (let attempt = 0; attempt < 3; attempt++) {
    const now = world.clock.now()
    expect(await store.claim(ref, 1, { now, until: now + 1 })).toMatchObject({ attempt: attempt + 1 })
    await world.run(1)
  }
  const { results, cost } = await finished(world, user, ref.simulation_id)
  expect(results[0]).toMatchObject({ status: 'failed', failure: 'It was interrupted 3 times.', passed: false })
  expect(cost).toBe(0)
  await expectSettled(ref.simulation_id, 1, 0)
  const places = (await world.items()).filter(({ pk }) => pk === `${user.id}#simulation-place`)
  expect(places).toEqual([])
})

test('plays the version that was live when it began', async () => {
  const changed = await assistantFor(world, user, { initial_message: 'Good morning.' })
  await freePlaces(world, user)
  const id = await simulate(world, user, changed, { ...simulationDraft, runs: 5 })
  await world.api(user.token, 'PUT', `/user/assistant/${changed}`, { initial_message: 'Good evening.' })
  const { assistant_version, results } = await finished(world, user, id)
  expect(assistant_version).toBe(1)
  for (const { transcript } of results) expect(transcript[0].text).toMatch(/Good morning\.$/)
})

test('one that no worker had time for in two hours has failed', async () => {
  const ref = await simulationFor(world, user, assistant, { due_at: world.clock.now() + 2 * 3_600_000 + 60_000 })
  await world.run((2 * 3_600_000) / 1000)
  const { results } = await finished(world, user, ref.simulation_id)
  expect(results[0]).toMatchObject({ status: 'failed', failure: 'It was not over in two hours.' })
  await expectSettled(ref.simulation_id, 1, 0)
})

test('one whose assistant was deleted has failed, and costs nothing', async () => {
  const gone = await assistantFor(world, user)
  const ref = await simulationFor(world, user, gone, { due_at: world.clock.now() + 60_000 })
  await world.api(user.token, 'DELETE', `/user/assistant/${gone}`)
  const { results } = await finished(world, user, ref.simulation_id)
  expect(results[0]).toMatchObject({ status: 'failed', failure: 'The assistant was deleted.' })
  await expectSettled(ref.simulation_id, 1, 0)
})

test('a run ends after five spoken minutes, and charges no more', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => `${'and so on '.repeat(60)}question ${n}?`)
  const id = await simulate(world, user, assistant, { ...simulationDraft, lines, assertions: [] })
  const { results, cost } = await finished(world, user, id)
  expect(results[0]).toMatchObject({ status: 'done', ended_by: 'limit' })
  expect(results[0].transcript.length).toBeLessThan(20)
  expect(cost).toBe(0.25)
})

test('a run ends after five minutes of waiting for its models', async () => {
  const answerMs = 40_000
  let waitedMs = 0
  const slow = await openWorld({
    open: (entry, parts) => {
      if (entry.operation.id !== 'run-simulation') return entry.open(parts, registry)
      const clock = { ...parts.clock, now: () => parts.clock.now() + waitedMs }
      const send: typeof fetch = async (...request) => {
        waitedMs += answerMs
        return parts.fetch(...request)
      }
      return entry.open({ ...parts, clock, fetch: send }, registry)
    },
  })
  const caller = await slow.user()
  const lines = Array.from({ length: 20 }, (_, n) => `Question ${n}?`)
  const id = await simulate(slow, caller, await assistantFor(slow, caller), {
    ...simulationDraft,
    lines,
    assertions: [],
  })
  const { results } = await finished(slow, caller, id)
  expect(results[0]).toMatchObject({ status: 'done', ended_by: 'limit' })
  expect(slow.model.asked()).toHaveLength(8)
  await slow.close()
})

test('what was erased while it was played stays erased, and moves no money', async () => {
  const ref = await simulationFor(world, user, assistant)
  const store = simulations(world.parts)
  const simulation = await store.find(ref)
  const now = world.clock.now()
  const run = await store.claim(ref, 1, { now, until: now + 1000 })
  if (!simulation || !run) throw new Error('There is nothing to erase')
  for (const noun of ['simulation', 'simulation-run', 'simulation-place'] as const)
    await userData(world.parts).erase(user.id, noun)
  expect(await store.finish(simulation, { ...run, state: 'failed', failure: 'x' })).toBe(false)
  expect(await store.claim(ref, 1, { now, until: now + 1000 })).toBeUndefined()
  expect((await settled(ref.simulation_id)).map(({ type }) => type)).toEqual(['hold'])
})

describe('every call, every fault', () => {
  test.each(faultKinds)(
    'a worker that %s: every run ends, settled once',
    async (kind) => {
      for (let call = 0; ; call++) {
        await freePlaces(world, user)
        faults.arm({ operation: 'run-simulation', call, kind })
        const id = await simulate(world, user, assistant, { ...simulationDraft, runs: 2 })
        const body = await finished(world, user, id, 3600)
        const struck = faults.struck()
        faults.disarm()
        expect(
          body.results.map(({ status }: { status: string }) => status),
          `${kind} at ${struck}`,
        ).toEqual(['done', 'done'])
        await expectSettled(id, 2, 100_000)
        expect((await world.items()).filter(({ pk }) => pk === `${user.id}#simulation-place`)).toEqual([])
        if (struck) continue
        expect(call).toBeGreaterThan(8)
        break
      }
    },
    240_000,
  )

  test.each(faultKinds)(
    'a request that %s and is repeated begins one simulation',
    async (kind) => {
      for (let call = 0; ; call++) {
        await freePlaces(world, user)
        const before = (await world.api(user.token, 'GET', '/user/simulations')).body.map(
          ({ id }: { id: number }) => id,
        )
        faults.arm({ operation: 'simulate-assistant', call, kind })
        const headers = { 'idempotency-key': `${kind} ${call}` }
        const ask = () =>
          world.api(user.token, 'POST', `/user/assistants/${assistant}/simulate`, simulationDraft, headers)
        const first = await ask().catch(() => undefined)
        const struck = faults.struck()
        faults.disarm()
        for (let again = 0; again < 3; again++) {
          await ask()
          await world.run(60)
        }
        const after = (await world.api(user.token, 'GET', '/user/simulations')).body
        const begun = after.filter(({ id }: { id: number }) => !before.includes(id))
        expect(begun.length, `${kind} at ${struck}, ${first?.status}`).toBeLessThanOrEqual(1)
        for (const { id } of begun) {
          await finished(world, user, id, 3600)
          expect(await shown(world, user, id)).toMatchObject({ passed: 1 })
          await expectSettled(id, 1, 50_000)
        }
        if (struck) continue
        expect(call).toBeGreaterThan(5)
        break
      }
    },
    240_000,
  )
})
