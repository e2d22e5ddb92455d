import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { visitorOf, widgetFor } from '../chats/chat.ts'
import { seenCall, webCallFor } from './web-call.ts'

const sundayNight = Date.UTC(2026, 10, 29, 3)
const world = useWorld({
  startAt: sundayNight,
  environment: {
    CALLING_RULES: 'enforce',
    CALLING_RULES_FLOOR: 'enforce',
    REQUIRE_CONSENT_FLOOR: 'express',
    LIVE_CALLS_PER_USER: '2',
  },
})
const user = useUser(world)

test('calling rules that refuse a phone call allow a web call', async () => {
  const own = await world.user()
  await world.number(own)
  const assistant_id = await assistantFor(world, own)
  const dialled = { phone_number: '+12025550100', assistant_id }
  expect((await world.api(own.token, 'POST', '/user/make_call', dialled)).status).toBe(422)
  const call = await webCallFor(world, own, assistant_id)
  await world.webCall({ token: call.token, person: '+12025550106' })
  await world.run(60)
  expect(await seenCall(world, own, call.id)).toMatchObject({ status: 'ended_by_assistant' })
})

describe('the limit of live calls', () => {
  test('counts web calls from their opening, for the owner and for visitors', async () => {
    const { id, uuid } = await widgetFor(world, user, { widget: { voice: true } })
    const open = () => world.api(user.token, 'POST', `/user/assistants/${id}/web-call`, {})
    const visit = () => visitorOf(world)('POST', '/web/calls', { assistant_id: uuid })
    expect((await open()).status).toBe(201)
    expect((await visit()).status).toBe(201)
    for (const { status, headers } of [await open(), await visit()]) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await world.run(65)
    expect((await open()).status).toBe(201)
  })
})
