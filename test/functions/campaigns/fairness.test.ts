import { expect, onTestFinished, test } from 'vitest'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor } from '../../fixtures.ts'
import { openSimulation, type RunningSimulation, seedsOr } from '../../simulation.ts'

const perSecond = 2
const open = async (seed: string): Promise<RunningSimulation> => {
  const sim = await openSimulation({
    seed,
    startAt: Date.UTC(2026, 10, 25, 10),
    latencyMsMax: 50,
    environment: { CARRIER_CALLS_PER_SECOND: String(perSecond) },
    createsPerSecondMax: perSecond + 1,
  })
  onTestFinished(() => sim.close())
  return sim
}

const begin = async (sim: RunningSimulation, leads: number) => {
  const user = await sim.user()
  const assistant_id = await assistantFor(sim, user)
  const settings = { assistant_id, max_calls_in_parallel: 20, max_retries: 0 }
  const campaign_id = await campaignFor(sim, user, settings)
  const { id: first } = (await sim.api(user.token, 'GET', `/user/campaigns/${campaign_id}`)).body
  const rows = Array.from({ length: leads }, (_, row) =>
    newLead({ id: first + 1 + row, user_id: user.id, campaign_id, phone_number: '+12025550101', contacts: [] }),
  )
  await registry.leads(sim.parts).createMany(rows, true)
  await sim.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  const dials = () =>
    sim.carrier.stats().creates.filter(({ statusCallback }) => statusCallback?.includes(`/${user.id}-`))
  return { user, assistant_id, dials }
}

test.each(seedsOr('fair'))(
  'ten leads are not starved by three hundred; single calls precede (%s)',
  async (seed) => {
    const sim = await open(seed)
    const big = await begin(sim, 300)
    await sim.run(5)
    const small = await begin(sim, 10)
    const beganAt = sim.now()
    await sim.run(5)
    const askedAt = sim.now()
    const { status } = await sim.api(big.user.token, 'POST', '/user/make_call', {
      phone_number: '+12025550120',
      assistant_id: big.assistant_id,
    })
    expect(status).toBe(200)
    await sim.run(15)

    const single = sim.carrier.stats().creates.find(({ to }) => to === '+12025550120')
    expect((single?.receivedAt ?? Infinity) - askedAt).toBeLessThanOrEqual(2_500)
    expect(small.dials()).toHaveLength(10)
    expect((small.dials().at(-1)?.receivedAt ?? Infinity) - beganAt).toBeLessThanOrEqual(13_500)
    expect(big.dials().length).toBeGreaterThan(20)
  },
  60_000,
)
