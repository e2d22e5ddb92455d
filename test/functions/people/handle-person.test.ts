import { expect, test } from 'vitest'
import { openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { eraseUnderFaults } from './erasures.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open, together: true })

test('erases the person when the worker dies at any of its first calls', async () => {
  const calls = await eraseUnderFaults({ world, faults, kind: 'dies after its effect', lives: 12 })
  expect(calls.filter((call) => call !== undefined)).toHaveLength(12)
})
