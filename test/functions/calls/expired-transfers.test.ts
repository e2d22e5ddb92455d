import { expect, test } from 'vitest'
import { dialOf } from '../../../shared/domain/calls/leg.ts'
import { openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { callTransferTo, callWith, nothingHeld } from './transfers.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

const callsMax = 30

test('makes no transfer late whose worker died, and releases its price', async () => {
  let deaths = 0
  for (let call = 0; call < callsMax; call++) {
    faults.arm({ operation: 'carry-out-wish', call, kind: 'dies before it' })
    const made = await callWith(world, callTransferTo('0100'), { customer: '0121', max_call_duration: 180 })
    await world.run(150)
    const struck = faults.struck()
    faults.disarm()
    if (!struck) break
    deaths += 1
    const { legs = [] } = (await made.stored()) ?? {}
    const late = legs.filter((leg) => (dialOf(leg)?.dialled_at ?? 0) - leg.asked_at > 20_000)
    expect(late, struck).toEqual([])
    await world.run(120)
    expect(await made.account(), struck).toMatchObject(nothingHeld)
  }
  expect(deaths).toBeGreaterThan(5)
})
