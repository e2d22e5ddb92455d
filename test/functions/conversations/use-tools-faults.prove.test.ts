import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultKinds } from '../../faults.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { toolFor } from '../tools/tool.ts'
import { openLives, spared } from './fault-lives.ts'

let endpoint: WebhookReceiver
beforeAll(async () => {
  endpoint = await openReceiver(() => ({ body: 'Table 7' }))
})
afterAll(() => endpoint.close())

describe.each([
  ['receive-frame', 10],
  ['watch-silence', 30],
])('%s, with a tool that may take %i seconds', (operation, timeout) => {
  let open: Awaited<ReturnType<typeof openLives>>
  beforeAll(async () => {
    const settings = { system_prompt: '[double talk: insists] You are friendly.' }
    open = await openLives('+12025550117', settings, async (world, user) => {
      const headers = [{ name: 'Authorization', value: 'Bearer secret' }]
      return { tool_ids: [await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, headers, timeout })] }
    })
  })
  afterAll(() => open.close())

  test.each(faultKinds)(
    '%s, at every call: books once at most, and the customer hears',
    async (kind) => {
      endpoint.received.length = 0
      const lives = await open.lives(operation, kind)
      const booked = Object.groupBy(endpoint.received, ({ headers }) => headers['idempotency-key'] ?? '')
      for (const [key, requests] of Object.entries(booked)) expect(requests?.length, key).toBe(1)
      const calls = new Set(endpoint.received.map(({ headers }) => headers['parlance-call-id']))
      expect(endpoint.received.length).toBe(calls.size)
      for (const { status, transcript } of spared(lives)) {
        expect(status).toBe('ended_by_assistant')
        expect(transcript).toContain('Here is what I found: Table 7')
      }
      for (const { struck, lines, transcript } of lives) {
        const told = [...lines.map(({ text }) => text), transcript].join(' ')
        expect(told, `${kind} at ${struck}`).not.toContain('undefined')
      }
    },
    120_000,
  )
})
