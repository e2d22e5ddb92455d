import { afterEach, expect, test } from 'vitest'
import { askedAt } from '../../../shared/domain/calls/placement.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dialledKey, slotKey } from '../../../shared/table/keys.ts'
import { allFaultKinds, type FaultKind } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openSimulation, type RunningSimulation } from '../../simulation.ts'
import type { TestUser } from '../../world.ts'

const kindsAt = (place: number): readonly FaultKind[] =>
  process.env.FAULTS === 'all'
    ? allFaultKinds
    : allFaultKinds.filter((_, index) => index === place % allFaultKinds.length)

const busy = '+12025550101'

let sim: RunningSimulation
afterEach(() => sim.close())

test('one fault at any call of place-call: caps hold, calls count once', async () => {
  const calls = new Map<number, number>()
  const fatal = new Map<number, { place: number; kind: FaultKind }>()
  sim = await openSimulation({
    seed: 'caps',
    startAt: Date.UTC(2026, 10, 25, 15),
    environment: { CARRIER_CALLS_PER_SECOND: '1000' },
    faultAt: (struck, _call, user_id = 0) => {
      if (struck.id !== 'place-call') return undefined
      const place = calls.get(user_id) ?? 0
      calls.set(user_id, place + 1)
      const fault = fatal.get(user_id)
      return fault?.place === place ? fault.kind : undefined
    },
  })
  const usual = await begin()
  await sim.run(10 * 60)
  const count = calls.get(usual.id) ?? 0
  expect(count).toBeGreaterThan(10)
  const users: TestUser[] = [usual]
  for (let place = 0; place < count; place++)
    for (const kind of kindsAt(place)) users.push(await begin((id) => fatal.set(id, { place, kind })))
  await sim.run(30 * 60)

  for (const user of users) {
    const fault = fatal.get(user.id)
    const what = `${fault?.kind} at call ${fault?.place}`
    const made = await registry.calls(sim.parts).since(user.id, 0)
    const asked = made.filter((call) => askedAt(call) !== undefined)
    expect(asked.length, what).toBe(2)
    const counted = await sim.table.get<{ calls: number[]; times: number[] }>(dialledKey(user.id, busy))
    expect(counted?.calls.toSorted(), what).toEqual(asked.map(({ id }) => id).toSorted())
    expect(counted?.times.toSorted(), what).toEqual(asked.map(askedAt).toSorted())
    expect(await sim.table.query({ pk: slotKey(user.id, 0, 0).pk }), what).toEqual([])
    const { data } = (await sim.api(user.token, 'GET', '/user/leads')).body
    expect(data, what).toHaveLength(2)
    for (const { id, status } of data) {
      const lead = await registry.leads(sim.parts).find(user.id, id)
      expect([status, lead?.call_id], what).toEqual(['created', undefined])
      expect(lead?.next_attempt_at, what).toBeGreaterThan(sim.now())
    }
  }
  expect(sim.dead).toEqual([])
})

const begin = async (arm = (_user_id: number): unknown => undefined): Promise<TestUser> => {
  const user = await sim.user()
  const assistant_id = await assistantFor(sim, user, { max_call_duration: 60, post_call_evaluation: false })
  await sim.api(user.token, 'PUT', '/user/calling-rules/US', { caps: [{ calls: 2, hours: 8 }] })
  const rules = { calling_rules: 'enforce', max_retries: 5, retry_interval: 60, mark_complete_when_no_leads: false }
  const campaigns = [
    await campaignFor(sim, user, { assistant_id, ...rules }),
    await campaignFor(sim, user, { assistant_id, ...rules }),
  ]
  for (const id of campaigns) await leadFor(sim, user, id, busy)
  arm(user.id)
  const start = (campaign_id: number) =>
    sim.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await Promise.all(campaigns.map(start))
  return user
}
