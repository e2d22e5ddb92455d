import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'
import { openSubscriber } from './subscriber.ts'

/** Milliseconds by which the delivering function's clock is behind. */
let behindMs = 0
const world = useWorld({
  open: ({ operation, open }, parts) => {
    const clock = { ...parts.clock, now: () => parts.clock.now() - behindMs }
    return open(operation.id === 'deliver-webhook' ? { ...parts, clock } : parts, registry)
  },
})

test('waits for a message that a slow clock sees early', async () => {
  const askedAt: number[] = []
  const subscriber = await openSubscriber(world, () => {
    askedAt.push(world.clock.now())
    behindMs = 1_500
    return { status: askedAt.length === 1 ? 503 : 200, body: '' }
  })
  await subscriber.ended()
  await world.run(120)
  const [first = 0, second = Infinity] = askedAt
  expect(second - first).toBeGreaterThanOrEqual(5_000)
  expect(second - first).toBeLessThan(10_000)
})
