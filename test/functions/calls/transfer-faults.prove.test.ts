import { describe, expect, test } from 'vitest'
import { finalStatuses } from '../../../shared/domain/calls/call-life.ts'
import { endOf } from '../../../shared/domain/calls/leg.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { multimodal } from '../conversations/realtime.ts'
import { callTransferTo, callWith, dialsOf, nothingHeld, phoneOf, warmTransferTo } from './transfers.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open, together: true })
const callsMax = 40
const atOnce = 10
/** Seconds between two calls, so that their ids differ. */
const toldApartSeconds = 0.001

type Made = Awaited<ReturnType<typeof callWith>>

/**
 * Makes phone calls, ten at a time. For each, a different outgoing request of the operation fails.
 */
const eachCall = async (
  operation: string,
  kind: FaultKind,
  { begin, from = 0 }: { begin: () => Promise<Made>; from?: number },
  judge: (made: Made, where: string) => Promise<void>,
) => {
  for (let first = from; first < callsMax; first += atOnce) {
    const made: Made[] = []
    for (let n = 0; n < atOnce; n++) {
      made.push(await begin())
      await world.run(toldApartSeconds)
    }
    const plans = faults.arm(...made.map(({ ref }, n) => ({ operation, call: first + n, kind, about: ref.call_id })))
    await live(made)
    faults.disarm()
    for (const [n, one] of made.entries())
      await judge(one, `${kind} at call ${first + n} of ${operation}: ${plans[n]?.struck}`)
    if (plans.some(({ struck }) => !struck))
      return expect(first + plans.filter(({ struck }) => struck).length).toBeGreaterThan(1)
  }
  throw new Error('The operation makes more calls than expected')
}

let live: (made: Made[]) => Promise<void> = async () => undefined

/** Expects one dialled phone per tool call, one charge, and that the call is over. */
const sound = async ({ call, stored, charges, account, ref }: Made, where: string) => {
  const { status, transfers, cost_breakdown } = await call()
  expect(finalStatuses, where).toContain(status)
  const known = await stored()
  for (const leg of known?.legs ?? []) {
    expect(endOf(leg), where).toBeDefined()
    expect(leg.charge, where).toBeDefined()
  }
  expect(dialsOf(world, ref), where).toBeLessThanOrEqual(transfers.length)
  const booked = (await charges()).reduce((sum, amount) => sum + amount, 0)
  expect(booked, where).toBeCloseTo(cost_breakdown.call + cost_breakdown.transfers, 6)
  expect(await account(), where).toMatchObject(nothingHeld)
}

describe.each([
  ['receive-frame', callTransferTo('0101'), '0121'],
  ['receive-session-end', callTransferTo('0101'), '0121'],
  ['receive-leg-end', callTransferTo('0101'), '0121'],
  ['receive-leg-status', callTransferTo('0100'), '0121'],
  ['answer-leg', warmTransferTo('0100'), '0122'],
  ['advance-call', callTransferTo('0100'), '0121'],
] as const)('a transfer by the assistant, and %s', (operation, tool, customer) => {
  test.each(faultKinds)(
    '%s, at every call: one phone at most, paid once; the call ends',
    async (kind) => {
      live = async () => {
        await world.run(400)
      }
      const begin = () => callWith(world, tool, { customer, max_call_duration: 120, max_silence_duration: 60 })
      await eachCall(operation, kind, { begin }, sound)
    },
    300_000,
  )
})

describe.each(['transfer-call', 'advance-call'])('a transfer by its user, and %s', (operation) => {
  test.each([
    ...faultKinds.map((kind) => [kind, 'pipeline', {}] as const),
    ...faultKinds.map((kind) => [kind, 'multimodal', multimodal] as const),
  ])(
    '%s, at every call, %s: one phone, a repetition is the same transfer',
    async (kind, _mode, engine) => {
      live = async (made) => {
        const body = { phone_number: phoneOf('0101'), message: 'Ada takes over.' }
        const ask = (one: Made) => one.transfer(body, { 'idempotency-key': String(one.ref.call_id) })
        await world.run(10)
        await Promise.all(made.map(ask))
        await world.run(5)
        for (const one of made) expect([200, 409, 500]).toContain((await ask(one)).status)
        await world.run(400)
        for (const one of made) expect((await one.stored())?.legs?.length ?? 0).toBeLessThanOrEqual(1)
      }
      const settings = { customer: '0105', max_call_duration: 90, max_silence_duration: 60, ...engine }
      await eachCall(operation, kind, { begin: () => callWith(world, undefined, settings) }, sound)
    },
    300_000,
  )
})
