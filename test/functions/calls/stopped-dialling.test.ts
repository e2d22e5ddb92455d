import { afterEach, describe, expect, test } from 'vitest'
import type { Account } from '../../../shared/domain/account/account.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { balanceKey, slotKey } from '../../../shared/table/keys.ts'
import { faultKinds, openFaults, withFaults } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { inProve } from '../../in-prove.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const stepsMax = 40
const pollsOfOne = 2

interface Press {
  operation: string
  step: number
  seen: string[]
  isDone: boolean
}
let press: Press | undefined
let polls = 0
let delay: ((name: string) => Promise<void>) | undefined
let frozenMs = 0
const handed: string[] = []

const faults = openFaults()
const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100', STALE_CALL_MINUTES: '5' },
  createsPerSecondMax: 100,
  open: (entry, parts) => {
    const { id } = entry.operation
    const step = async <T>(name: string, perform: () => Promise<T>): Promise<T> => {
      if (press?.operation === id && !press.isDone) {
        press.isDone = press.seen.length === press.step
        if (press.isDone) await stop()
        else press.seen.push(name)
      }
      if (id !== 'place-call') return perform()
      if (name === 'get dialling' && !press?.isDone) polls += 1
      await delay?.(name)
      return perform()
    }
    const worldTime = () => parts.worldTime() + frozenMs
    const invoke = faults.open(entry, withFaults({ ...parts, worldTime }, step))
    return (event, context) => {
      if (entry.operation.kind === 'worker') handed.push(`${id} ${JSON.stringify(event)}`)
      return invoke(event, context)
    }
  },
})

const button = () => registry.dialling(world.parts)
const stop = () => button().stop('A test', 'Ada', world.clock.now())
const start = () => button().start('Ada', world.clock.now())
afterEach(async () => {
  press = undefined
  delay = undefined
  frozenMs = 0
  faults.disarm()
  await start()
})

const caller = async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { max_call_duration: 60, post_call_evaluation: false })
  const call = async (phone_number = '+12025550100') => {
    const { status, body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
    expect(status).toBe(200)
    return body.data.id as number
  }
  const campaign = async (phone_number: string, more: object = {}) => {
    const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 0, ...more })
    await leadFor(world, user, campaign_id, phone_number)
    const started = await world.api(user.token, 'POST', '/user/campaigns/update-status', {
      campaign_id,
      action: 'start',
    })
    expect(started.status).toBe(200)
    return campaign_id
  }
  const lead = async () => (await world.api(user.token, 'GET', '/user/leads')).body.data[0]
  const read = async (id: number) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body
  return { user, call, campaign, lead, read }
}
type Caller = Awaited<ReturnType<typeof caller>>

const callsOf = async ({ id }: TestUser) => (await world.services.callPages.page(id, {}, 0, 100)).calls
const createsOf = ({ id }: TestUser) =>
  world.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${id}-`))
const expectNothingHeld = async ({ id }: TestUser, what?: string) => {
  const { reserved = 0, live_calls = 0 } = (await world.parts.table.get<Account>(balanceKey(id))) ?? {}
  const slots = await world.parts.table.query({ pk: slotKey(id, 0, 0).pk })
  expect({ reserved, live_calls, slots }, what).toEqual({ reserved: 0, live_calls: 0, slots: [] })
}

/**
 * Runs an operation for several callers, and stops all dialling before a different step each time.
 * Expects one dial per call in the end.
 */
const atEveryStep = async (
  operation: string,
  begin: (one: Caller) => Promise<unknown>,
  after: (one: Caller) => Promise<void>,
) => {
  for (let step = 0; step < stepsMax; step++) {
    const one = await caller()
    const own: Press = { operation, step, seen: [], isDone: false }
    press = own
    polls = 0
    await begin(one)
    await world.run(5)
    press = undefined
    const what = `before step ${step}, after ${own.seen.join(', ')}`
    if (!own.isDone) {
      expect(step).toBeGreaterThan(5)
      return
    }
    const dialled = polls === pollsOfOne ? 1 : 0
    expect(createsOf(one.user), what).toHaveLength(dialled)
    await world.run(85)
    expect(createsOf(one.user), what).toHaveLength(dialled)
    await expectNothingHeld(one.user, what)

    await start()
    await world.run(61)
    expect(createsOf(one.user), what).toHaveLength(1)
    await world.run(60)
    expect(createsOf(one.user), what).toHaveLength(1)
    expect((await callsOf(one.user)).map(({ status }) => status)).toEqual(['ended_by_customer'])
    await expectNothingHeld(one.user, what)
    await after(one)
  }
  throw new Error('The operation takes more steps than expected')
}

describe('stopped between any two steps', () => {
  inProve(
    'of a single call: dialled once after the start',
    async () => {
      await atEveryStep(
        'place-call',
        ({ call }) => call(),
        async () => {},
      )
    },
    240_000,
  )

  inProve.each(['dispatch-campaign', 'place-call'])(
    'of %s for a campaign: loses no attempt and frees every slot',
    async (operation) => {
      await atEveryStep(
        operation,
        ({ campaign }) => campaign('+12025550100'),
        async ({ lead }) => expect(await lead()).toMatchObject({ status: 'completed' }),
      )
    },
    240_000,
  )
})

describe.each(['single', 'campaign'])('stopped right before the last poll for a %s call', (kindOfCall) => {
  test.each(faultKinds)(
    '%s, at every later call of its placing: one dial at most',
    async (kind) => {
      const struck: Caller[] = []
      for (let call = kindOfCall === 'single' ? 8 : 5; call < stepsMax; call++) {
        const one = await caller()
        let reads = 0
        delay = async (name) => {
          if (name === 'get dialling' && ++reads === pollsOfOne) await stop()
        }
        faults.arm({ operation: 'place-call', call, kind })
        await (kindOfCall === 'single' ? one.call() : one.campaign('+12025550100'))
        await world.run(2)
        delay = undefined
        const wasStruck = faults.struck()
        faults.disarm()
        struck.push(one)
        await start()
        if (!wasStruck) break
      }
      expect(struck.length).toBeGreaterThan(2)
      await world.run(400)
      for (const { user } of struck) {
        expect(createsOf(user).length).toBeLessThanOrEqual(1)
        for (const { status } of await callsOf(user)) expect(finalStatuses).toContain(status)
        await expectNothingHeld(user)
      }
    },
    120_000,
  )
})

describe('while dialling is stopped', () => {
  test('calls and campaigns wait without writes; talks and incoming calls continue', async () => {
    const { user, call, campaign, lead, read } = await caller()
    const number = await world.number(user)
    await assistantFor(world, user, { calls_direction: 'receive', phone_number_id: number.id })
    const talking = await call('+12025550105')
    await world.run(10)
    await stop()
    const waiting = [await call(), await call(), await call()]
    await campaign('+12025550100')
    await world.incomingCall({ to: number.phone_number, from: '+12025550100' })
    await world.run(200)
    expect((await read(talking)).status).toBe('ended')
    expect((await callsOf(user)).find(({ type }) => type === 'inbound')?.status).toBe('ended_by_customer')
    for (const id of waiting) expect((await read(id)).status).toBe('initiated')
    expect(await lead()).toMatchObject({ status: 'created' })
    await expectNothingHeld(user)

    handed.length = 0
    const before = await callsOf(user)
    await world.run(600)
    expect(handed.filter((message) => message.includes(String(user.id)))).toEqual([])
    expect(await callsOf(user)).toEqual(before)
    expect(createsOf(user)).toHaveLength(1)
  })

  test('retries and contacts wait, and continue without a lost attempt', async () => {
    const { user, campaign, lead } = await caller()
    await campaign('+12025550101', { max_retries: 1, retry_interval: 60 })
    await world.run(10)
    expect(createsOf(user)).toHaveLength(1)
    await stop()
    await world.run(300)
    expect(createsOf(user)).toHaveLength(1)
    expect(await lead()).toMatchObject({ status: 'created' })
    await start()
    await world.run(60)
    expect(createsOf(user)).toHaveLength(2)
  })

  test('a campaign that is stopped meanwhile is not woken by the start', async () => {
    const { user, campaign } = await caller()
    await stop()
    const campaign_id = await campaign('+12025550100')
    await world.run(30)
    const stopped = { campaign_id, action: 'stop' }
    expect((await world.api(user.token, 'POST', '/user/campaigns/update-status', stopped)).status).toBe(200)
    await start()
    await world.run(120)
    expect(createsOf(user)).toEqual([])
    expect(await world.services.deadlines.resting(100)).toEqual([])
  })
})

describe('once dialling starts again', () => {
  test('an expired call fails with its reason, a younger one is dialled', async () => {
    const { user, call, read } = await caller()
    const early = await call()
    await world.run(5)
    await stop()
    const stale = [await call(), await call()]
    await world.run(120)
    const fresh = await call()
    await world.run(200)
    expect((await read(early)).status).toBe('ended_by_customer')
    await start()
    await world.run(60)
    for (const id of stale)
      expect(await read(id)).toMatchObject({
        status: 'failed',
        failure_reason: 'The call waited longer than 5 minutes for dialling to start again.',
        total_cost: 0,
      })
    expect(createsOf(user)).toHaveLength(2)
    await world.run(60)
    expect((await read(fresh)).status).toBe('ended_by_customer')
    await expectNothingHeld(user)
    expect(await world.services.deadlines.resting(100)).toEqual([])
  })

  test('a call that was queued before the stop does not expire', async () => {
    const { call, read } = await caller()
    await stop()
    await world.run(600)
    await start()
    const id = await call()
    await world.run(60)
    expect((await read(id)).status).toBe('ended_by_customer')
  })

  test('the patience with a carrier that takes no calls begins again', async () => {
    const { user, call } = await caller()
    const id = await call()
    const ref = { user_id: user.id, call_id: id }
    await stop()
    await world.services.calls.patch(ref, { waiting: { put_off_since: 1 } }, world.clock.now())
    await world.run(60)
    expect(await world.services.calls.find(ref)).not.toHaveProperty('placement.put_off_since')
  })
})

describe('a request that could not leave in time', () => {
  test('is allowed again, so that none leaves later than that', async () => {
    await world.run(600)
    const { user, call } = await caller()
    let reads = 0
    const frozenBefore = frozenMs
    delay = async (name) => {
      if (name === 'get dialling') reads += 1
      if (name === 'secret' && reads === pollsOfOne && frozenMs === frozenBefore) frozenMs += 60_000
    }
    await call()
    await world.run(5)
    expect(reads).toBe(pollsOfOne + 1)
    expect(createsOf(user)).toHaveLength(1)
  })

  test('does not leave if dialling was stopped meanwhile', async () => {
    const { user, call, read } = await caller()
    delay = async (name) => {
      if (name !== 'secret') return
      frozenMs += 60_000
      await stop()
    }
    const id = await call()
    await world.run(120)
    expect(createsOf(user)).toEqual([])
    delay = undefined
    await start()
    await world.run(60)
    expect(createsOf(user)).toHaveLength(1)
    expect((await read(id)).failure_reason).toBeNull()
  })

  test('goes on within a minute if each was too late, without a lost attempt', async () => {
    const { user, campaign } = await caller()
    delay = async (name) => {
      if (name === 'secret') frozenMs += 60_000
    }
    await campaign('+12025550100')
    await world.run(5)
    expect(createsOf(user)).toEqual([])
    delay = undefined
    await world.run(60)
    expect(createsOf(user)).toHaveLength(1)
  })
})

test('an unreadable switch counts as stopped, without a lost attempt', async () => {
  const { user, campaign, lead } = await caller()
  let reads = 0
  delay = async (name) => {
    if (name === 'get dialling' && ++reads === pollsOfOne) throw new Error('The table does not answer')
  }
  await campaign('+12025550100')
  await world.run(70)
  expect(createsOf(user)).toHaveLength(1)
  await world.run(60)
  expect(await lead()).toMatchObject({ status: 'completed' })
  await expectNothingHeld(user)
})
