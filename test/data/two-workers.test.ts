import { expect, test } from 'vitest'
import { evidence } from '../../shared/data/evidence.ts'
import { leadKey } from '../../shared/data/keys.ts'
import { leads } from '../../shared/data/leads/leads.ts'
import { people } from '../../shared/data/people/people.ts'
import { simulations } from '../../shared/data/simulations.ts'
import type { Table } from '../../shared/data/table.ts'
import { must } from '../../shared/domain/must.ts'
import { personOf } from '../../shared/domain/people/mentions.ts'
import type { Run } from '../../shared/domain/simulations/simulation.ts'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { useWorld } from '../use-world.ts'

const world = useWorld()

/** The table of a worker that another one overtakes between its reads and its first write. */
const overtaken = (table: Table, act: () => Promise<unknown>): Table => {
  let next: (() => Promise<unknown>) | undefined = act
  return {
    ...table,
    write: async (...writes) => {
      const happen = next
      next = undefined
      await happen?.()
      return table.write(...writes)
    },
  }
}

test('keeps both blocks of evidence when two workers link the same chain', async () => {
  const user = await world.user()
  const { parts } = world
  const fast = evidence(parts)
  for (const call_id of [1, 2])
    await fast.record(user.id, {
      ...{ chain: 0, decision: 'refused', reasons: ['x'] },
      ...{ call_id, phone_number: '+12025550100' },
    })
  const [first = '', second = ''] = await fast.unlinked(user.id)
  const noHead = async () => undefined
  const slow = evidence({ ...parts, table: overtaken(parts.table, () => fast.link(user.id, [first], noHead)) })
  await slow.link(user.id, [second], noHead)
  const links = (await fast.blocks(user.id)).flatMap((block) => block.links.map(({ key }) => key))
  expect(links.toSorted()).toEqual([first, second].toSorted())
})

/** A simulation with money held for its one run, which two workers claimed one after the other. */
const simulated = async () => {
  const user = await world.user()
  const assistant_id = await assistantFor(world, user)
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 1_000_000_000, description: 'Paid' })
  const store = simulations(world.parts)
  const id = world.newId()
  const ref = { user_id: user.id, simulation_id: id }
  const now = world.clock.now()
  const scenario = { customer: { lines: ['Hello'] }, variables: {}, mocks: [], assertions: [], turnsMax: 5 }
  await store.open({ id, user_id: user.id, assistant_id, name: undefined, runs: 1, scenario, due_at: now + 9e6 }, 0)
  const claim = () => store.claim(ref, 1, { now: world.clock.now(), until: world.clock.now() + 1000 })
  const stale = must(await claim(), 'first claim')
  await world.run(5)
  const current = must(await claim(), 'second claim')
  const simulation = must(await store.find(ref), 'simulation')
  const done = (run: Run): Run => ({ ...run, state: 'done', outcome })
  const balance = () => world.services.ledger.balance(user.id)
  return { store, simulation, stale, current, done, balance }
}
const outcome = {
  ...{ ended_by: 'limit' as const, transcript: [], tool_calls: [], opted_out: false },
  ...{ extracted: null, verdicts: [], passed: true, minutes: 1, limit: null },
  spent: { requests: 1, input: 100_000, output: 0, cost: 100_000 },
}

test('settles a run of a simulation once when two workers finish it', async () => {
  const { store, simulation, stale, current, done, balance } = await simulated()
  expect(await store.finish(simulation, done(stale))).toBe(false)
  expect(await store.finish(simulation, done(current))).toBe(true)
  const after = await balance()
  expect(after).toBe(1_000_000_000 - 100_000)
  expect(await store.finish(simulation, done(current))).toBe(false)
  expect(await balance()).toBe(after)
})

test('settles a run once when one worker gives it up and another finishes it', async () => {
  const { store, simulation, current, done, balance } = await simulated()
  await world.run(5)
  let after = 0
  const table = overtaken(world.parts.table, async () => {
    await store.finish(simulation, done(current))
    after = await balance()
  })
  const late = simulations({ ...world.parts, table })
  expect(await late.giveUp(simulation, 1, 'It died', world.clock.now())).toBe(false)
  expect(await balance()).toBe(after)
})

test('leaves a lead whose person is on the line, also when its call begins meanwhile', async () => {
  const user = await world.user()
  const campaign_id = await campaignFor(world, user)
  const phone_number = '+12025550101'
  const { id } = await leadFor(world, user, campaign_id, phone_number)
  const { parts } = world
  const dial = (call_id: number | undefined) => leads(parts).change(user.id, id, (lead) => ({ ...lead, call_id }))
  const eraseWith = (table: Table) =>
    people({ ...parts, table }).erase(user.id, 'lead', leadKey(user.id, id).sk, personOf(phone_number), {
      ...{ now: world.clock.now(), walked_at: undefined },
    })
  expect(await eraseWith(overtaken(parts.table, () => dial(5)))).toBe('later')
  expect(await eraseWith(parts.table)).toBe('left')
  await dial(undefined)
  expect(await eraseWith(parts.table)).toBe('erased')
})
