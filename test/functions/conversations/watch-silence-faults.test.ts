import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultKinds } from '../../faults.ts'
import { openLives, spared } from './fault-lives.ts'

let open: Awaited<ReturnType<typeof openLives>>
beforeAll(async () => {
  open = await openLives('+12025550106')
})
afterAll(() => open.close())

test.each(faultKinds)(
  '%s, at every call: the talk continues or ends, without silence',
  async (kind) => {
    for (const { status, lines } of spared(await open.lives('watch-silence', kind))) {
      expect(status).toBe('ended_by_assistant')
      expect(lines.at(-1)).toEqual({ speaker: 'assistant', text: 'Thank you for your time. Goodbye!' })
    }
  },
  120_000,
)
