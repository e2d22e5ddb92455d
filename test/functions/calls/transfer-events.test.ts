import { describe, expect, test } from 'vitest'
import { openReceiver } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { dialledLeg } from './leg-posts.ts'
import { callWith, phoneOf } from './transfers.ts'

const world = useWorld()
const user = useUser(world)

interface Told {
  id: string
  type: string
  status: string
  timestamp: string
}

const idsOf = (events: readonly Told[]) => events.map(({ id }) => id)
const statesOf = (events: readonly Told[]) =>
  events.flatMap(({ type, status }) => (type === 'transfer' ? [status] : []))

const expectInOrder = (events: readonly Told[]) => {
  expect(new Set(idsOf(events)).size).toBe(events.length)
  expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map(({ timestamp }) => timestamp).toSorted())
}

type Page = { body: { data: Told[]; after: string; has_more: boolean } }

const followerOf = (read: (query: string) => Promise<Page>) => {
  const listed: Told[] = []
  let after = ''
  const follow = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      for (let more = true; more; ) {
        const { body } = await read(`?limit=2${after && `&after=${after}`}`)
        listed.push(...body.data)
        after = body.after
        more = body.has_more
      }
      await world.run(1)
    }
  }
  return { listed, follow }
}

describe.each([
  ['0100', 'whose reports come as they happen'],
  ['0109', 'whose reports come twice and backwards'],
  ['0110', 'whose reports stop'],
])('a call that is put through to %s, %s, after one that was busy', (ending) => {
  test('gives early, following and webhook readers the same events', async () => {
    const receiver = await openReceiver()
    const webhook = {
      webhook_url: `${receiver.url}/hook`,
      is_webhook_active: true,
      send_webhook_only_on_completed: false,
    }
    const made = await callWith(world, undefined, { customer: '0105', post_call_evaluation: true, ...webhook })
    const { ref, ask, transfer, events } = made
    const read = (query: string) => ask('GET', `/user/calls/${ref.call_id}/events${query}`)
    await world.run(8)
    await transfer({ phone_number: phoneOf('0101') })
    const { listed, follow } = followerOf(read)
    await follow(15)
    await transfer({ phone_number: phoneOf(ending), message: 'Ada takes over.' })
    await follow(30)
    await world.run(400)
    await follow(1)
    const whole = await events()
    expect(statesOf(whole)).toEqual(['asked', 'ringing', 'busy', 'asked', 'ringing', 'in-progress', 'completed'])
    expectInOrder(whole)
    expect(whole.at(-1)).toMatchObject({ type: 'state', status: expect.not.stringMatching('in-progress') })
    expect(idsOf(listed).toSorted()).toEqual(idsOf(whole).toSorted())
    expect(receiver.received).toHaveLength(1)
    expect(receiver.received[0]?.body.events).toEqual(whole)
    await receiver.close()
  })
})

test('a late answer report precedes the end, also for earlier readers', async () => {
  const { ref, post } = await dialledLeg(world, user)
  const read = async (after = '') =>
    (await world.api(user.token, 'GET', `/user/calls/${ref.call_id}/events${after && `?after=${after}`}`)).body
  await post('end', { CallStatus: 'in-progress', DialCallStatus: 'no-answer', DialCallSid: 'CA2' })
  const { after } = await read()
  await world.run(1)
  await post('status', { CallStatus: 'in-progress', CallSid: 'CA2' })
  const whole = (await read()).data
  expectInOrder(whole)
  expect(statesOf(whole)).toEqual(['asked', 'ringing', 'in-progress', 'no-answer'])
  expect(idsOf((await read(after)).data)).toEqual(['transfer-1-in-progress'])
})
