import { engineClient } from '../engine/client.ts'
import {
  act,
  begin,
  expectNoSlotTaken,
  expectNothingOverdue,
  finish,
  meddle,
  openRun,
} from '../functions/campaigns/campaign-run.ts'

export const campaignDays = 3
const daySeconds = 24 * 60 * 60
const calmMinutesMax = 180
const leadsADay = 14
const pauseSecondsMax = 300

/**
 * Simulates a campaign's days from one seed. Each morning its owner adds leads, starts and changes
 * the campaign. Calls to AWS fail. Rejects if an invariant is broken or the campaign does not end.
 */
export const liveThrough = async (seed: string): Promise<{ calls: number }> => {
  const run = await openRun(seed, true, { client: engineClient(), onPermission: () => undefined })
  const { sim } = run
  try {
    const beganAt = sim.now()
    for (let day = 0; day < campaignDays; day++) {
      const leads = await begin(run, leadsADay)
      await meddle(run, leads, pauseSecondsMax)
      if (day < campaignDays - 1) await sim.run(daySeconds - (sim.now() - beganAt - day * daySeconds * 1000) / 1000)
    }
    run.calm()
    await act(run, 'start')
    await finish(run, calmMinutesMax)
    await expectNoSlotTaken(run)
    await expectNothingOverdue(run)
    return { calls: sim.carrier.stats().creates.length }
  } finally {
    sim.close()
  }
}
