import { expect } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { slotKey } from '../../../shared/table/keys.ts'
import { allFaultKinds, type FaultKind } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { openSimulation, type SimulationOptions } from '../../simulation.ts'
import { expectPromisesKept, type Promised } from './promises.ts'

/**
 * This file simulates random campaigns with user changes and faults, and compares them with the
 * carrier's record of calls.
 */
const minuteSeconds = 60
const endings = ['0100', '0101', '0102', '0103', '0104', '0106', '0107', '0108', '0109', '0110', '0111']
const rules = { max_retries: 1, retry_interval: 90 }

type How = Pick<SimulationOptions, 'client' | 'onPermission'>

export interface CampaignRun extends Promised {
  assistant_id: number
  user: { id: number; token: string }
  touched: Set<number>
  stops: { from: number; until: number }[]
  blacklisted: Map<string, number>
}

export const openRun = async (
  seed: string,
  faults: boolean,
  how: How = {},
): Promise<CampaignRun & { calm: () => void }> => {
  let isCalm = !faults
  let roll = () => 0.5
  const faultAt = ({ kind }: { kind: string }): FaultKind | undefined => {
    if (isCalm || kind === 'http' || roll() > 0.01) return undefined
    return allFaultKinds[Math.floor(roll() * allFaultKinds.length)]
  }
  const sim = await openSimulation({
    seed,
    startAt: Date.UTC(2026, 10, 25, 10),
    latencyMsMax: 400,
    environment: { CARRIER_CALLS_PER_SECOND: '5' },
    faultAt,
    ...how,
    carrierFaults: (request) => {
      if (isCalm || request.method !== 'POST' || !request.url.endsWith('/Calls.json') || roll() > 0.05) return undefined
      return (['refuse', 'hang', 'drop-after', '500'] as const)[Math.floor(roll() * 4)]
    },
  })
  roll = () => sim.random.number()
  const user = await sim.user()
  const max = 3
  const assistant_id = await assistantFor(sim, user, { max_call_duration: 60 })
  const campaign_id = await campaignFor(sim, user, {
    assistant_id,
    max_calls_in_parallel: max,
    timezone: 'Asia/Kathmandu',
    allowed_hours_start_time: '00:00',
    allowed_hours_end_time: '18:00',
    ...rules,
  })
  const calm = () => {
    isCalm = true
  }
  return {
    sim,
    user,
    assistant_id,
    campaign_id,
    max,
    rules,
    window,
    stops: [],
    blacklisted: new Map(),
    touched: new Set(),
    calm,
  }
}

const window = {
  timezone: 'Asia/Kathmandu',
  allowed_hours_start_time: '00:00:00',
  allowed_hours_end_time: '18:00:00',
  allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
} as const

export const finish = async (run: CampaignRun, minutesMax: number) => {
  for (let minute = 0; minute < minutesMax; minute++) {
    await run.sim.run(minuteSeconds)
    await expectPromisesKept(run)
    const { body } = await run.sim.api(run.user.token, 'GET', `/user/campaigns/${run.campaign_id}`)
    if (body.status === 'completed') return body
  }
  throw new Error('The campaign did not come to its end')
}

export const expectNoSlotTaken = async ({ sim, user }: CampaignRun) =>
  expect(await sim.table.query({ pk: slotKey(user.id, 0, 0).pk }), 'every slot is free').toEqual([])

/** Expects that all overdue deadlines are handled within minutes. */
export const expectNothingOverdue = async ({ sim }: CampaignRun) => {
  await sim.run(overdueMinutes * minuteSeconds)
  expect(await registry.deadlines(sim.parts).past(sim.now() - overdueMinutes * minuteSeconds * 1000, 100)).toEqual([])
}
const overdueMinutes = 15

export const expectRest = async (run: CampaignRun) => {
  const { sim, user } = run
  await expectNoSlotTaken(run)
  await expectNothingOverdue(run)
  const { body } = await sim.api(user.token, 'GET', '/user/leads?per_page=100')
  const statuses = body.data.map(({ status }: { status: string }) => status)
  expect(statuses.filter((status: string) => status === 'created')).toEqual([])
}

export const begin = async (run: CampaignRun, count: number) => {
  const leads = []
  for (let index = 0; index < count; index++) {
    const phone_number = `+1202555${endings[index % endings.length]}`
    const secondary_contacts = index % 5 === 0 ? [{ phone_number: `+12025550${120 + index}` }] : []
    leads.push(await leadFor(run.sim, run.user, run.campaign_id, phone_number, { secondary_contacts }))
  }
  await act(run, 'start')
  return leads
}

export const act = async ({ sim, user, campaign_id }: CampaignRun, action: 'start' | 'stop') =>
  sim.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action })

export const meddle = async (run: CampaignRun, leads: { id: number; phone_number: string }[], pauseSecondsMax = 20) => {
  const { sim, user, campaign_id } = run
  const elsewhere = await campaignFor(sim, user, { assistant_id: run.assistant_id })
  const creates = () => sim.carrier.stats().creates.length
  for (let step = 0; step < 12; step++) {
    await sim.run(Math.ceil(sim.random.number() * pauseSecondsMax))
    const lead = leads[Math.floor(sim.random.number() * leads.length)] ?? { id: 0, phone_number: '' }
    const change = (body: object) => {
      run.touched.add(lead.id)
      return sim.api(user.token, 'PUT', `/user/leads/${lead.id}`, body)
    }
    if (step % 6 === 0) {
      const { status } = await act(run, 'stop')
      if (status === 200) {
        const stop = { from: creates(), until: Infinity }
        run.stops.push(stop)
        await sim.run(Math.ceil(sim.random.number() * 2 * pauseSecondsMax))
        stop.until = creates()
      }
      await act(run, 'start')
    }
    if (step % 6 === 1) await change({ phone_number: `+12025550${150 + step}` })
    if (step % 6 === 2) await change({ status: step === 2 ? 'created' : 'completed' })
    if (step % 6 === 3) {
      const { body } = await sim.api(user.token, 'GET', `/user/leads/${lead.id}`)
      const { phone_number = '+12025550199' } = body
      await sim.api(user.token, 'POST', '/user/blacklist', { phone_number })
      if (!run.blacklisted.has(phone_number)) run.blacklisted.set(phone_number, creates())
    }
    if (step % 6 === 4) {
      await change({ campaign_id: elsewhere })
      if (step === 4) await change({ campaign_id })
    }
    if (step % 6 === 5) {
      await sim.api(user.token, 'DELETE', `/user/leads/${lead.id}`)
      leads.push(await leadFor(sim, user, campaign_id, `+12025550${180 + step}`))
    }
    await expectPromisesKept(run)
  }
}
