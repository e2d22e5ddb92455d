import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerKey } from '../../../shared/data/keys.ts'
import { finalStatuses } from '../../../shared/domain/call-life.ts'
import type { Entry } from '../../../shared/domain/transaction.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type World } from '../../world.ts'

/** More calls than any of these operations makes. */
const callsMax = 40
/** Longer than any call here may live, deadlines and repairs included. */
const lifetimeSeconds = 420

const faults = openFaults()
let world: World
beforeAll(async () => {
  world = await openWorld({ open: faults.open })
})
afterAll(() => world.close())

/** Places one call while the fault is armed, lets the world live on, and looks at everything that is left. */
const liveThrough = async (ending: string, headers: Record<string, string> = {}) => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { max_call_duration: 60 })
  const request = { phone_number: `+1202555${ending}`, assistant_id }
  const made = () => world.api(user.token, 'POST', '/user/make_call', request, headers)
  const first = await made()
  await world.run(lifetimeSeconds)
  const again = headers['idempotency-key'] ? await made() : undefined
  if (again) await world.run(lifetimeSeconds)

  const { calls } = await world.services.calls.page(user.id, {}, 0, 100)
  const creates = world.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${user.id}-`))
  const entries = await world.parts.table.query<Entry>({ pk: ledgerKey(user.id, 0).pk })
  return { user, first, again, calls, creates, entries }
}

const expectSound = async ({ user, calls, creates, entries }: Awaited<ReturnType<typeof liveThrough>>) => {
  const perCall = Object.groupBy(creates, ({ statusCallback }) => statusCallback ?? '')
  expect(Object.values(perCall).every((made) => made?.length === 1)).toBe(true)
  for (const call of calls) {
    expect(finalStatuses).toContain(call.status)
    expect(call.charged_at).toBeDefined()
    expect(entries.filter(({ call_id }) => call_id === call.id)).toHaveLength(call.total_cost > 0 ? 1 : 0)
  }
  const balance = await world.services.ledger.balance(user.id)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance)
  expect(await world.services.deadlines.past(Number.MAX_SAFE_INTEGER, 100)).toEqual([])
}

describe.each(['make-call', 'place-call', 'advance-call', 'answer-call', 'receive-call-status', 'receive-session-end'])(
  '%s',
  (operation) => {
    test.each(faultKinds)(
      '%s, at every call it makes: one dial at most, one final state, nothing stuck',
      async (kind) => {
        for (let call = 0; call < callsMax; call++) {
          faults.arm({ operation, call, kind })
          const lived = await liveThrough('0100')
          const struck = faults.struck()
          faults.disarm()
          if (!struck) {
            expect(call).toBeGreaterThan(1)
            return
          }
          await expectSound(lived)
          const [only] = lived.calls
          if (lived.first.status === 200) expect(lived.calls).toHaveLength(1)
          if (only && lived.creates.length === 1) expect(only.status).not.toBe('failed')
        }
        throw new Error('The operation makes more calls than expected')
      },
    )
  },
)

describe('make-call with an Idempotency-Key, sent again after the fault', () => {
  test.each(faultKinds)('%s, at every call it makes: one call at most', async (kind) => {
    for (let call = 0; call < callsMax; call++) {
      faults.arm({ operation: 'make-call', call, kind })
      const lived = await liveThrough('0100', { 'idempotency-key': `key-${kind}-${call}` })
      const struck = faults.struck()
      faults.disarm()
      if (!struck) return
      await expectSound(lived)
      expect(lived.calls.length).toBeLessThanOrEqual(1)
      expect(lived.creates.length).toBeLessThanOrEqual(1)
    }
    throw new Error('The operation makes more calls than expected')
  })
})

test('two deliveries of one place-call message at once: one dial', async () => {
  const lived = await liveThrough('0100')
  await expectSound(lived)
  const [call] = lived.calls
  const ref = { user_id: lived.user.id, call_id: call?.id ?? 0 }
  await Promise.all([1, 2, 3].map(() => world.services.placeCallQueue.nudge(ref)))
  await world.run(60)
  const creates = world.carrier
    .stats()
    .creates.filter(({ statusCallback }) => statusCallback?.includes(`/${lived.user.id}-`))
  expect(creates).toHaveLength(1)
})
