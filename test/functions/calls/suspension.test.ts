import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Stack } from '../../../infra/admin/stacks.ts'
import { resumeUser, suspendUser } from '../../../infra/admin/suspension.ts'
import { type AdminTools, adminUses } from '../../../infra/admin/tools.ts'
import type { Account } from '../../../shared/domain/account/account.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { advanceCall } from '../../../shared/operations/calls.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../../shared/runtime/wiring.ts'
import { balanceKey } from '../../../shared/table/keys.ts'
import { openFaults } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { inProve } from '../../in-prove.ts'
import { noticeOf, run } from '../../infra/admin/harness.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser, World } from '../../world.ts'

const stepsMax = 36
const stopSeconds = 60
const limits = {
  environment: { CARRIER_CALLS_PER_SECOND: '1000', LIVE_CALLS_PER_USER: '1' },
  createsPerSecondMax: 1000,
}

const peopleOf = (world: World) => {
  const callsOf = async ({ id }: TestUser) => (await world.services.callPages.page(id, {}, 0, 100)).calls
  return {
    caller: async () => {
      const user = await world.user()
      await world.number(user)
      return { user, assistant_id: await assistantFor(world, user) }
    },
    callsOf,
    createsOf: ({ id }: TestUser) =>
      world.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${id}-`)),
    expectNothingLive: async (user: TestUser, where?: string) => {
      for (const call of await callsOf(user)) expect(finalStatuses, where).toContain(call.status)
      const account = await world.parts.table.get<Account>(balanceKey(user.id))
      expect([account?.reserved ?? 0, account?.live_calls ?? 0], where).toEqual([0, 0])
    },
  }
}

const patient = '+12025550105'

describe('a user who is suspended between any two steps of a dial', () => {
  const faults = openFaults()
  const world = useWorld({ ...limits, open: faults.open, together: true })
  const { caller, callsOf, createsOf, expectNothingLive } = peopleOf(world)
  type Caller = Awaited<ReturnType<typeof caller>>

  const tools = (): AdminTools => {
    const parts = { ...world.parts, clock: { now: world.clock.now, sleep: async () => {} } }
    const url = parts.settings.required('ADVANCE_CALL_QUEUE_URL')
    const workQueues: Stack['workQueues'] = async () => [{ worker: advanceCall, url, deadUrl: url }]
    const silent = { warn: () => {}, showProgress: () => {} }
    return {
      ...dependenciesOf(adminUses, registry, parts),
      stack: { parts, workQueues } as Partial<Stack> as Stack,
      ...silent,
    }
  }

  const suspendedAtEveryStep = async (begin: (one: Caller) => Promise<unknown>) => {
    const callers: Caller[] = []
    for (let step = 0; step < stepsMax; step++) {
      callers.push(await caller())
      await world.run(0.001)
    }
    const armed = faults.arm(
      ...callers.map(({ user }, call) => ({
        ...{ operation: 'place-call', call, about: user.id },
        kind: () => suspendUser(user.id, tools()),
      })),
    )
    for (const one of callers) {
      await begin(one)
      await world.run(0.001)
    }
    await world.run(20)
    faults.disarm()
    await world.run(stopSeconds)
    const suspended = callers.flatMap(({ user }, step) => {
      const struck = armed[step]?.struck
      return struck ? [{ user, where: `before step ${step}: ${struck}` }] : []
    })
    expect(armed.findIndex(({ struck }) => !struck)).toBeGreaterThan(5)
    expect(armed.at(-1)?.struck).toBeUndefined()
    return suspended
  }

  inProve('a single call: nothing is live a minute later, and nothing is dialled then', async () => {
    const suspended = await suspendedAtEveryStep(({ user, assistant_id }) =>
      world.api(user.token, 'POST', '/user/make_call', { phone_number: patient, assistant_id }),
    )
    const dialled = new Map<TestUser, number>()
    for (const { user, where } of suspended) {
      await expectNothingLive(user, where)
      const [call] = await callsOf(user)
      expect(call, where).toMatchObject({ failure_reason: 'The account is suspended.' })
      const dials = createsOf(user).length
      dialled.set(user, dials)
      expect(dials, where).toBeLessThanOrEqual(1)
      if (dials === 0) expect(call?.status, where).toBe('failed')
      await resumeUser(user.id, tools())
    }
    await world.run(60)
    for (const { user, where } of suspended) expect(createsOf(user), where).toHaveLength(dialled.get(user) ?? 0)
  })

  inProve('a campaign: it loses no lead and no attempt', async () => {
    const suspended = await suspendedAtEveryStep(async ({ user, assistant_id }) => {
      const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 0 })
      await leadFor(world, user, campaign_id, '+12025550100')
      await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    })
    for (const { user, where } of suspended) {
      await expectNothingLive(user, where)
      await resumeUser(user.id, tools())
    }
    await world.run(240)
    for (const { user, where } of suspended) {
      const { body } = await world.api(user.token, 'GET', '/user/leads')
      expect(body.data, where).toMatchObject([{ status: 'completed' }])
      await expectNothingLive(user, where)
    }
  })
})

describe('by the command', () => {
  const world = useWorld({ ...limits, dynamodb: inject('dynamodb') })
  const { caller, callsOf, createsOf, expectNothingLive } = peopleOf(world)
  let noted: Awaited<ReturnType<typeof noticeOf>>
  beforeAll(async () => {
    noted = await noticeOf(world)
    return noted.close
  })
  const admin = async (line: string) => {
    await noted.setClock()
    const { status, stderr } = await run(noted.environment, line)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  }
  const suspend = ({ id }: TestUser) => admin(`user suspend --user ${id}`)
  const resume = ({ id }: TestUser) => admin(`user resume --user ${id}`)

  test('returns 403 and ends waiting work; tokens work again afterwards', async () => {
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
    expect((await world.api('parlance_wrong', 'GET', '/user/me')).status).toBe(401)
    await world.incomingCall({ to: number.phone_number, from: '+12025550100' })
    await world.run(stopSeconds)
    const calls = await callsOf(user)
    expect(calls.map(({ status }) => status).toSorted()).toEqual(['ended', 'failed', 'failed'])
    for (const call of calls)
      expect(call).toMatchObject({ type: 'outbound', failure_reason: 'The account is suspended.' })
    expect(createsOf(user)).toHaveLength(1)
    await resume(user)
    expect((await world.api(user.token, 'GET', '/user/me')).status).toBe(200)
  })

  test('ends live calls within a minute, charges them and sends webhooks', async () => {
    const { user, assistant_id } = await caller()
    const number = await world.number(user)
    await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
    await world.api(user.token, 'POST', '/user/make_call', { phone_number: patient, assistant_id })
    await world.run(1)
    await world.incomingCall({ to: number.phone_number, from: patient })
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
})
