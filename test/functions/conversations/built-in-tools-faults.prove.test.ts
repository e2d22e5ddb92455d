import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { faultKinds } from '../../faults.ts'
import { openLives, spared } from './fault-lives.ts'

describe.each(['receive-frame', 'carry-out-wish'])('%s', (operation) => {
  let open: Awaited<ReturnType<typeof openLives>>
  beforeAll(async () => {
    const settings = { system_prompt: '[double talk: insists] You are friendly.', tools: [{ type: 'send_sms' }] }
    open = await openLives('+12025550120', settings)
    await open.world.services.ledger.move({
      user_id: open.user.id,
      type: 'top_up',
      amount: 100_000_000,
      description: 'Top-up',
    })
  })
  afterAll(() => open.close())

  test.each(faultKinds)(
    '%s, at every call: sends a text once at most, paid if sent',
    async (kind) => {
      const before = open.world.carrier.stats().messageCreates.length
      const lives = await open.lives(operation, kind)
      const creates = open.world.carrier.stats().messageCreates.slice(before)
      expect(creates.length).toBeLessThanOrEqual(lives.length)
      await open.world.run(300)
      const { items } = await registry.sms(open.world.parts).page(open.user.id, 0, 1000)
      for (const { id, money } of items) {
        const sent = open.world.carrier
          .stats()
          .messageCreates.filter(({ statusCallback }) => statusCallback?.includes(`-${id}/`)).length
        expect({ money, sent }, kind).toEqual(sent ? { money: 'captured', sent: 1 } : { money: 'released', sent: 0 })
      }
      for (const { status, transcript } of spared(lives)) {
        expect(status).toBe('ended_by_assistant')
        expect(transcript).toContain('Here is what I found: The text was sent.')
      }
    },
    120_000,
  )
})
