import { expect, onTestFinished, test } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { callKey, dialQueueKey } from '../../../shared/table/keys.ts'
import { allFaultKinds, type FaultKind } from '../../faults.ts'
import { assistantFor, campaignFor } from '../../fixtures.ts'
import { openSimulation, type RunningSimulation, type SimulationOptions, seedsOr } from '../../simulation.ts'

const seeds = seedsOr('first', 'second', 'third')
const busy = '+12025550101'

const open = async (
  options: Pick<SimulationOptions, 'seed'> & Partial<SimulationOptions>,
): Promise<RunningSimulation> => {
  const sim = await openSimulation({ startAt: Date.UTC(2026, 10, 25, 10), latencyMsMax: 50, ...options })
  onTestFinished(() => sim.close())
  return sim
}

const aCaller = async (sim: RunningSimulation) => {
  const user = await sim.user()
  const assistant_id = await assistantFor(sim, user)
  const call = async () => {
    const { status } = await sim.api(user.token, 'POST', '/user/make_call', { phone_number: busy, assistant_id })
    expect(status).toBe(200)
  }
  const start = async (leads: number) => {
    const campaign_id = await campaignFor(sim, user, { assistant_id, max_calls_in_parallel: 20, max_retries: 0 })
    const { id: first } = (await sim.api(user.token, 'GET', `/user/campaigns/${campaign_id}`)).body
    const rows = Array.from({ length: leads }, (_, row) =>
      newLead({ id: first + 1 + row, user_id: user.id, campaign_id, phone_number: busy, contacts: [] }),
    )
    await registry.leads(sim.parts).createMany(rows, true)
    await sim.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  }
  const dials = () =>
    sim.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${user.id}-`))
  const calls = () => sim.table.query<Call>({ pk: callKey(user.id, 0).pk })
  const waiting = async () => {
    const all = await sim.table.query<{ user_id: number }>({ pk: dialQueueKey('single', 0, 0).pk })
    return all.filter(({ user_id }) => user_id === user.id)
  }
  return { user, call, start, dials, calls, waiting }
}

test.each(seeds)(
  'a hundred queued calls delay another user’s by two turns (%s)',
  async (seed) => {
    const sim = await open({ seed })
    const [many, other, campaigner] = [await aCaller(sim), await aCaller(sim), await aCaller(sim)]
    await campaigner.start(60)
    for (let count = 0; count < 100; count++) await many.call()
    await sim.run(5)
    const seen = { many: many.dials().length, campaigner: campaigner.dials().length }
    const askedAt = sim.now()
    await other.call()
    await sim.run(15)

    const [only] = other.dials()
    const before = (dials: { receivedAt: number }[]) =>
      dials.filter(({ receivedAt }) => receivedAt > askedAt && receivedAt < (only?.receivedAt ?? Infinity)).length
    expect(before(many.dials())).toBeLessThanOrEqual(2)
    expect((only?.receivedAt ?? Infinity) - askedAt).toBeLessThanOrEqual(6_000)
    await sim.run(45)
    expect(campaigner.dials().length - seen.campaigner).toBeGreaterThanOrEqual(20)
    expect(many.dials().length - seen.many).toBeGreaterThanOrEqual(20)
    const at = sim.carrier.stats().creates.map(({ receivedAt }) => receivedAt)
    expect(at.length / ((Math.max(...at) - Math.min(...at)) / 1000 + 1)).toBeGreaterThan(0.8)
    expect(sim.logged.filter(({ level }) => level === 'error')).toEqual([])
  },
  120_000,
)

/**
 * Opens a simulation without faults at first. Later, one in fifty requests by workers fails, and
 * one in ten messages is lost or doubled.
 */
const openFaulty = async (seed: string) => {
  let isCalm = true
  let roll = () => 0.5
  const faultAt = ({ kind }: { kind: string }): FaultKind | undefined =>
    isCalm || kind !== 'worker' || roll() > 0.02 ? undefined : allFaultKinds[Math.floor(roll() * allFaultKinds.length)]
  const messageFaults = () => {
    if (isCalm || roll() > 0.1) return undefined
    return roll() < 0.5 ? 'lost' : 'doubled'
  }
  const sim = await open({ seed, faultAt, messageFaults, environment: { CARRIER_CALLS_PER_SECOND: '2' } })
  roll = () => sim.random.number()
  const setCalm = (calm: boolean) => {
    isCalm = calm
  }
  return { sim, setCalm }
}

test.each(seeds)(
  'serves all once although workers die and messages are lost (%s)',
  async (seed) => {
    const { sim, setCalm } = await openFaulty(seed)
    const callers = [await aCaller(sim), await aCaller(sim), await aCaller(sim)]
    setCalm(false)
    for (const [index, caller] of callers.entries()) {
      await caller.start(5)
      for (let count = 0; count < 12 - 5 * index; count++) await caller.call()
    }
    await sim.run(240)
    setCalm(true)
    await sim.run(600)
    for (const [index, caller] of callers.entries()) {
      const calls = await caller.calls()
      expect(calls.filter(({ campaign }) => campaign === undefined)).toHaveLength(12 - 5 * index)
      expect(calls.filter(({ closed_at }) => closed_at === undefined)).toEqual([])
      const dialled = caller.dials().map(({ statusCallback }) => statusCallback)
      expect(new Set(dialled).size).toBe(dialled.length)
      await caller.call()
      await sim.run(10)
      expect(caller.dials()).toHaveLength(dialled.length + 1)
      expect(await caller.waiting()).toEqual([])
    }
  },
  120_000,
)

test.each(seeds)(
  'single calls with faults wait for no running campaign (%s)',
  async (seed) => {
    const { sim, setCalm } = await openFaulty(seed)
    const [campaigner, one, other] = [await aCaller(sim), await aCaller(sim), await aCaller(sim)]
    await campaigner.start(900)
    setCalm(false)
    for (let round = 0; round < 15; round++) {
      await Promise.all([one.call(), one.call(), other.call()])
      await sim.run(16)
    }
    setCalm(true)
    await sim.run(120)
    for (const caller of [one, other]) {
      expect((await caller.calls()).filter(({ closed_at }) => closed_at === undefined)).toEqual([])
      expect(await caller.waiting()).toEqual([])
    }
    const seen = campaigner.dials().length
    await sim.run(30)
    expect(campaigner.dials().length - seen, 'the campaign goes on').toBeGreaterThan(45)
  },
  120_000,
)
