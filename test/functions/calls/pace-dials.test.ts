import { expect, onTestFinished, test } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { callKey, dialQueueKey, dialSlotsKey } from '../../../shared/table/keys.ts'
import { allFaultKinds, type FaultKind } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openSimulation, type SimulationOptions } from '../../simulation.ts'

const calls = 5

/** Creates calls faster than the limit of one dial a second. */
const rush = async (faultAt?: SimulationOptions['faultAt']) => {
  const sim = await openSimulation({ seed: 'pacer', startAt: Date.UTC(2026, 10, 25, 10), latencyMsMax: 20, faultAt })
  onTestFinished(() => sim.close())
  const user = await sim.user()
  const assistant_id = await assistantFor(sim, user)
  for (let call = 0; call < calls; call++) {
    const body = { phone_number: '+12025550101', assistant_id }
    expect((await sim.api(user.token, 'POST', '/user/make_call', body)).status).toBe(200)
  }
  const dials = () => sim.carrier.stats().creates.map(({ receivedAt }) => receivedAt)
  return { sim, user, dials }
}

test('dials waiting calls a second apart, and sleeps when none waits', async () => {
  const { sim, dials } = await rush()
  await sim.run(10)
  const at = dials()
  expect(at).toHaveLength(calls)
  for (const [place, dial] of at.slice(1).entries()) expect(dial - (at[place] ?? 0)).toBeGreaterThan(900)
  expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeLessThan(calls * 1000)
  expect(await sim.table.query({ pk: dialQueueKey('single', 0, 0).pk })).toEqual([])
  const slots = await sim.table.get<{ waits?: true; round: number }>(dialSlotsKey)
  expect(slots?.waits).toBeUndefined()
  await sim.run(60)
  expect(await sim.table.get(dialSlotsKey)).toEqual(slots)
})

const callsOfPacer = 16
const faults = allFaultKinds.flatMap((kind) => Array.from({ length: callsOfPacer }, (_, at) => [kind, at] as const))

test.each(faults)('dials every waiting call once when the pacer %s at call %i', async (kind, at) => {
  let seen = 0
  const faultAt = ({ id }: { id: string }): FaultKind | undefined =>
    id === 'pace-dials' && seen++ === at ? kind : undefined
  const { sim, user, dials } = await rush(faultAt)
  await sim.run(200)
  expect(dials()).toHaveLength(calls)
  const stored = await sim.table.query<Call>({ pk: callKey(user.id, 0).pk })
  expect(stored.filter(({ closed_at }) => closed_at === undefined)).toEqual([])
})
