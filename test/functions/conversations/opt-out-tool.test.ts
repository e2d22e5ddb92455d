import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { type FaultKind, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { connectLine } from './line.ts'

const faults = openFaults()
let world: World
let user: TestUser
let assistant_id: number
let customers = 0
beforeAll(async () => {
  world = await openWorld({ open: faults.open })
  user = await world.user()
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tools: [{ type: 'do_not_call' }] }
  assistant_id = await assistantFor(world, user, settings)
})
afterAll(() => world.close())

type Line = Awaited<ReturnType<typeof connectLine>>
const hangUp = async ({ ref, socket }: Pick<Line, 'ref' | 'socket'>) => {
  socket.close()
  await world.services.calls.apply(ref, { outcome: 'completed', duration: 9 }, world.clock.now())
}
const isBarred = (number: string) => registry.blacklist(world.parts).has(user.id, number)

const life = async (call: number, kind: FaultKind | ((line: Line) => Promise<void>)) => {
  const number = `+12025550${200 + customers++}`
  const line = await connectLine(world, user, assistant_id, { client_phone_number: number })
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  const done = typeof kind === 'function' ? () => kind(line) : kind
  faults.arm({ operation: 'receive-frame', call, kind: done })
  const askedAt = world.clock.now()
  line.socket.prompt('Take my details out of your system. [tool do_not_call]')
  for (let passed = 0; passed < 60 && !(await isBarred(number)); passed += 0.5) await world.run(0.5)
  const afterMs = world.clock.now() - askedAt
  const struck = faults.struck()
  faults.disarm()
  line.socket.close()
  return { struck, barred: await isBarred(number), afterMs }
}

const lives = async (kind: Parameters<typeof life>[1]) => {
  const lived: Awaited<ReturnType<typeof life>>[] = []
  for (let call = 0; call < 60; call++) {
    const one = await life(call, kind)
    if (!one.struck) return lived
    lived.push(one)
  }
  throw new Error('The function makes more calls than expected')
}

describe('an opt-out that the model asks for', () => {
  test('is in force within 5 s, whenever the customer hangs up', async () => {
    const lived = await lives(hangUp)
    expect(lived.length).toBeGreaterThan(5)
    expect(lived.filter(({ barred, afterMs }) => !barred || afterMs > 5_000)).toEqual([])
  })

  test.each(['fails without effect', 'dies before it'] as const)(
    'is in force in the end when its function %s',
    async (kind) => {
      const lived = await lives(kind)
      const asked = lived.findIndex(({ struck }) => struck === 'fetch')
      expect(asked).toBeGreaterThan(0)
      expect(lived.slice(asked).filter(({ barred }) => !barred)).toEqual([])
    },
    120_000,
  )
})
