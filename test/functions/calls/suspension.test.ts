import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { balanceKey } from '../../../shared/data/keys.ts'
import type { Account } from '../../../shared/domain/account/account.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { withFaults } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { noticeOf, run } from '../../infra/admin/harness.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'

/** More calls to AWS and the carrier than the placing of a call makes. */
const stepsMax = 30
/** Within so long after a suspension nothing of its user may be live. */
const stopSeconds = 60

/** What happens right before the n-th thing that the placing of a call asks for; once. */
let between: { step: number; happens: () => Promise<void>; seen: number } | undefined
let world: World
let admin: (line: string) => Promise<void>
let closeNotice: () => Promise<void>

beforeAll(async () => {
  world = await openWorld({
    dynamodb: inject('dynamodb'),
    environment: { CARRIER_CALLS_PER_SECOND: '100', LIVE_CALLS_PER_USER: '1' },
    createsPerSecondMax: 100,
    open: (entry, parts) => {
      if (entry.operation.id !== 'place-call') return entry.open(parts, registry)
      const step = async <T>(_name: string, perform: () => Promise<T>): Promise<T> => {
        if (between && between.seen++ === between.step) await between.happens()
        return perform()
      }
      return entry.open(withFaults(parts, step), registry)
    },
  })
  const noted = await noticeOf(world)
  closeNotice = noted.close
  admin = async (line) => {
    await noted.setClock()
    const { status, stderr } = await run(noted.environment, line)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  }
})
afterAll(async () => {
  await closeNotice()
  await world.close()
})

const caller = async () => {
  const user = await world.user()
  await world.number(user)
  return { user, assistant_id: await assistantFor(world, user) }
}
const suspend = ({ id }: TestUser) => admin(`user suspend --user ${id}`)
const resume = ({ id }: TestUser) => admin(`user resume --user ${id}`)
const callsOf = async ({ id }: TestUser) => (await world.services.callPages.page(id, {}, 0, 100)).calls
const createsOf = ({ id }: TestUser) =>
  world.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${id}-`))
const expectNothingLive = async ({ id }: TestUser) => {
  for (const call of await callsOf({ id, token: '' })) expect(finalStatuses).toContain(call.status)
  const account = await world.parts.table.get<Account>(balanceKey(id))
  expect([account?.reserved ?? 0, account?.live_calls ?? 0]).toEqual([0, 0])
}

/** Suspends between every two steps of the placing of one call each; `begin` asks for it. */
const atEveryStep = async (
  begin: (one: Awaited<ReturnType<typeof caller>>) => Promise<unknown>,
  after: (one: Awaited<ReturnType<typeof caller>>, wasSuspended: boolean) => Promise<void>,
) => {
  for (let step = 0; step < stepsMax; step++) {
    const one = await caller()
    await begin(one)
    let wasSuspended = false
    const happens = async () => {
      wasSuspended = true
      await suspend(one.user)
    }
    between = { step, happens, seen: 0 }
    await world.run(20)
    between = undefined
    await world.run(stopSeconds)
    await after(one, wasSuspended)
    if (!wasSuspended) return expect(step).toBeGreaterThan(5)
  }
  throw new Error('The placing of a call takes more steps than expected')
}

const patient = '+12025550105'

test('a user who is suspended between any two steps of a dial: nothing is live a minute later, and nothing is dialled then', async () => {
  await atEveryStep(
    ({ user, assistant_id }) =>
      world.api(user.token, 'POST', '/user/make_call', { phone_number: patient, assistant_id }),
    async ({ user }, wasSuspended) => {
      if (!wasSuspended) return
      await expectNothingLive(user)
      const [call] = await callsOf(user)
      expect(call).toMatchObject({ failure_reason: 'The account is suspended.' })
      const dialled = createsOf(user).length
      expect(dialled).toBeLessThanOrEqual(1)
      if (dialled === 0) expect(call?.status).toBe('failed')
      await resume(user)
      await world.run(60)
      expect(createsOf(user)).toHaveLength(dialled)
    },
  )
})

test('a campaign whose user is suspended between any two steps of a dial loses no lead and no attempt', async () => {
  await atEveryStep(
    async ({ user, assistant_id }) => {
      const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 0 })
      await leadFor(world, user, campaign_id, '+12025550100')
      await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    },
    async ({ user }, wasSuspended) => {
      if (!wasSuspended) return
      await expectNothingLive(user)
      await resume(user)
      await world.run(240)
      const { body } = await world.api(user.token, 'GET', '/user/leads')
      expect(body.data).toMatchObject([{ status: 'completed' }])
      await expectNothingLive(user)
    },
  )
})

test('403 to every request while suspended; what waits ends with a reason, incoming calls are rejected, and tokens are good again after', async () => {
  const { user, assistant_id } = await caller()
  const number = await world.number(user)
  await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
  for (let count = 0; count < 3; count++)
    await world.api(user.token, 'POST', '/user/make_call', { phone_number: patient, assistant_id })
  await world.run(10)
  await suspend(user)
  for (const [method, path] of [
    ['GET', '/user/me'],
    ['POST', '/user/make_call'],
    ['GET', '/user/calls'],
  ] as const) {
    const { status, body } = await world.api(user.token, method, path)
    expect({ status, body }).toEqual({ status: 403, body: { message: 'Account suspended.' } })
  }
  expect((await world.api('pk_live_wrong', 'GET', '/user/me')).status).toBe(401)
  const ring = { to: number.phone_number, from: '+12025550100' }
  await fetch(`${world.carrierUrl}/_double/incoming-call`, { method: 'POST', body: JSON.stringify(ring) })
  await world.run(stopSeconds)
  const calls = await callsOf(user)
  expect(calls.map(({ status }) => status).toSorted()).toEqual(['ended', 'failed', 'failed'])
  for (const call of calls)
    expect(call).toMatchObject({ type: 'outbound', failure_reason: 'The account is suspended.' })
  expect(createsOf(user)).toHaveLength(1)
  await resume(user)
  expect((await world.api(user.token, 'GET', '/user/me')).status).toBe(200)
})

test('live calls, outgoing and incoming, end within a minute, cost what they cost, and their webhook still goes out', async () => {
  const { user, assistant_id } = await caller()
  const number = await world.number(user)
  await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
  await world.api(user.token, 'POST', '/user/make_call', { phone_number: patient, assistant_id })
  await world.run(1)
  const ring = { to: number.phone_number, from: patient }
  await fetch(`${world.carrierUrl}/_double/incoming-call`, { method: 'POST', body: JSON.stringify(ring) })
  await world.run(20)
  expect((await callsOf(user)).map(({ status }) => status)).toEqual(['in-progress', 'in-progress'])
  await suspend(user)
  await world.run(stopSeconds)
  const calls = await callsOf(user)
  expect(calls).toMatchObject([{ status: 'ended' }, { status: 'ended' }])
  for (const { duration, total_cost, failure_reason } of calls) {
    expect(duration).toBeLessThan(stopSeconds)
    expect(total_cost).toBeGreaterThan(0)
    expect(failure_reason).toBe('The account is suspended.')
  }
  await world.run(60)
  await expectNothingLive(user)
})
