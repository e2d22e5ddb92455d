import { expect } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { overAt } from '../../../shared/domain/calls/placement.ts'
import { type CallingWindow, isOpen } from '../../../shared/domain/campaigns/calling-window.ts'
import { callKey } from '../../../shared/table/keys.ts'
import type { RunningSimulation } from '../../simulation.ts'

export interface Promised {
  sim: RunningSimulation
  user: { id: number }
  campaign_id: number
  max: number
  rules: { max_retries: number; retry_interval: number }
  window?: CallingWindow
  stops?: { from: number; until: number }[]
  blacklisted?: Map<string, number>
  touched?: Set<number>
}

export const callsOf = async ({ sim, user, campaign_id }: Promised) => {
  const creates = sim.carrier.stats().creates.map((create, index) => ({ ...create, index }))
  const stored = await sim.table.query<Call>({ pk: callKey(user.id, 0).pk })
  const calls = new Map(stored.map((call) => [call.id, call]))
  return creates.flatMap((create) => {
    const [, user_id, id] = (/(\d+)-(\d+)\/status$/.exec(create.statusCallback ?? '') ?? []).map(Number)
    if (user_id !== user.id) return []
    const call = calls.get(id ?? 0)
    if (!call) throw new Error('The carrier was asked for a call that is not recorded')
    return call.campaign?.id === campaign_id && create.outcome !== 'limited' ? [{ ...create, call }] : []
  })
}

/** Checks the dialler's invariants over the carrier's whole record. */
export const expectPromisesKept = async (run: Promised) => {
  const { sim, max, rules, window, stops = [], blacklisted, touched } = run
  const dialled = await callsOf(run)
  expect(new Set(dialled.map(({ call }) => call.id)).size, 'one create request for a call').toBe(dialled.length)
  const outside = dialled.map(({ receivedAt }) => receivedAt).filter((at) => window && !isOpenAt(window, at))
  expect(outside, 'no call outside of the window').toEqual([])
  for (const { from, until } of stops)
    expect(
      dialled.filter(({ index }) => index >= from && index < until),
      'nobody after a stop',
    ).toEqual([])
  const unwanted = dialled.filter(({ to, index }) => index >= (blacklisted?.get(to) ?? Infinity))
  expect(unwanted, 'nobody blacklisted').toEqual([])

  const live = dialled
    .filter(({ outcome }) => outcome === 'placed')
    .map(({ receivedAt, call }) => ({
      from: receivedAt,
      until: overAt(call) ?? sim.now(),
      lead: call.campaign?.main_lead_id,
      to: call.client_phone_number,
    }))
  const crowds = live.map((one) => {
    const beside = live.filter((other) => other.from <= one.from && one.from < other.until)
    return { all: beside.length, ofLead: beside.filter(({ lead }) => lead === one.lead).length }
  })
  expect(Math.max(0, ...crowds.map(({ all }) => all)), 'calls at a time').toBeLessThanOrEqual(max)
  expect(Math.max(0, ...crowds.map(({ ofLead }) => ofLead)), 'calls of one lead at a time').toBeLessThanOrEqual(1)
  for (const attempts of Map.groupBy(
    dialled,
    ({ call }) => `${call.campaign?.main_lead_id} ${call.client_phone_number}`,
  ).values()) {
    if (touched?.has(attempts[0]?.call.campaign?.main_lead_id ?? 0)) continue
    expect(attempts.length, 'attempts of a number').toBeLessThanOrEqual(1 + rules.max_retries)
    const apart = attempts.slice(1).map(({ receivedAt }, index) => {
      const before = attempts[index]?.call
      return receivedAt - ((before && overAt(before)) ?? Infinity)
    })
    for (const ms of apart) expect(ms, 'between attempts').toBeGreaterThanOrEqual(rules.retry_interval * 1000)
  }
}

const isOpenAt = (window: CallingWindow, at: number): boolean => {
  const known = openAt.get(window) ?? new Map<number, boolean>()
  openAt.set(window, known)
  const found = known.get(at) ?? isOpen(window, at)
  known.set(at, found)
  return found
}
const openAt = new WeakMap<CallingWindow, Map<number, boolean>>()
