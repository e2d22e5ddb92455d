import { beforeEach, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let onAnswer = (_carrier_sid: string) => {}
let isSocketGone = false
let updates: string[] = []
let before = 0

const world = useWorld({
  open: ({ operation, open }, parts) => {
    const send: typeof fetch = async (url, init) => {
      if (String(url).includes('/@connections/') && isSocketGone) return new Response(null, { status: 410 })
      const sid = /Calls\/(CA\w+)\.json/.exec(String(url))?.[1]
      if (sid && init?.method === 'POST') updates.push(sid)
      return parts.fetch(url, init)
    }
    const run = open({ ...parts, fetch: send }, registry)
    if (operation.id !== 'answer-call') return run
    return async (event, context) => {
      const answer = await run(event, context)
      const body = JSON.stringify(event)
      const encoded = /"body":"([^"]+)"/.exec(body)?.[1] ?? ''
      const text = body.includes('"isBase64Encoded":true') ? Buffer.from(encoded, 'base64').toString() : encoded
      onAnswer(new URLSearchParams(text).get('CallSid') ?? '')
      return answer
    }
  },
})
const user = useCaller(world)
beforeEach(() => {
  onAnswer = () => {}
  isSocketGone = false
  updates = []
  before = world.carrier.lateUpdates().length
})

const place = async (phone_number: string) => {
  const assistant_id = await assistantFor(world, user, { post_call_evaluation: false })
  const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  return { user_id: user.id, call_id: body.data.id as number }
}
const reasonOf = async ({ call_id }: { call_id: number }) =>
  (await world.api(user.token, 'GET', `/user/calls/${call_id}`)).body.ended_reason
const late = () => world.carrier.lateUpdates().slice(before)
const errors = () => world.logged.filter(({ level }) => level === 'error')

test('asks nothing about a call whose caller hung up before the conversation began', async () => {
  onAnswer = (sid) => world.carrier.hangUp(sid)
  const ref = await place('+12025550100')
  await world.run(300)
  expect(await world.services.conversations.find(ref)).toMatchObject({ phase: { type: 'over' } })
  expect(await world.services.calls.find(ref)).toMatchObject({ placement: { outcome: 'completed' } })
  expect(await reasonOf(ref)).toBe('customer_hung_up')
  expect([updates, late(), errors()]).toEqual([[], [], []])
})

test('asks once about such a call when no report tells of its end', async () => {
  onAnswer = (sid) => world.carrier.hangUp(sid)
  const ref = await place('+12025550110')
  await world.run(300)
  expect(await world.services.conversations.find(ref)).toMatchObject({ phase: { type: 'over' } })
  expect((await world.services.calls.find(ref))?.closed_at).toBeDefined()
  expect(await reasonOf(ref)).toBe('customer_hung_up')
  expect([late().length, errors()]).toEqual([1, []])
})

test('hangs up when the socket is gone at the talk’s end', async () => {
  const ref = await place('+12025550105')
  await world.run(20)
  expect(await world.services.calls.find(ref)).toMatchObject({ placement: { phase: 'answered' } })
  isSocketGone = true
  await world.run(60)
  const call = await world.services.calls.find(ref)
  expect(call).toMatchObject({ status: 'ended', closed_at: expect.any(Number) })
  expect(await reasonOf(ref)).toBe('line_lost')
  expect([updates, late()]).toEqual([[call?.carrier_sid], []])
  expect(await world.services.conversations.find(ref)).toMatchObject({ phase: { type: 'over' } })
})
