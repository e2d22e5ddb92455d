import { describe, expect, test } from 'vitest'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { multimodal } from '../conversations/realtime.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useCaller(world)

const message = 'This is Anna for {{customer}}. Please call us back.'
const filled = 'This is Anna for Ada. Please call us back.'

const called = async (settings: Record<string, unknown> = {}, seconds = 60, digits = '0104') => {
  const assistant_id = await assistantFor(world, user, {
    voice_mail_message: message,
    variables: { customer: 'Ada' },
    post_call_evaluation: false,
    max_call_duration: 120,
    ...settings,
  })
  const request = { phone_number: `+1202555${digits}`, assistant_id }
  const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
  await world.run(seconds)
  const id: number = body.data.id
  const [carried] = world.carrier.calls()
  if (!carried) throw new Error('The carrier has no call')
  return {
    carried,
    read: async () => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body,
    told: (what: string, form: Record<string, string> = {}) =>
      post(world, `/carrier/calls/${user.id}-${id}/${what}`, { CallSid: carried.sid, ...form }),
  }
}

describe.each([
  ['pipeline', {}],
  ['multimodal', multimodal],
])('of a %s assistant', (_, engine) => {
  test.each([true, false])(
    'leaves the message after the beep once; end_call_on_voicemail %s changes nothing',
    async (end_call_on_voicemail) => {
      const { carried, read } = await called({ ...engine, end_call_on_voicemail })
      expect(carried.spoken.filter((text) => text === filled)).toHaveLength(1)
      const call = await read()
      expect(call).toMatchObject({ status: 'ended_by_assistant', answered_by: 'machine' })
      expect(call.transcript.split(filled)).toHaveLength(2)
      expect(call.duration).toBeLessThan(20)
    },
  )

  test('a human is left none', async () => {
    const { carried, read } = await called(engine, 60, '0100')
    expect(carried.spoken).not.toContain(filled)
    expect(await read()).toMatchObject({ status: 'ended_by_customer', answered_by: 'human' })
  })
})

test('without a message hangs up on the machine, or talks to it', async () => {
  const { carried, read } = await called({ voice_mail_message: '' })
  expect(carried.spoken).toEqual([])
  expect(await read()).toMatchObject({ status: 'ended_by_assistant', duration: expect.any(Number) })
})

test('a removed message is not left, and the call ends', async () => {
  const { carried, read } = await called({ voice_mail_message: '{{nothing}}' })
  expect(carried.spoken).toEqual([])
  expect(await read()).toMatchObject({ status: 'ended_by_assistant', answered_by: 'machine' })
})

test('leaves one message after doubled reports and questions', async () => {
  const { read, told } = await called({}, 5)
  await told('answered-by', { AnsweredBy: 'machine_end_beep' })
  await told('answered-by', { AnsweredBy: 'machine_end_silence' })
  const first = await told('answer')
  expect(first.text).toContain(filled)
  expect((await told('answer')).text).toBe(first.text)
  await world.run(60)
  expect((await read()).transcript.split(filled)).toHaveLength(2)
})

const atOnce = 12

describe.each(['receive-answered-by', 'advance-call', 'answer-call'])('%s', (operation) => {
  test.each<FaultKind>(faultKinds)(
    '%s, at every call it makes: the message is left once at most, and the call ends',
    async (kind) => {
      const assistant_id = await assistantFor(world, user, {
        voice_mail_message: message,
        post_call_evaluation: false,
        max_call_duration: 120,
      })
      for (let first = 0; first < 120; first += atOnce) {
        const ids: number[] = []
        for (let count = 0; count < atOnce; count++) {
          const request = { phone_number: '+12025550104', assistant_id }
          ids.push((await world.api(user.token, 'POST', '/user/make_call', request)).body.data.id)
        }
        const armed = faults.arm(...ids.map((about, index) => ({ operation, call: first + index, kind, about })))
        await world.run(170)
        faults.disarm()
        for (const [place, id] of ids.entries()) {
          const where = `${kind} at ${first + place}: ${armed[place]?.struck}`
          const call = await world.services.calls.find({ user_id: user.id, call_id: id })
          const carried = world.carrier.calls().find(({ sid }) => sid === call?.carrier_sid)
          expect(carried?.spoken.length, where).toBeLessThanOrEqual(1)
          expect(call?.status, where).toMatch(/^(ended|completed)/)
        }
        if (armed.some(({ struck }) => !struck)) return expect(first + atOnce).toBeGreaterThan(3)
      }
      throw new Error('The operation makes more calls than expected')
    },
    240_000,
  )
})
