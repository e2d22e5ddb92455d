import { afterEach, expect, test } from 'vitest'
import type { Account } from '../../../shared/domain/account/account.ts'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { balanceKey, slotKey } from '../../../shared/table/keys.ts'
import { dueLeft } from '../../due-left.ts'
import { type FaultKind, faultKinds } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openSimulation, type RunningSimulation } from '../../simulation.ts'
import { callsOf, expectPromisesKept, type Promised } from './promises.ts'

/**
 * Fails each outgoing request of an operation once, each for a different user. Kinds of faults
 * alternate; FAULTS=all tests every kind at every request.
 */
const isThorough = process.env.FAULTS === 'all'
const kindsAt = (place: number): readonly FaultKind[] =>
  isThorough ? faultKinds : faultKinds.filter((_, index) => index === place % faultKinds.length)

const rules = { max_retries: 0, retry_interval: 60 }
const minutesMax = 30

let sim: RunningSimulation
afterEach(() => sim.close())

test.each([
  ['update-campaign-status', 20],
  ['dispatch-campaign', 80],
  ['place-call', 40],
  ['advance-call', 40],
  ['receive-call-status', 60],
])(
  'one fault at any call of %s: no double dial, every lead ends',
  async (operation, callsMax) => {
    const calls = new Map<number, number>()
    const fatal = new Map<number, { place: number; kind: FaultKind }>()
    sim = await openSimulation({
      seed: operation,
      startAt: Date.UTC(2026, 10, 25, 10),
      environment: { CARRIER_CALLS_PER_SECOND: '1000' },
      faultAt: (struck, _call, user_id = 0) => {
        if (struck.id !== operation) return undefined
        const place = calls.get(user_id) ?? 0
        calls.set(user_id, place + 1)
        const fault = fatal.get(user_id)
        return fault?.place === place ? fault.kind : undefined
      },
    })
    const runs: Promised[] = []
    const usual = await begin()
    await sim.run(5 * 60)
    const count = calls.get(usual.user.id) ?? 0
    expect(count).toBeGreaterThan(3)
    expect(count).toBeLessThan(callsMax)
    for (let place = 0; place < count; place++)
      for (const kind of kindsAt(place)) {
        runs.push(await begin((user_id) => fatal.set(user_id, { place, kind })))
      }

    for (let minute = 0; minute < minutesMax && !(await areComplete(runs)); minute++) await sim.run(60)
    for (const run of runs) {
      const fault = fatal.get(run.user.id)
      const what = `${fault?.kind} at call ${fault?.place}`
      await expectPromisesKept(run)
      const dialled = await callsOf(run)
      if (operation !== 'place-call') expect(dialled.length, what).toBeGreaterThan(0)
      for (const { call } of dialled) expect(finalStatuses, what).toContain(call.status)
      const { status } = (await registry.campaigns(sim.parts).find(run.user.id, run.campaign_id)) ?? {}
      expect(status, what).toBe('completed')
      expect(await sim.table.query({ pk: slotKey(run.user.id, 0, 0).pk }), what).toEqual([])
      const account = await sim.table.get<Account>(balanceKey(run.user.id))
      expect([account?.reserved ?? 0, account?.live_calls ?? 0], what).toEqual([0, 0])
      const { completed, spent, ...others } = await registry
        .leadPages(sim.parts)
        .standings(run.user.id, run.campaign_id)
      expect({ ...others, ended: completed + spent }, what).toEqual({
        waiting: 0,
        dialling: 0,
        in_doubt: 0,
        blocked: 0,
        barred: 0,
        ended: 1,
      })
    }
    expect(await dueLeft(registry.deadlines(sim.parts), sim.now())).toEqual([])
    expect(sim.dead).toEqual([])
  },
  240_000,
)

const begin = async (arm = (_user_id: number): unknown => undefined): Promise<Promised> => {
  const user = await sim.user()
  const assistant_id = await assistantFor(sim, user, { max_call_duration: 60, post_call_evaluation: false })
  const campaign_id = await campaignFor(sim, user, { assistant_id, max_calls_in_parallel: 1, ...rules })
  const secondary_contacts = isThorough ? [{ phone_number: '+12025550100' }] : []
  await leadFor(sim, user, campaign_id, isThorough ? '+12025550101' : '+12025550100', { secondary_contacts })
  arm(user.id)
  const start = () => sim.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  const { status } = await start()
  if (status !== 200) expect((await start()).status).toBe(200)
  return { sim, user, campaign_id, max: 1, rules }
}

const areComplete = async (runs: Promised[]): Promise<boolean> => {
  const campaigns = registry.campaigns(sim.parts)
  const found = await Promise.all(runs.map(({ user, campaign_id }) => campaigns.find(user.id, campaign_id)))
  return found.every((campaign) => campaign?.status === 'completed')
}
