import { afterEach, describe, expect, test } from 'vitest'
import { askedAt } from '../../../shared/domain/calls/placement.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { slotKey } from '../../../shared/table/keys.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openSimulation, type RunningSimulation, seedsOr } from '../../simulation.ts'
import { callsOf, expectPromisesKept, type Promised } from './promises.ts'

const seeds = seedsOr('alpha', 'beta', 'gamma')
const rules = { max_retries: 1, retry_interval: 60 }
const max = 2
const minutesMax = 30

let sim: RunningSimulation
afterEach(() => sim.close())

const open = async (seed: string, endings: string[]) => {
  sim = await openSimulation({
    seed,
    startAt: Date.UTC(2026, 10, 25, 10),
    latencyMsMax: 1_500,
    environment: { CARRIER_CALLS_PER_SECOND: '2' },
  })
  const user = await sim.user()
  const assistant_id = await assistantFor(sim, user, { max_call_duration: 60, post_call_evaluation: false })
  const campaign_id = await campaignFor(sim, user, { assistant_id, max_calls_in_parallel: max, ...rules })
  const leads: { id: number; phone_number: string }[] = []
  for (const ending of endings) leads.push(await leadFor(sim, user, campaign_id, `+1202555${ending}`))
  const run: Promised = { sim, user, campaign_id, max, rules }
  const act = async (action: 'start' | 'stop') =>
    (await sim.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })).status
  const nudge = () => registry.dispatchCampaignQueue(sim.parts).nudge({ user_id: user.id, campaign_id })
  return { run, user, leads, act, nudge }
}

const finish = async (run: Promised) => {
  const { user, campaign_id } = run
  for (let minute = 0; minute < minutesMax; minute++) {
    await sim.run(60)
    await expectPromisesKept(run)
    if ((await registry.campaigns(sim.parts).find(user.id, campaign_id))?.status !== 'completed') continue
    const { waiting, dialling } = await registry.leadPages(sim.parts).standings(user.id, campaign_id)
    expect({ waiting, dialling }).toEqual({ waiting: 0, dialling: 0 })
    expect(await sim.table.query({ pk: slotKey(user.id, 0, 0).pk })).toEqual([])
    expect(sim.logged.filter(({ level }) => level === 'error')).toEqual([])
    return
  }
  throw new Error('The campaign did not come to its end')
}

describe.each(seeds)('with the seed %s', (seed) => {
  test('two concurrent dispatches reserve no lead twice and no extra slot', async () => {
    const { run, act, nudge } = await open(seed, ['0100', '0101', '0120', '0121'])
    await act('start')
    for (let second = 0; second < 10; second++) {
      await Promise.all([nudge(), nudge()])
      await sim.run(1)
      await expectPromisesKept(run)
    }
    await finish(run)
    expect(await callsOf(run)).toHaveLength(5)
  })

  test('a call that ends while a dispatch runs frees its slot for one call', async () => {
    const { run, act, nudge } = await open(seed, ['0101', '0102', '0103', '0120'])
    await act('start')
    for (let second = 0; second < 40; second++) {
      await nudge()
      await sim.run(1)
    }
    await expectPromisesKept(run)
    await finish(run)
    expect(await callsOf(run)).toHaveLength(6)
  })

  test('a stop during a dispatch: no dial after its answer', async () => {
    const { run, act } = await open(seed, ['0100', '0101', '0120', '0121'])
    run.stops = []
    for (let round = 0; round < 4; round++) {
      await act('start')
      await sim.run(sim.random.number() * 4)
      if ((await act('stop')) !== 200) break
      const stop = { from: sim.carrier.stats().creates.length, until: Infinity }
      run.stops.push(stop)
      await sim.run(30)
      stop.until = sim.carrier.stats().creates.length
      await expectPromisesKept(run)
    }
    await act('start')
    await finish(run)
    expect(await callsOf(run)).toHaveLength(5)
  })

  test('leads changed during dialling: the next dial follows the change', async () => {
    const { run, user, leads, act } = await open(seed, ['0101', '0102', '0120', '0121'])
    const elsewhere = await campaignFor(sim, user, { assistant_id: (await firstAssistant(user.token)).id })
    const [edited, done, moved, deleted] = leads
    await act('start')
    await sim.run(sim.random.number() * 6)
    const change = (lead: typeof edited, body: object) =>
      sim.api(user.token, 'PUT', `/user/leads/${lead?.id}`, body).then(({ status }) => expect(status).toBe(200))
    await change(edited, { phone_number: '+12025550130' })
    const editedAt = sim.now()
    await change(done, { status: 'completed' })
    const doneAt = sim.now()
    await change(moved, { campaign_id: elsewhere })
    const movedAt = sim.now()
    await sim.api(user.token, 'DELETE', `/user/leads/${deleted?.id}`)
    const deletedAt = sim.now()
    run.touched = new Set(leads.map(({ id }) => id))
    await finish(run)

    const dialled = (await callsOf(run)).map(({ to, call }) => ({ to, at: askedAt(call) ?? 0 }))
    const dialledAfter = (lead: typeof edited, at: number) =>
      dialled.filter((dial) => dial.to === lead?.phone_number && dial.at > at)
    expect(dialledAfter(edited, editedAt)).toEqual([])
    expect(dialled.filter(({ to }) => to === '+12025550130')).toHaveLength(1)
    expect(dialledAfter(done, doneAt)).toEqual([])
    expect(dialledAfter(moved, movedAt)).toEqual([])
    expect(dialledAfter(deleted, deletedAt)).toEqual([])
  })
})

const firstAssistant = async (token: string): Promise<{ id: number }> =>
  (await sim.api(token, 'GET', '/user/assistants')).body[0]
