import { expect, test } from 'vitest'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { eraseUnderFaults } from './erasures.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open, together: true })

const lives = 260

test.each(faultKinds)(
  'erases once and charges once when a worker %s at any call',
  async (kind) => {
    const calls = await eraseUnderFaults({ world, faults, kind, lives })
    expect(calls.filter((call) => call !== undefined).length).toBeGreaterThan(60)
    expect(calls.at(-1)).toBeUndefined()
  },
  240_000,
)
