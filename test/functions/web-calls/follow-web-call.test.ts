import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { visitorOf, widgetFor } from '../chats/chat.ts'
import { multimodal } from '../conversations/realtime.ts'
import { seenCall, webCallFor } from './web-call.ts'

const world = useWorld()
const user = useUser(world)
const patient = { max_silence_duration: 120, max_call_duration: 900 }
const person = '+12025550105'

const follow = (follow_token: string, after?: string, hidden?: boolean) =>
  visitorOf(world)('POST', '/web/calls/follow', { follow_token, after, hidden })

const joined = async (more: object = {}, by = person) => {
  const call = await webCallFor(world, user, await assistantFor(world, user, { ...patient, ...more }))
  await world.webCall({ token: call.token, person: by })
  return call
}

/** Polls every 2 seconds, as the web page does. Returns the captions that it would show. */
const follows = async (token: string, seconds: number) => {
  const captions: { sender: string; text: string }[] = []
  let after: string | undefined
  for (let passed = 0; passed < seconds; passed += 2) {
    const { status, body } = await follow(token, after)
    expect(status).toBe(200)
    captions.push(...body.captions)
    after = body.after
    await world.run(2)
  }
  return captions
}

test('shows the page what both sides say, each turn once', async () => {
  const call = await joined({ initial_message: 'Good morning.' }, '+12025550100')
  const captions = await follows(call.follow_token, 30)
  expect(captions[0]).toEqual({ sender: 'bot', text: 'Good morning.' })
  expect(captions.filter(({ sender }) => sender === 'human').length).toBeGreaterThan(0)
  const { data } = (await world.api(user.token, 'GET', `/user/calls/${call.id}/events`)).body
  const turns = data.filter(({ type }: { type: string }) => type === 'turn')
  expect(captions).toEqual(
    turns.slice(0, captions.length).map(({ sender, text }: { sender: string; text: string }) => ({ sender, text })),
  )
})

describe.each([
  ['pipeline', {}],
  ['multimodal', multimodal],
])('a page of a %s call', (_, settings) => {
  test('that is lost ends the call within 20 seconds, which costs what was used', async () => {
    const call = await joined(settings)
    await follows(call.follow_token, 20)
    await world.run(20)
    const seen = await seenCall(world, user, call.id)
    expect(seen).toMatchObject({ ended_reason: 'line_lost', status: 'ended' })
    expect(seen.duration).toBeGreaterThanOrEqual(20)
    expect(seen.duration).toBeLessThanOrEqual(40)
    await world.run(60)
    expect((await seenCall(world, user, call.id)).total_cost).toBeGreaterThan(0)
  })

  test('that goes on asking keeps its call', async () => {
    const call = await joined(settings)
    await follows(call.follow_token, 90)
    expect((await seenCall(world, user, call.id)).status).toBe('in-progress')
  })
})

test('a page that changes its network for 10 seconds keeps its call', async () => {
  const call = await joined()
  await follows(call.follow_token, 10)
  await world.run(10)
  await follows(call.follow_token, 10)
  expect((await seenCall(world, user, call.id)).status).toBe('in-progress')
})

test('a hidden page keeps its call until it is shown again and lost', async () => {
  const call = await joined()
  await follows(call.follow_token, 10)
  await follow(call.follow_token, undefined, true)
  await world.run(60)
  expect((await seenCall(world, user, call.id)).status).toBe('in-progress')
  await follow(call.follow_token, undefined, true)
  await follows(call.follow_token, 4)
  await world.run(20)
  expect(await seenCall(world, user, call.id)).toMatchObject({ ended_reason: 'line_lost' })
})

test('the silence of the visitor ends the call of a hidden page', async () => {
  const call = await joined({ max_silence_duration: 20 })
  await follows(call.follow_token, 4)
  await follow(call.follow_token, undefined, true)
  await world.run(60)
  expect(await seenCall(world, user, call.id)).toMatchObject({ ended_reason: 'silence' })
})

test('a call that no page follows is left to the carrier', async () => {
  const call = await joined()
  await world.run(60)
  expect((await seenCall(world, user, call.id)).status).toBe('in-progress')
})

test('a page is missed even if the message about it is lost', async () => {
  const call = await joined()
  await world.run(10)
  const ref = { user_id: user.id, call_id: call.id }
  await world.services.calls.patch(ref, { page: { hash: 'x', until: world.clock.now() + 15_000 } }, world.clock.now())
  await world.run(140)
  expect(await seenCall(world, user, call.id)).toMatchObject({ ended_reason: 'line_lost' })
})

test('tells for an hour that the call is over, with its captions', async () => {
  const call = await joined()
  await follows(call.follow_token, 10)
  const ref = { user_id: user.id, call_id: call.id }
  const told = { is_over: true, captions: expect.arrayContaining([expect.objectContaining({ sender: 'bot' })]) }
  await world.run(60)
  expect((await follow(call.follow_token)).body).toMatchObject(told)
  await world.run(1200)
  await world.services.conversations.remove(ref, await world.services.conversations.find(ref))
  expect((await follow(call.follow_token)).body).toMatchObject(told)
  await world.run(3600)
  expect((await follow(call.follow_token)).status).toBe(404)
})

describe('404 for', () => {
  test('a token of another call, of no call, and one that is cut', async () => {
    const [one, other] = [await joined(), await joined()]
    const secret = other.follow_token.split('.')[1]
    const tokens = [
      `${user.id}-${one.id}.${secret}`,
      `${user.id}-${one.id}.`,
      `${user.id}-${one.id}`,
      `${user.id}-${world.newId()}.${secret}`,
      one.follow_token.slice(0, -1),
      'x',
    ]
    for (const token of tokens)
      expect({ token, ...(await follow(token)) }).toMatchObject({
        token,
        status: 404,
        body: { message: 'Call not found' },
      })
  })

  test('a call on the phone, which has no such token', async () => {
    await world.number(user)
    const body = { phone_number: '+12025550102', assistant_id: await assistantFor(world, user) }
    const { data } = (await world.api(user.token, 'POST', '/user/make_call', body)).body
    expect((await follow(`${user.id}-${data.call_id}.undefined`)).status).toBe(404)
  })
})

test('422 for a cursor that is none', async () => {
  const { follow_token } = await joined()
  expect((await follow(follow_token, 'x')).body.errors).toEqual({ after: ['The selected after is invalid.'] })
})

test('gives a visitor a token for the own call, stored hashed', async () => {
  const { uuid } = await widgetFor(world, user, { widget: { voice: true } })
  const { body } = await visitorOf(world)('POST', '/web/calls', { assistant_id: uuid })
  const { follow_token } = body.data
  expect((await follow(follow_token)).body).toMatchObject({ is_over: false, captions: [] })
  expect(JSON.stringify(await world.items())).not.toContain(follow_token.split('.')[1])
})
