import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultKinds } from '../../faults.ts'
import { openLives, spared } from './fault-lives.ts'
import { multimodal } from './realtime.ts'

let open: Awaited<ReturnType<typeof openLives>>
beforeAll(async () => {
  open = await openLives('+12025550100', { ...multimodal, max_call_duration: 60 })
})
afterAll(() => open.close())

describe.each(['receive-realtime-call', 'receive-session-end'])('%s', (operation) => {
  test.each(faultKinds)(
    '%s, at every call: picks up, or apologises and ends',
    async (kind) => {
      const lives = await open.lives(operation, kind)
      for (const { status } of lives) expect(['ended_by_customer', 'ended_by_assistant']).toContain(status)
      for (const { status } of spared(lives)) expect(status).toBe('ended_by_customer')
      for (const { status } of open.world.realtime.calls()) expect(status).toBeDefined()
    },
    120_000,
  )
})
