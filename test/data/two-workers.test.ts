import { describe, expect, test } from 'vitest'
import { accountMoves } from '../../shared/data/account/account-moves.ts'
import { accounts } from '../../shared/data/account/accounts.ts'
import { ledger } from '../../shared/data/account/ledger.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import { talkTurns } from '../../shared/data/conversations/talk-turns.ts'
import { toolCalls } from '../../shared/data/conversations/tool-calls.ts'
import { evidence } from '../../shared/data/evidence/evidence.ts'
import { evidenceExports } from '../../shared/data/evidence/evidence-exports.ts'
import { leads } from '../../shared/data/leads/leads.ts'
import { suppressionLists } from '../../shared/data/opt-outs/suppression-lists.ts'
import { people } from '../../shared/data/people/people.ts'
import { personWorks } from '../../shared/data/people/person-works.ts'
import { simulations } from '../../shared/data/simulations/simulations.ts'
import { sms, smsHistory } from '../../shared/data/sms/sms.ts'
import { type Account, liveCallIds } from '../../shared/domain/account/account.ts'
import { openJobsMax } from '../../shared/domain/account/job-limits.ts'
import type { Entry } from '../../shared/domain/account/transaction.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { payableLeg } from '../../shared/domain/calls/call-cover.ts'
import type { Leg } from '../../shared/domain/calls/leg.ts'
import { newLeg } from '../../shared/domain/calls/new-leg.ts'
import { turnCostMax } from '../../shared/domain/conversations/text-talk-cost.ts'
import { personOf } from '../../shared/domain/people/mentions.ts'
import { newPersonWork } from '../../shared/domain/people/person-work.ts'
import type { Run } from '../../shared/domain/simulations/simulation.ts'
import { newImport } from '../../shared/domain/suppression-lists/list-form.ts'
import { headAfter } from '../../shared/domain/suppression-lists/suppression-list.ts'
import type { ToolCall } from '../../shared/domain/tools/tool-call.ts'
import { historyMarks } from '../../shared/lists/store/marks.ts'
import { historySealer } from '../../shared/lists/store/sealer.ts'
import { balanceKey, callKey, historyKeys, leadKey, ledgerKey, openJobsKey, smsKey } from '../../shared/table/keys.ts'
import type { Table, Write } from '../../shared/table/table.ts'
import { idAt } from '../../shared/words/id.ts'
import { must } from '../../shared/words/must.ts'
import { readPhone } from '../../shared/words/phone.ts'
import { assistantFor, campaignFor, leadFor, ringingCall } from '../fixtures.ts'
import { useWorld } from '../use-world.ts'

const world = useWorld()

/** The table of a worker. Another worker acts right before the first write for which `isIt` is true. */
const overtaken = (
  table: Table,
  act: () => Promise<unknown>,
  isIt: (writes: Write[]) => boolean = () => true,
): Table => {
  let next: (() => Promise<unknown>) | undefined = act
  return {
    ...table,
    write: async (writes, how) => {
      const happen = isIt(writes) ? next : undefined
      if (happen) next = undefined
      await happen?.()
      return table.write(writes, how)
    },
  }
}

/** Parts of a worker of its own, with a clock that is ahead. To sleep moves that clock, so no test waits. */
const worker = (table: Table = world.parts.table, aheadMs = 0) => {
  let time = world.clock.now() + aheadMs
  const sleep = async (delayMs: number) => {
    time += delayMs
  }
  return { ...world.parts, table, clock: { now: () => time, sleep } }
}
type Worker = ReturnType<typeof worker>

const orders = ['first', 'second'] as const
/** The slow worker's entries get higher ids, so their order alone does not refuse them. */
const aheadMs = 1000
/** Runs two workers. One of them is overtaken by the other between its reads and its first write. */
const meet = async <A, B>(
  slow: (typeof orders)[number],
  first: (parts: Worker) => Promise<A>,
  second: (parts: Worker) => Promise<B>,
): Promise<[A, B]> => {
  const { table } = world.parts
  const answers: { first?: { is: A }; second?: { is: B } } = {}
  const run = {
    first: async (parts: Worker) => {
      answers.first = { is: await first(parts) }
    },
    second: async (parts: Worker) => {
      answers.second = { is: await second(parts) }
    },
  }
  const fast = slow === 'first' ? 'second' : 'first'
  await run[slow](
    worker(
      overtaken(table, () => run[fast](worker())),
      aheadMs,
    ),
  )
  return [must(answers.first, 'answer of the first').is, must(answers.second, 'answer of the second').is]
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

const minutePrice = 60_000
/** A user who has paid this in. */
const payer = async (amount: number): Promise<number> => {
  const { id: user_id } = await world.user()
  await world.services.ledger.move({ user_id, type: 'top_up', amount, description: 'Paid' })
  return user_id
}
const accountOf = async (user_id: number) => must(await world.parts.table.get<Account>(balanceKey(user_id)), 'account')
const entriesOf = async (user_id: number, wanted: Entry['type']) => {
  const entries = await world.parts.table.query<Entry>({ pk: ledgerKey(user_id, 0).pk })
  return entries.filter(({ type }) => type === wanted).map(({ amount }) => amount)
}
const expectNothingHeld = async (user_id: number) => {
  const account = await accountOf(user_id)
  expect(account).toMatchObject({ reserved: 0, live_calls: 0 })
  expect(liveCallIds(account)).toEqual([])
}
/** A call of the user, as it is stored. */
const callFor = async (user_id: number, more: Partial<Call> = {}): Promise<Call> => {
  const own = { id: world.newId(), user_id, assistant_id: 1, carrier_minute: 10_000, platform_minute: 50_000 }
  const call = ringingCall({ ...own, ...more }, world.clock.now())
  await world.parts.table.write([{ put: { ...callKey(user_id, call.id), ...call } }])
  return call
}
const refOf = ({ user_id, id }: Call) => ({ user_id, call_id: id })

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
      (parts) => accounts(parts).cover(one),
      (parts) => accounts(parts).cover(other),
    )
    expect(covered.filter(({ minutes }) => minutes === 1)).toHaveLength(1)
    expect(await accountOf(user_id)).toMatchObject({ reserved: minutePrice, live_calls: 1 })
  })

  test('is held for one call when one begins and one gets more minutes', async () => {
    const user_id = await payer(4 * minutePrice)
    const begins = await callFor(user_id)
    const call = await callFor(user_id, { answered_at: world.clock.now(), covered_seconds: 180 })
    const { covered_seconds: _covered, answered_at: _answered, ...begun } = call
    await accounts(worker()).cover(begun)
    const covered = await meet(
      slow,
      (parts) => accounts(parts).cover(begins),
      (parts) => accounts(parts).cover(call),
    )
    expect(covered.map(({ minutes }) => minutes)).toEqual(slow === 'first' ? [undefined, 4] : [1, undefined])
    expect(await accountOf(user_id)).toMatchObject({ reserved: 4 * minutePrice })
  })

  test('is not held for a call that is charged while it gets minutes', async () => {
    const user_id = await payer(10 * minutePrice)
    const call = await callFor(user_id, { answered_at: world.clock.now(), covered_seconds: 180 })
    const { covered_seconds: _covered, answered_at: _answered, ...begun } = call
    await accounts(worker()).cover(begun)
    const over = { ...call, closed_at: world.clock.now(), total_cost: minutePrice }
    await world.parts.table.write([{ put: { ...callKey(user_id, call.id), ...over } }])
    await meet(
      slow,
      (parts) => accounts(parts).cover(call),
      (parts) => calls(parts).charge(over, world.clock.now()),
    )
    await expectNothingHeld(user_id)
    expect(await accountOf(user_id)).toMatchObject({ micros: 9 * minutePrice })
  })

  test('is given back once when a call is released and charged', async () => {
    const user_id = await payer(10 * minutePrice)
    const call = await callFor(user_id)
    await accounts(worker()).cover(call)
    await meet(
      slow,
      (parts) => accounts(parts).release(refOf(call)),
      (parts) => calls(parts).charge({ ...call, total_cost: minutePrice }, world.clock.now()),
    )
    await expectNothingHeld(user_id)
    expect(await entriesOf(user_id, 'call')).toEqual([-minutePrice])
  })

  test('is charged once for a call', async () => {
    const user_id = await payer(10 * minutePrice)
    const call = await callFor(user_id, { total_cost: minutePrice })
    await accounts(worker()).cover(call)
    const charge = (parts: Worker) => calls(parts).charge(call, world.clock.now())
    await meet(slow, charge, charge)
    await expectNothingHeld(user_id)
    expect(await entriesOf(user_id, 'call')).toEqual([-minutePrice])
  })

  test('is corrected once when the carrier tells its price', async () => {
    const user_id = await payer(minutePrice)
    const charged = { charged_at: world.clock.now(), carrier_cost: 100, total_cost: 500 }
    const call = await callFor(user_id, charged)
    const correct = (parts: Worker) => calls(parts).correct(call, 130)
    await meet(slow, correct, correct)
    expect(await entriesOf(user_id, 'adjustment')).toEqual([-30])
    expect(await world.services.calls.find(refOf(call))).toMatchObject({ carrier_cost: 130, total_cost: 530 })
  })

  test('is charged once for a transfer', async () => {
    const user_id = await payer(100 * minutePrice)
    const now = world.clock.now()
    const to = must(readPhone('+12025550101'), 'phone')
    const leg: Leg = { ...newLeg({ to, is_warm: false, by: 'user' }, world.newId(), now, now), limit_seconds: 60 }
    const over: Leg = { ...leg, outcome: 'connected', over_at: now, duration: 30, carrier_minute: 10_000 }
    const call = await callFor(user_id, { progress: 'in-progress', answered_at: now, legs: [over] })
    await accounts(worker()).cover(payableLeg(call, leg, 1, 60))
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
  // The clock of the second worker is behind, so its move comes first, and it makes both.
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

/** The kinds of jobs: how each is opened, comes to its end, and is retired. */
const jobs = {
  person_works: (user_id: number) => {
    const work = newPersonWork(world.newId(), user_id, 'export', '+12025550101')
    return {
      open: (parts: Worker) => personWorks(parts).begin(work),
      end: async (parts: Worker) =>
        (await personWorks(parts).advance(work, { ...work, status: 'done' }, parts.clock.now())) !== undefined,
      retire: (parts: Worker) => personWorks(parts).retire(work, parts.clock.now(), 0),
    }
  },
  evidence_exports: (user_id: number) => {
    const counts = { files: 0, decisions: 0, unlinked: 0, chains: 0, lines_hash: '', revision: 1 }
    const made = { id: world.newId(), user_id, status: 'waiting' as const, ...counts }
    return {
      open: (parts: Worker) => evidenceExports(parts).begin(made),
      end: (parts: Worker) => evidenceExports(parts).advance(made, { ...made, status: 'done' }, parts.clock.now()),
      retire: (parts: Worker) => evidenceExports(parts).retire(made, parts.clock.now(), 0),
    }
  },
  list_imports: (user_id: number) => {
    const made = newImport({ name: 'A', as_of: '2026-01-01' }, { id: world.newId(), user_id }, world.clock.now())
    const store = (parts: Worker) => suppressionLists(parts)
    return {
      open: (parts: Worker) => store(parts).begin(made),
      end: async (parts: Worker) =>
        (await store(parts).advance(made, { ...made, status: 'in_force' }, undefined)) !== undefined,
      retire: async (parts: Worker) =>
        (await store(parts).advance(made, { ...made, status: 'failed' }, undefined)) !== undefined,
    }
  },
}
const kinds = Object.keys(jobs) as (keyof typeof jobs)[]
const openOf = async (user_id: number, kind: keyof typeof jobs) =>
  (await world.parts.table.get<Record<string, number>>(openJobsKey(user_id)))?.[kind]

describe.each(kinds.flatMap((kind) => orders.map((slow) => [kind, slow] as const)))(
  'open jobs: %s, when the %s of two workers is overtaken',
  (kind, slow) => {
    const job = jobs[kind]

    test('never exceed their limit when two are opened', async () => {
      const { id: user_id } = await world.user()
      for (let count = 1; count < openJobsMax[kind]; count++) expect(await job(user_id).open(worker())).toBe('opened')
      const opened = await meet(slow, job(user_id).open, job(user_id).open)
      expect(opened.toSorted()).toEqual(['busy', 'opened'])
      expect(await openOf(user_id, kind)).toBe(openJobsMax[kind])
    })

    test('are counted down once when two workers end one', async () => {
      const { id: user_id } = await world.user()
      const { open, end, retire } = job(user_id)
      await open(worker())
      const ended = await meet(slow, end, retire)
      expect(ended).toEqual(slow === 'first' ? [false, true] : [true, false])
      expect(await openOf(user_id, kind)).toBe(0)
    })
  },
)

describe.each(orders)('a tool call, when the %s of two workers is overtaken', (slow) => {
  const wish = (at: number): ToolCall => ({
    ...{ hash: 'h', name: 'look_up', args: '{}', state: 'started', place: 1, at, until: at + 1000 },
  })
  const begun = async (...calls: ToolCall[]) => {
    const ref = { user_id: world.newId(), call_id: 1 }
    for (const call of calls) await toolCalls(worker()).start(ref, call, undefined)
    return ref
  }

  test.each([
    ['for the first time', []],
    ['again', [wish(1)]],
  ])('is begun by one of them, %s', async (_, before) => {
    const ref = await begun(...before)
    const start = (at: number) => (parts: Worker) => toolCalls(parts).start(ref, wish(at), before[0])
    const there = await meet(slow, start(5), start(7))
    const won = slow === 'first' ? 7 : 5
    expect(there.map((one) => one?.at)).toEqual(slow === 'first' ? [7, undefined] : [undefined, 5])
    expect(await toolCalls(worker()).list(ref)).toMatchObject([{ at: won }])
  })

  test('that is built in is claimed by one of them', async () => {
    const ref = await begun(wish(1))
    const claim = (parts: Worker) => toolCalls(parts).claim(ref, wish(1))
    expect(await meet(slow, claim, claim)).toEqual(slow === 'first' ? [false, true] : [true, false])
  })

  test('that is begun again is not ended by the worker before', async () => {
    const ref = await begun(wish(1))
    await meet(
      slow,
      (parts) => toolCalls(parts).end(ref, { ...wish(1), state: 'failed' }),
      (parts) => toolCalls(parts).start(ref, wish(5), wish(1)),
    )
    expect(await toolCalls(worker()).list(ref)).toMatchObject([{ at: 5, state: 'started' }])
  })
})

describe.each(orders)('do-not-call lists, when the %s of two workers is overtaken', (slow) => {
  test('come into force one after the other when two imports end', async () => {
    const { id: user_id } = await world.user()
    const store = suppressionLists(worker())
    const seen = await store.head(user_id)
    const finish = async (name: string) => {
      const wanted = { name, as_of: '2026-01-01' }
      const made = newImport(wanted, { id: world.newId(), user_id }, world.clock.now())
      await store.begin(made)
      const after = { ...made, version: name, status: 'in_force' as const }
      const head = headAfter(seen, after, { place: 1, blocks: 1, entries: 1 }, world.clock.now())
      return (parts: Worker) => suppressionLists(parts).putInForce(made, after, seen, head)
    }
    const done = await meet(slow, await finish('one'), await finish('other'))
    const [won, lost] = slow === 'first' ? ['other', 'one'] : ['one', 'other']
    expect(done).toEqual(slow === 'first' ? [false, true] : [true, false])
    expect(await store.head(user_id)).toMatchObject({ version: won, lists: [{ name: won }] })
    const imports = await store.imports(user_id)
    expect(imports.find(({ name }) => name === lost)).toMatchObject({ status: 'waiting', revision: 1 })
  })

  test('take out a list once', async () => {
    const { id: user_id } = await world.user()
    const store = suppressionLists(worker())
    const made = newImport({ name: 'A', as_of: '2026-01-01' }, { id: world.newId(), user_id }, world.clock.now())
    await store.begin(made)
    const seen = await store.head(user_id)
    const after = { ...made, status: 'in_force' as const }
    const head = headAfter(seen, after, { place: 1, blocks: 0, entries: 0 }, world.clock.now())
    await store.putInForce(made, after, seen, head)
    const remove = (parts: Worker) => suppressionLists(parts).remove(user_id, made.id)
    const removed = await meet(slow, remove, remove)
    expect(removed.filter(Boolean)).toHaveLength(1)
    expect((await store.imports(user_id)).filter(({ removes }) => removes === made.id)).toHaveLength(1)
  })
})

const runMs = 60_000
/** Parts of a compactor at this time, for which every record is old enough and worth a run. */
const compactor = (now: number, table?: Table) => ({
  ...worker(table),
  clock: { now: () => now, sleep: async () => {} },
  historyLimits: { rowsMin: 1, settleMs: 0, skewMs: 0, runMs },
})
/** Messages of a user, oldest first, that one compactor has compacted. */
const compactedMessages = async (count: number) => {
  const { id: user_id } = await world.user()
  const ids = Array.from({ length: count }, () => world.newId()).toSorted()
  for (const id of ids) await world.parts.table.write([{ put: messageOf(user_id, id) }])
  const now = world.clock.now() + 3_600_000
  await historySealer(compactor(now), smsHistory).seal(user_id)
  return { user_id, ids, now }
}
const messageOf = (user_id: number, id: number) => ({
  ...{ ...smsKey(user_id, id), id, user_id, phone_number_id: 1, from: '+12025550100', to: '+12025550101', body: 'Hi' },
  ...{ segments: 1, segment_price: 10, total_cost: 10, status: 'sent' as const, money: 'captured' as const },
  ...{ asked_at: 0, updated_at: 0, revision: 1 },
})
const listed = async (user_id: number, now: number) => {
  const { items, total } = await sms(compactor(now)).page(user_id, 0, 100)
  return { ids: items.map(({ id }) => id).toReversed(), total }
}

test('lists every record once when two compactors replace the same head', async () => {
  const { user_id, ids, now } = await compactedMessages(3)
  // They are created after the first run, so it cannot have passed them.
  const more = [idAt(now + 1000, 0), idAt(now + 2000, 0)]
  for (const id of more) await world.parts.table.write([{ put: messageOf(user_id, id) }])
  let heads = 0
  // The first head that a run puts announces it, the second one is what it compacted.
  const isFlip = ([write]: Write[]) =>
    write !== undefined && 'put' in write && write.put.pk === historyKeys('sms').head(user_id).pk && ++heads === 2
  const late = now + 3 * runMs
  const act = async () => expect(await historySealer(compactor(late), smsHistory).seal(user_id)).toBeDefined()
  const slow = compactor(now + runMs, overtaken(world.parts.table, act, isFlip))
  expect(await historySealer(slow, smsHistory).seal(user_id)).toBeUndefined()
  expect(heads).toBe(2)
  expect(await listed(user_id, late)).toEqual({ ids: [...ids, ...more], total: 5 })
})

test('keeps a tombstone that takes the place of the mark that a compactor removes', async () => {
  const { user_id, ids, now } = await compactedMessages(3)
  const [gone = 0, ...others] = ids
  const { table } = world.parts
  const marks = historyMarks(compactor(now), smsHistory)
  await table.write([marks.look(user_id, gone)])
  const { pk } = historyKeys('sms').mark(user_id, gone)
  let isActed = false
  const act = async () => {
    isActed = true
    await table.write([{ delete: smsKey(user_id, gone) }, marks.gone(user_id, gone)])
  }
  const isRemoval = ([write]: Write[]) => write !== undefined && 'delete' in write && write.delete.pk === pk
  await historySealer(compactor(now + 1, overtaken(table, act, isRemoval)), smsHistory).seal(user_id, true)
  expect(isActed).toBe(true)
  expect(await listed(user_id, now + 1)).toEqual({ ids: others, total: 2 })
})

describe.each(orders)('an erasure, when the %s of two workers is overtaken', (slow) => {
  const phone_number = '+12025550101'

  test('keeps the progress of one worker when two erase a page', async () => {
    const { id: user_id } = await world.user()
    const work = newPersonWork(world.newId(), user_id, 'erasure', phone_number)
    await personWorks(worker()).begin(work)
    const advance = (items: number) => (parts: Worker) =>
      personWorks(parts).advance(work, { ...work, items }, parts.clock.now())
    const advanced = await meet(slow, advance(3), advance(4))
    expect(advanced.filter(Boolean)).toHaveLength(1)
    const items = slow === 'first' ? 4 : 3
    expect(await personWorks(worker()).find({ user_id, work_id: work.id })).toMatchObject({ items, revision: 2 })
  })

  test('of a message never brings it back, and counts it once in lists', async () => {
    const { user_id, ids, now } = await compactedMessages(2)
    const [id = 0, other] = ids
    const seen = messageOf(user_id, id)
    const erase = (parts: Worker) =>
      people(parts).erase(user_id, 'sms', smsKey(user_id, id).sk, personOf(phone_number), {
        ...{ now, walked_at: undefined },
      })
    const report = (parts: Worker) =>
      sms(parts)
        .apply(seen, { status: 'delivered' }, now)
        .catch(() => 'gone')
    const [erased, reported] = await meet(slow, erase, report)
    expect(erased).toBe(slow === 'first' ? 'later' : 'erased')
    expect(reported === 'gone').toBe(slow === 'second')
    if (slow === 'first') expect(await erase(worker())).toBe('erased')
    expect(await sms(worker()).find({ user_id, sms_id: id })).toBeUndefined()
    expect(await listed(user_id, now)).toEqual({ ids: [other], total: 1 })
  })
})
