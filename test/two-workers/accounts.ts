import { describe, expect, test } from 'vitest'
import { accountMoves } from '../../shared/data/account/account-moves.ts'
import { accounts } from '../../shared/data/account/accounts.ts'
import { ledger } from '../../shared/data/account/ledger.ts'
import { rateLimit } from '../../shared/data/account/rate-limit.ts'
import { tokens } from '../../shared/data/account/tokens.ts'
import { users } from '../../shared/data/account/users.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import { simulations } from '../../shared/data/simulations/simulations.ts'
import { sms } from '../../shared/data/sms/sms.ts'
import { heldName, liveCallIds } from '../../shared/domain/account/account.ts'
import { payableLeg } from '../../shared/domain/calls/call-hold.ts'
import type { Leg } from '../../shared/domain/calls/leg.ts'
import { newLeg } from '../../shared/domain/calls/new-leg.ts'
import { balanceKey, holdKey, rateKey, simulationKey, userKey } from '../../shared/table/keys.ts'
import type { Table } from '../../shared/table/table.ts'
import { must } from '../../shared/words/must.ts'
import { readPhone } from '../../shared/words/phone.ts'
import { aheadMs, overtake, overtaken, slowerOf, type Worker, worker, world } from './meet.ts'
import { accountOf, callFor, entriesOf, erase, messageOf, minutePrice, payer, refOf, stored } from './records.ts'

describe('an account', () => {
  test('does not return when it is erased while another worker changes it', async () => {
    const { id: user_id } = await world.user()
    const gone = () => erase(user_id, 'account')
    expect(await overtake((parts) => accounts(parts).suspend(user_id, 1), gone)).toBeUndefined()
    expect(await world.parts.table.get(balanceKey(user_id))).toBeUndefined()
  })

  test('holds nothing for a transfer that is charged while it gets money', async () => {
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
    await overtake(
      (parts) => accounts(parts).hold(payableLeg(call, leg, 1, 60)),
      (parts) => calls(parts).chargeLeg({ ...refOf(call), place: 1 }, now),
    )
    expect(liveCallIds(await accountOf(user_id))).toEqual([])
  })

  test('holds and releases once for a separate hold item', async () => {
    const user_id = await payer(100 * minutePrice)
    const together = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [heldName(index + 1), 0]))
    const full = { ...(await accountOf(user_id)), ...together, live_calls: 200 }
    await world.parts.table.write([{ put: { ...balanceKey(user_id), ...full } }])
    const call = await callFor(user_id)
    const limits = { LIVE_CALLS_PER_USER: '1000' }
    const house = (parts: Worker) => accounts({ ...parts, settings: { get: (name) => limits[name as never] } })
    expect(await slowerOf((parts) => house(parts).hold(call))).toEqual({ minutes: 3 })
    expect(await accountOf(user_id)).toMatchObject({ live_calls: 201, reserved: 3 * minutePrice })
    await slowerOf((parts) => house(parts).release(refOf(call)))
    expect(await accountOf(user_id)).toMatchObject({ live_calls: 200, reserved: 0 })
    expect(await stored(holdKey(user_id, 0).pk)).toEqual([])
  })

  const hold = (user_id: number, amount: number) => (parts: Worker) =>
    accountMoves(parts).make(user_id, { entry: { user_id, type: 'hold', amount, description: '' }, floor: 0 })

  test('is not overdrawn when a queued move and a direct move meet', async () => {
    const user_id = await payer(100)
    const direct = (parts: Worker) =>
      ledger(parts).move({ user_id, type: 'hold', amount: -60, description: '' }, { floor: 0 })
    const outcome = await overtake(hold(user_id, -60), direct, (writes) => writes.length > 1)
    expect(outcome).toBe('refused')
    expect(await accountOf(user_id)).toMatchObject({ micros: 40 })
  })

  test('makes a refused move when another worker finds money for it', async () => {
    const user_id = await payer(10)
    const act = async (parts: Worker) => {
      await ledger(parts).move({ user_id, type: 'top_up', amount: 1000, description: 'Paid' })
      expect(await hold(user_id, -1)({ ...parts, clock: worker(undefined, 2 * aheadMs).clock })).toBe('made')
    }
    const outcome = await overtake(hold(user_id, -60), act, ([write]) => write !== undefined && 'update' in write)
    expect(outcome).toBe('made')
    expect((await entriesOf(user_id, 'hold')).toSorted()).toEqual([-1, -60])
    expect(await stored(`${user_id}#move-0`)).toEqual([])
    expect(await stored(`${user_id}#move-1`)).toEqual([])
  })

  test('answers a move as made when another worker makes it at the last moment', async () => {
    const user_id = await payer(100)
    const { table } = world.parts
    const busy: Table = {
      ...table,
      write: async (writes, how) =>
        writes.length > 1 ? { done: false, before: [], failed: [] } : table.write(writes, how),
    }
    const act = async () => {
      expect(await hold(user_id, -1)(worker(undefined, 60_000))).toBe('made')
    }
    const slow = worker(overtaken(busy, act, ([write]) => write !== undefined && 'delete' in write))
    expect(await hold(user_id, -60)(slow)).toBe('made')
    expect((await entriesOf(user_id, 'hold')).toSorted()).toEqual([-1, -60])
  })
})

describe('a message', () => {
  const message = (user_id: number) => ({
    ...messageOf(user_id, world.newId()),
    ...{ status: 'sending' as const, money: 'held' as const },
  })

  test('is stored and paid once when two workers open it', async () => {
    const user_id = await payer(1000)
    const opened = message(user_id)
    const open = async (parts: Worker) => sms(parts).open(opened, await accountOf(user_id))
    expect(await slowerOf(open)).toBe('exists')
    expect(await entriesOf(user_id, 'hold')).toEqual([-10])
  })

  test('is the last of an hour for one of two workers', async () => {
    const { id: user_id } = await world.user()
    const now = world.clock.now()
    const count = (parts: Worker) => sms(parts).isUsual(user_id, '+12025550101', now)
    for (let sent = 1; sent < 100; sent++) await count(worker())
    expect(await slowerOf(count)).toBe(false)
  })

  test('is the last of a call for one of two workers', async () => {
    const { id: user_id } = await world.user()
    expect(await slowerOf((parts) => sms(parts).takeForCall({ user_id, call_id: 1 }, 1))).toBe(false)
  })
})

describe('a simulation', () => {
  const opened = async () => {
    const user_id = await payer(1_000_000_000)
    const id = world.newId()
    const now = world.clock.now()
    const scenario = { customer: { lines: ['Hello'] }, variables: {}, mocks: [], assertions: [], turnsMax: 5 }
    const wanted = { id, user_id, assistant_id: 1, name: undefined, runs: 1, scenario, due_at: now + 9e6 }
    const open = (id: number) => (parts: Worker) => simulations(parts).open({ ...wanted, id }, 0)
    await open(id)(worker())
    const ref = { user_id, simulation_id: id }
    const claim = (parts: Worker) => simulations(parts).claim(ref, 1, { now, until: now + 1000 })
    const gone = () => erase(user_id, 'simulation', 'simulation-run')
    return {
      user_id,
      ref,
      now,
      open,
      claim,
      gone,
      simulation: must(await simulations(worker()).find(ref), 'simulation'),
    }
  }

  const end = async (user_id: number, simulation_id: number) => {
    const simulation = must(await simulations(worker()).find({ user_id, simulation_id }), 'simulation')
    await simulations(worker()).giveUp(simulation, 1, 'It died', 1)
    await simulations(worker()).conclude(simulation, 1)
  }

  test('is not begun again by a slow worker after its end', async () => {
    const { user_id, open } = await opened()
    const id = world.newId()
    const beginAndEnd = async (parts: Worker) => {
      await open(id)(parts)
      await end(user_id, id)
    }
    expect(await overtake(open(id), beginAndEnd)).toBe('exists')
  })

  test('has a position of its own when another one is begun', async () => {
    const { user_id, ref, open } = await opened()
    await end(user_id, ref.simulation_id)
    expect(await overtake(open(world.newId()), open(world.newId()))).toBe('opened')
    expect(await stored(`${user_id}#simulation-place`)).toHaveLength(2)
  })

  test('does not return when it is erased while it ends', async () => {
    const { user_id, ref, simulation } = await opened()
    await simulations(worker()).giveUp(simulation, 1, 'It died', 1)
    await overtake(
      (parts) => simulations(parts).conclude(simulation, 1),
      () => erase(user_id, 'simulation'),
    )
    expect(await world.parts.table.get(simulationKey(user_id, ref.simulation_id))).toBeUndefined()
  })

  test('is run by one of two workers', async () => {
    const { claim } = await opened()
    expect(await slowerOf(claim)).toBeUndefined()
  })

  test('is not run when it is erased meanwhile', async () => {
    const { user_id, claim, gone } = await opened()
    expect(await overtake(claim, gone)).toBeUndefined()
    expect(await stored(`${user_id}#simulation-run`)).toEqual([])
  })

  test('is failed once by two workers when no run began', async () => {
    const { user_id, simulation, now } = await opened()
    const giveUp = (parts: Worker) => simulations(parts).giveUp(simulation, 1, 'It died', now)
    expect(await slowerOf(giveUp)).toBe(false)
    expect(await entriesOf(user_id, 'release')).toHaveLength(1)
  })

  test('is settled once when two workers finish its run', async () => {
    const { user_id, simulation, claim } = await opened()
    const run = must(await claim(worker()), 'run')
    const finish = (parts: Worker) =>
      simulations(parts).finish(simulation, { ...run, state: 'failed', failure: 'It died' })
    expect(await slowerOf(finish)).toBe(false)
    expect(await entriesOf(user_id, 'release')).toHaveLength(1)
  })

  test('gives no money back when it is erased meanwhile', async () => {
    const { user_id, simulation, claim, gone, now } = await opened()
    const run = must(await claim(worker()), 'run')
    const finish = (parts: Worker) => simulations(parts).giveUp(simulation, 1, 'It died', now + 2000)
    expect(run.attempt).toBe(1)
    expect(await overtake(finish, () => erase(user_id, 'simulation'))).toBe(false)
    expect(await entriesOf(user_id, 'release')).toEqual([])
    await gone()
  })

  test('has no deadline when it ends while another worker looks after it', async () => {
    const { user_id, ref, simulation, now } = await opened()
    await simulations(worker()).giveUp(simulation, 1, 'It died', now)
    await overtake(
      (parts) => simulations(parts).recheckAt(ref, now + 5),
      (parts) => simulations(parts).conclude(simulation, now),
    )
    expect(await world.parts.table.get(simulationKey(user_id, ref.simulation_id))).not.toHaveProperty('due_at')
  })
})

describe('a user', () => {
  const newUser = () => ({ id: world.newId(), name: 'Ada', email: 'ada@example.com', created_at: world.clock.now() })

  test('is created once by two workers with the same id', async () => {
    const user = newUser()
    const create = (parts: Worker) => users(parts).create(user)
    const loseAccount = async (parts: Worker) => {
      await create(parts)
      await erase(user.id, 'account')
    }
    expect(await overtake(create, loseAccount)).toBe(false)
  })

  test('keeps its balance when another worker creates it again', async () => {
    const user = newUser()
    const create = (parts: Worker) => users(parts).create(user)
    const pay = async (parts: Worker) => {
      await ledger(parts).move({ user_id: user.id, type: 'top_up', amount: 5, description: 'Paid' })
    }
    expect(await overtake(create, pay)).toBe(false)
    expect(await accountOf(user.id)).toMatchObject({ micros: 5 })
  })

  test.each([
    ['its retention is chosen', (parts: Worker, id: number) => users(parts).keepFor(id, 1)],
    ['it is closed', (parts: Worker, id: number) => users(parts).close(id, 1)],
  ])('does not return when it is erased while %s', async (_, act) => {
    const { id } = await world.user()
    expect(
      await overtake(
        (parts) => act(parts, id),
        () => erase(id, 'user'),
      ),
    ).toBe(false)
    expect(await world.parts.table.get(userKey(id))).toBeUndefined()
  })
})

describe('a token', () => {
  const tokenFor = (user_id: number) => ({ hash: 'hash', user_id, ending: 'abcdef', created_at: 0 })
  const tokenOf = async () => {
    const { id } = await world.user()
    const token = tokenFor(id)
    await tokens(world.parts).create(token)
    return { token, gone: () => erase(id, 'token') }
  }

  test('is created once by two workers', async () => {
    const { id } = await world.user()
    await expect(slowerOf((parts) => tokens(parts).create(tokenFor(id)))).rejects.toThrow('exists')
  })

  test('is not created when its account is suspended meanwhile', async () => {
    const { id } = await world.user()
    const create = (parts: Worker) => tokens(parts).create(tokenFor(id))
    await expect(overtake(create, (parts) => accounts(parts).suspend(id, 1))).rejects.toThrow('suspended')
  })

  const twoTokens = async () => {
    const { token } = await tokenOf()
    const other = { ...token, hash: 'other' }
    await tokens(world.parts).create(other)
    return { token, other }
  }

  test('is not deleted by a token that is deleted first', async () => {
    const { token, other } = await twoTokens()
    const remove = (parts: Worker) => tokens(parts).remove(other, token)
    expect(await overtake(remove, (parts) => tokens(parts).remove(token, other))).toBe('refused')
    expect(await stored(`${token.user_id}#token`)).toHaveLength(2)
  })

  test('is deleted once', async () => {
    const { token, other } = await twoTokens()
    expect(await slowerOf((parts) => tokens(parts).remove(other, token))).toBe('missing')
  })

  test('is not issued by a token that is revoked meanwhile', async () => {
    const { token } = await tokenOf()
    const issue = (parts: Worker) => tokens(parts).issue({ ...token, hash: 'other' }, token, undefined)
    expect(await overtake(issue, (parts) => tokens(parts).revoke(token, 1))).toBe(false)
  })

  test('is issued once by two workers', async () => {
    const { token } = await tokenOf()
    const issue = (parts: Worker) => tokens(parts).issue({ ...token, hash: 'other' }, token, undefined)
    await expect(slowerOf(issue)).rejects.toThrow('exists')
  })

  test.each([
    ['it is revoked', (parts, token) => tokens(parts).revoke(token, 1)],
    ['its use is noted', (parts, token) => tokens(parts).noteUse(token, 9e9)],
    ['it is suspended', (parts, { user_id }) => tokens(parts).suspend(user_id, 1)],
    ['it is resumed', (parts, { user_id }) => tokens(parts).resume(user_id)],
  ] satisfies [string, (parts: Worker, token: ReturnType<typeof tokenFor>) => Promise<unknown>][])(
    'does not return when it is erased while %s',
    async (_, act) => {
      const { token, gone } = await tokenOf()
      await overtake(async (parts) => act(parts, token), gone)
      expect(await stored(`${token.user_id}#token`)).toEqual([])
    },
  )

  test('is refused its last request of a minute when another worker counts first', async () => {
    const token = { user_id: (await world.user()).id, hash: 'hash' }
    const now = world.clock.now()
    const settings = { ...world.parts.settings, get: () => '1' }
    const take = async (parts: Worker) => (await rateLimit({ ...parts, settings }).take(token, 0, now)).isAllowed
    expect(await slowerOf(take)).toBe(false)
    expect(await world.parts.table.get(rateKey(token.user_id, token.hash, Math.floor(now / 60_000)))).toMatchObject({
      requests: 1,
    })
  })
})
