import { describe, expect, test } from 'vitest'
import { type Account, liveCallIds } from '../../../shared/domain/account/account.ts'
import type { Entry } from '../../../shared/domain/account/transaction.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import { balanceKey, ledgerKey } from '../../../shared/table/keys.ts'
import { dueLeft } from '../../due-left.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { aboutCalls } from '../../subjects.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser, World } from '../../world.ts'

const livesMax = 40
const atOnce = 8
const lifetimeSeconds = 420

const faults = openFaults()
const unhurried = { createsPerSecondMax: 1_000, environment: { CARRIER_CALLS_PER_SECOND: '1000' } }
const world = useWorld({ open: faults.open, together: true, ...unhurried })

interface Caller {
  user: TestUser
  make: (headers?: Record<string, string>) => ReturnType<World['api']>
}

const talks = '+12025550100'
const isBusy = '+12025550101'

const caller = async (phone_number = talks): Promise<Caller> => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { max_call_duration: 60 })
  const request = { phone_number, assistant_id }
  return { user, make: (headers) => world.api(user.token, 'POST', '/user/make_call', request, headers) }
}

const callsOf = async ({ user }: Caller): Promise<Call[]> =>
  (await world.services.callPages.page(user.id, {}, 0, livesMax * 2)).calls
const createsOf = ({ user }: Caller) =>
  world.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${user.id}-`))

/** Expects at most one dial, one final state and one charge for each call. */
const expectSound = async (one: Caller) => {
  const creates = Object.groupBy(createsOf(one), ({ statusCallback }) => statusCallback ?? '')
  expect(Object.values(creates).every((made) => made?.length === 1)).toBe(true)
  const entries = await world.parts.table.query<Entry>({ pk: ledgerKey(one.user.id, 0).pk })
  for (const call of await callsOf(one)) {
    expect(finalStatuses).toContain(call.status)
    expect(call.charged_at).toBeDefined()
    expect(entries.filter(({ call_id }) => call_id === call.id)).toHaveLength(call.total_cost > 0 ? 1 : 0)
    const isDialled = Object.keys(creates).some((url) =>
      url.includes(`/${writeCallRef({ ...call, call_id: call.id })}/`),
    )
    if (isDialled) expect(call.status).not.toBe('failed')
  }
  const account = await world.parts.table.get<Account>(balanceKey(one.user.id))
  expect([account?.reserved ?? 0, account?.live_calls ?? 0, account && liveCallIds(account)]).toEqual([0, 0, []])
  const balance = await world.services.ledger.balance(one.user.id)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance)
  expect(await dueLeft(world.services.deadlines)).toEqual([])
}

describe.each([
  ['place-call', isBusy],
  ['advance-call', talks],
  ['answer-call', talks],
  ['receive-call-status', talks],
  ['receive-session-end', talks],
])('%s, of a call to %s', (operation, to) => {
  test.each(faultKinds)('%s, at every call: one dial at most, one final state', async (kind) => {
    const one = await caller(to)
    const struckEach = faults.armEach({ operation, kind, subjectOf: aboutCalls() })
    const wasSpared = () => [...struckEach().values()].includes(undefined)
    let made = 0
    for (; !wasSpared(); made += atOnce) {
      expect(made).toBeLessThan(livesMax)
      await Promise.all(Array.from({ length: atOnce }, () => one.make()))
      await world.run(lifetimeSeconds)
    }
    faults.disarm()
    expect([...struckEach().values()].filter(Boolean).length).toBeGreaterThan(1)
    expect(await callsOf(one)).toHaveLength(made)
    await expectSound(one)
  })
})

/** Runs make-call for new users. In each run, a different outgoing request of make-call fails. */
const strikeMaking = async (kind: FaultKind, headers?: Record<string, string>): Promise<Caller[]> => {
  const struck: Caller[] = []
  for (let call = 0; call < livesMax; call++) {
    const one = await caller()
    faults.arm({ operation: 'make-call', call, kind })
    const { status } = await one.make(headers)
    const wasStruck = faults.struck()
    faults.disarm()
    struck.push(one)
    if (status === 200) expect(await callsOf(one)).toHaveLength(1)
    if (wasStruck) continue
    expect(call).toBeGreaterThan(1)
    await world.run(lifetimeSeconds)
    return struck
  }
  throw new Error('The operation makes more calls than expected')
}

describe('make-call', () => {
  test.each(faultKinds)('%s, at every call: one dial at most, one final state', async (kind) => {
    for (const one of await strikeMaking(kind)) await expectSound(one)
  })

  test.each(faultKinds)('%s, at every call, repeated with its key: one call at most', async (kind) => {
    const headers = { 'idempotency-key': 'again' }
    const callers = await strikeMaking(kind, headers)
    for (const one of callers) await one.make(headers)
    await world.run(lifetimeSeconds)
    for (const one of callers) {
      await expectSound(one)
      expect((await callsOf(one)).length).toBeLessThanOrEqual(1)
      expect(createsOf(one).length).toBeLessThanOrEqual(1)
    }
  })
})

test('three deliveries of one place-call message at once: one dial', async () => {
  const one = await caller()
  await one.make()
  await world.run(lifetimeSeconds)
  const [call] = await callsOf(one)
  const ref = { user_id: one.user.id, call_id: call?.id ?? 0 }
  await Promise.all([1, 2, 3].map(() => world.services.placeCallQueue.nudge(ref)))
  await world.run(60)
  expect(createsOf(one)).toHaveLength(1)
  await expectSound(one)
})
