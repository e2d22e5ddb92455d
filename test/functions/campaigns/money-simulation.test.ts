import { expect, test } from 'vitest'
import { type Account, heldFor, liveCallIds } from '../../../shared/domain/account/account.ts'
import type { Entry } from '../../../shared/domain/account/transaction.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { balanceKey, ledgerKey } from '../../../shared/table/keys.ts'
import { allFaultKinds, type FaultKind } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openSimulation, seedsOr } from '../../simulation.ts'

/**
 * These tests simulate a campaign and single calls of a user with a low balance, under faults. They
 * check the balance every ten seconds.
 */
const minutePrice = 64_000
const checkSeconds = 10

const open = async (seed: string, faults: boolean) => {
  let isCalm = !faults
  let roll = () => 0.5
  const sim = await openSimulation({
    seed,
    startAt: Date.UTC(2026, 10, 25, 10),
    latencyMsMax: 400,
    environment: { CARRIER_CALLS_PER_SECOND: '5' },
    faultAt: ({ kind }: { kind: string }): FaultKind | undefined => {
      if (isCalm || kind === 'http' || roll() > 0.01) return undefined
      return allFaultKinds[Math.floor(roll() * allFaultKinds.length)]
    },
  })
  roll = () => sim.random.number()
  const user = await sim.user()
  const assistant_id = await assistantFor(sim, user, { max_call_duration: 60, post_call_evaluation: false })
  const pay = (amount: number) =>
    registry.ledger(sim.parts).move({ user_id: user.id, type: 'top_up', amount, description: 'Top-up' })
  const calm = () => {
    isCalm = true
  }
  return { sim, user, assistant_id, pay, calm }
}
type Run = Awaited<ReturnType<typeof open>>

const expectSound = async ({ sim, user }: Run): Promise<Account> => {
  const account = await sim.table.get<Account>(balanceKey(user.id))
  const entries = await sim.table.query<Entry>({ pk: ledgerKey(user.id, 0).pk })
  if (!account) throw new Error('The account is gone')
  const live = liveCallIds(account)
  expect(account.micros).toBe(entries.reduce((sum, { amount }) => sum + amount, 0))
  expect(account.live_calls ?? 0).toBe(live.length)
  expect(account.reserved ?? 0).toBe(live.reduce((sum, id) => sum + (heldFor(account, id) ?? 0), 0))
  expect(account.micros, 'no more than a started minute below the floor').toBeGreaterThanOrEqual(-minutePrice)
  return account
}

const runSoundly = async (run: Run, seconds: number) => {
  for (let passed = 0; passed < seconds; passed += checkSeconds) {
    await run.sim.run(checkSeconds)
    await expectSound(run)
  }
}

test.each([
  ...seedsOr('poor').map((seed) => [seed, false] as const),
  ...seedsOr('poor and failing').map((seed) => [seed, true] as const),
])(
  'money for four of twelve calls (%s): four talk, no hold stays',
  async (seed, faults) => {
    const run = await open(seed, faults)
    const { sim, user, assistant_id } = run
    await run.pay(4 * minutePrice)
    const campaign_id = await campaignFor(sim, user, { assistant_id, max_calls_in_parallel: 3, retry_interval: 60 })
    for (let count = 0; count < 8; count++) await leadFor(sim, user, campaign_id, '+12025550100')
    const start = () => sim.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await start()
    for (let count = 0; count < 4; count++)
      await sim.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550100', assistant_id })
    await runSoundly(run, 300)
    run.calm()
    await runSoundly(run, 1500)
    expect(await expectSound(run)).toMatchObject({ reserved: 0, live_calls: 0, micros: 0 })
    const look = async () => (await sim.api(user.token, 'GET', `/user/campaigns/${campaign_id}`)).body
    const first = await look()
    if (first.status !== 'completed')
      expect(first).toMatchObject({ status: 'stopped', stop_reason: 'The balance is used up.' })

    await run.pay(50 * minutePrice)
    if (first.status !== 'completed') await start()
    await runSoundly(run, 600)
    expect(await look()).toMatchObject({ status: 'completed', leads_count: { created: 0, completed: 8 } })
    expect(await expectSound(run)).toMatchObject({ reserved: 0, live_calls: 0 })
    sim.close()
  },
  240_000,
)
