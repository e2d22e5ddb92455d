import { describe, expect, test } from 'vitest'
import { accountMoves } from '../../shared/data/account/account-moves.ts'
import { accounts } from '../../shared/data/account/accounts.ts'
import { ledger } from '../../shared/data/account/ledger.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import { talkTurns } from '../../shared/data/conversations/talk-turns.ts'
import { simulations } from '../../shared/data/simulations/simulations.ts'
import { payableLeg } from '../../shared/domain/calls/call-hold.ts'
import type { Leg } from '../../shared/domain/calls/leg.ts'
import { newLeg } from '../../shared/domain/calls/new-leg.ts'
import { newlyWaiting } from '../../shared/domain/calls/placement.ts'
import { turnCostMax } from '../../shared/domain/conversations/text-talk-cost.ts'
import type { Run } from '../../shared/domain/simulations/simulation.ts'
import { callKey } from '../../shared/table/keys.ts'
import type { Write } from '../../shared/table/table.ts'
import { must } from '../../shared/words/must.ts'
import { readPhone } from '../../shared/words/phone.ts'
import { assistantFor } from '../fixtures.ts'
import { aheadMs, meet, orders, overtaken, type Worker, worker, world } from './meet.ts'
import { accountOf, callFor, entriesOf, expectNothingHeld, minutePrice, payer, refOf } from './records.ts'

/** Creates a simulation with one run, which two workers have claimed. */
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
describe.each(orders)('money, when the %s of two workers is overtaken', (slow) => {
  test('is held for one of two messages when it is enough for one', async () => {
    const user_id = await payer(100)
    const hold = (parts: Worker) =>
      ledger(parts).move({ user_id, type: 'hold', amount: -60, description: '' }, { floor: 0 })
    const moved = await meet(slow, hold, hold)
    expect(moved.filter((one) => one.moved)).toHaveLength(1)
    expect(await entriesOf(user_id, 'hold')).toEqual([-60])
    expect(await accountOf(user_id)).toMatchObject({ micros: 40 })
  })

  test('is held for one of two calls when it is enough for one minute', async () => {
    const user_id = await payer(minutePrice)
    const [one, other] = [await callFor(user_id), await callFor(user_id)]
    const covered = await meet(
      slow,
      (parts) => accounts(parts).hold(one),
      (parts) => accounts(parts).hold(other),
    )
    expect(covered.filter(({ minutes }) => minutes === 1)).toHaveLength(1)
    expect(await accountOf(user_id)).toMatchObject({ reserved: minutePrice, live_calls: 1 })
  })

  test('is held for one call when one begins and one gets more minutes', async () => {
    const user_id = await payer(4 * minutePrice)
    const begins = await callFor(user_id)
    const call = await callFor(user_id, {
      placement: { phase: 'answered', asked_at: world.clock.now(), answered_at: world.clock.now() },
      covered_seconds: 180,
    })
    const own = { ...call, covered_seconds: 0 }
    const begun = { ...own, placement: newlyWaiting() }
    await accounts(worker()).hold(begun)
    const covered = await meet(
      slow,
      (parts) => accounts(parts).hold(begins),
      (parts) => accounts(parts).hold(call),
    )
    expect(covered.map(({ minutes }) => minutes)).toEqual(slow === 'first' ? [undefined, 4] : [1, undefined])
    expect(await accountOf(user_id)).toMatchObject({ reserved: 4 * minutePrice })
  })

  test('is not held for a call that is charged while it gets minutes', async () => {
    const user_id = await payer(10 * minutePrice)
    const call = await callFor(user_id, {
      placement: { phase: 'answered', asked_at: world.clock.now(), answered_at: world.clock.now() },
      covered_seconds: 180,
    })
    const own = { ...call, covered_seconds: 0 }
    const begun = { ...own, placement: newlyWaiting() }
    await accounts(worker()).hold(begun)
    const over = { ...call, closed_at: world.clock.now(), total_cost: minutePrice }
    await world.parts.table.write([{ put: { ...callKey(user_id, call.id), ...over } }])
    await meet(
      slow,
      (parts) => accounts(parts).hold(call),
      (parts) => calls(parts).charge(over, world.clock.now()),
    )
    await expectNothingHeld(user_id)
    expect(await accountOf(user_id)).toMatchObject({ micros: 9 * minutePrice })
  })

  test('is given back once when a call is released and charged', async () => {
    const user_id = await payer(10 * minutePrice)
    const call = await callFor(user_id)
    await accounts(worker()).hold(call)
    await meet(
      slow,
      (parts) => accounts(parts).release(refOf(call)),
      (parts) => calls(parts).charge({ ...call, closed_at: 1, total_cost: minutePrice }, 1),
    )
    await expectNothingHeld(user_id)
    expect(await entriesOf(user_id, 'call')).toEqual([-minutePrice])
  })

  test('is charged once for a call', async () => {
    const user_id = await payer(10 * minutePrice)
    const call = await callFor(user_id, { total_cost: minutePrice })
    await accounts(worker()).hold(call)
    const charge = (parts: Worker) => calls(parts).charge({ ...call, closed_at: 1 }, 1)
    await meet(slow, charge, charge)
    await expectNothingHeld(user_id)
    expect(await entriesOf(user_id, 'call')).toEqual([-minutePrice])
  })

  test('is corrected once when the carrier tells its price', async () => {
    const user_id = await payer(minutePrice)
    const now = world.clock.now()
    const charged = { closed_at: now, charged_at: now, carrier_cost: 100, total_cost: 500 }
    const call = await callFor(user_id, charged)
    const correct = (parts: Worker) => calls(parts).correct({ ...call, ...charged }, 130)
    await meet(slow, correct, correct)
    expect(await entriesOf(user_id, 'adjustment')).toEqual([-30])
    expect(await world.services.calls.find(refOf(call))).toMatchObject({ carrier_cost: 130, total_cost: 530 })
  })

  test('is charged once for a transfer', async () => {
    const user_id = await payer(100 * minutePrice)
    const now = world.clock.now()
    const to = must(readPhone('+12025550101'), 'phone')
    const leg: Leg = { ...newLeg({ to, is_warm: false, by: 'user' }, world.newId(), now, now), limit_seconds: 60 }
    const stage = { phase: 'over', outcome: 'connected', dialled_at: now, question: undefined, over_at: now } as const
    const over: Leg = { ...leg, stage, duration: 30, carrier_minute: 10_000 }
    const call = await callFor(user_id, {
      placement: { phase: 'answered', asked_at: now, answered_at: now },
      legs: [over],
    })
    await accounts(worker()).hold(payableLeg(call, leg, 1, 60))
    const charge = (parts: Worker) => calls(parts).chargeLeg({ ...refOf(call), place: 1 }, now)
    await meet(slow, charge, charge)
    await expectNothingHeld(user_id)
    expect(await entriesOf(user_id, 'call')).toHaveLength(1)
  })

  test('is held once for a simulation that is asked for twice', async () => {
    const user_id = await payer(1_000_000_000)
    const opened = simulationOf(user_id)
    const open = (parts: Worker) => simulations(parts).open(opened, 0)
    expect((await meet(slow, open, open)).toSorted()).toEqual(['exists', 'opened'])
    expect(await entriesOf(user_id, 'hold')).toHaveLength(1)
  })

  test('pays for the last turn of an hour once', async () => {
    const { id: user_id } = await world.user()
    const now = world.clock.now()
    const take = async (parts: Worker) => (await talkTurns(parts).take(user_id, now)).isAllowed
    for (let taken = turnCostMax; taken < 1_000_000; taken += turnCostMax) expect(await take(worker())).toBe(true)
    expect((await meet(slow, take, take)).toSorted()).toEqual([false, true])
  })
})

const simulationOf = (user_id: number) => ({
  ...{ id: world.newId(), user_id, assistant_id: 1, name: undefined, runs: 1, due_at: world.clock.now() + 9e6 },
  scenario: { customer: { lines: ['Hello'] }, variables: {}, mocks: [], assertions: [], turnsMax: 5 },
})

test('makes moves that wait once when two workers make them', async () => {
  const user_id = await payer(1000)
  const move = (amount: number) => ({ entry: { user_id, type: 'hold' as const, amount, description: '' }, floor: 0 })
  const isMade = (writes: Write[]) => writes.some((write) => 'delete' in write) && writes.length > 1
  const act = async () => expect(await accountMoves(worker()).make(user_id, move(-50))).toBe('made')
  const slow = worker(overtaken(world.parts.table, act, isMade), aheadMs)
  expect(await accountMoves(slow).make(user_id, move(-30))).toBe('made')
  expect((await entriesOf(user_id, 'hold')).toSorted()).toEqual([-30, -50])
  expect(await accountOf(user_id)).toMatchObject({ micros: 920 })
})

test('keeps the slot of the next simulation when two workers conclude the last', async () => {
  const user_id = await payer(1_000_000_000)
  const store = simulations(worker())
  const [before, after] = [simulationOf(user_id), simulationOf(user_id)]
  await store.open(before, 0)
  const ref = { user_id, simulation_id: before.id }
  const now = world.clock.now()
  const run = must(await store.claim(ref, 1, { now, until: now + 1000 }), 'run')
  const simulation = must(await store.find(ref), 'simulation')
  await store.finish(simulation, { ...run, state: 'done', outcome })
  const act = async () => {
    await store.conclude(simulation, now)
    expect(await store.open(after, 0)).toBe('opened')
  }
  await simulations(worker(overtaken(world.parts.table, act))).conclude(simulation, now)
  const next = must(await store.find({ user_id, simulation_id: after.id }), 'next simulation')
  expect(next.place).toBe(simulation.place)
  expect(await store.freePlace(user_id)).not.toBe(next.place)
})
