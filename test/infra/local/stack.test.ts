import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { useWorld } from '../../use-world.ts'

const dayMs = 24 * 60 * 60 * 1000
const remainingMs: Record<string, number> = {}

const world = useWorld({
  open: (entry, parts) => {
    const run = entry.open(parts, registry)
    return (event, context) => {
      remainingMs[entry.operation.id] = context.getRemainingTimeInMillis()
      return run(event, context)
    }
  },
})

test('does not end a function in virtual time because the machine is busy', async () => {
  const user = await world.user()
  expect((await world.api(user.token, 'GET', '/user/me')).status).toBe(200)
  expect(remainingMs['get-me']).toBeGreaterThan(dayMs)
})
