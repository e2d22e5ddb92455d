import { expect, test } from 'vitest'
import { newLeg } from '../../../shared/domain/calls/new-leg.ts'
import { planTransfer } from '../../../shared/domain/conversations/away.ts'
import { sessionOf } from '../../../shared/domain/conversations/talk.ts'
import { must } from '../../../shared/words/must.ts'
import { readReachablePhone } from '../../../shared/words/phone.ts'
import { useWorld } from '../../use-world.ts'
import { multimodal } from '../conversations/realtime.ts'
import { callWith, nothingHeld, phoneOf } from './transfers.ts'

const world = useWorld()

const live = async () => {
  const made = await callWith(world, undefined, { customer: '0105', ...multimodal })
  await world.run(10)
  return made
}

test('a multimodal call transfers with the message in the carrier’s voice', async () => {
  const { transfer, transfers, call, account } = await live()
  expect((await transfer({ phone_number: phoneOf('0100'), message: 'Ada takes over now.' })).status).toBe(200)
  await world.run(90)
  expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress', 'completed'])
  expect(await call()).toMatchObject({ status: 'completed', transfers: [{ status: 'completed', duration: 12 }] })
  expect(await account()).toMatchObject(nothingHeld)
})

test('when nobody answers, the model is dialled again, and is told', async () => {
  const { transfer, transfers, call } = await live()
  const before = world.realtime.calls().length
  await transfer({ phone_number: phoneOf('0101') })
  await world.run(15)
  expect(await transfers()).toEqual(['asked', 'ringing', 'busy'])
  expect((await call()).status).toBe('in-progress')
  const sessions = world.realtime.calls().slice(before)
  expect(sessions).toHaveLength(1)
  expect(sessions[0]?.settings?.instructions).toContain('did not come about: the line was busy')
  expect(sessions[0]?.settings?.instructions).not.toContain('You have just greeted')
})

test('a returned call can be steered again', async () => {
  const { ask, ref, transfer, transfers } = await live()
  await transfer({ phone_number: phoneOf('0101') })
  await world.run(15)
  await ask('POST', `/user/calls/${ref.call_id}/say`, { text: 'The doctor is free now.' })
  await world.run(10)
  expect(world.carrier.calls()[0]?.lines.map(({ text }) => text)).toContain('The doctor is free now.')
  await transfer({ phone_number: phoneOf('0102') })
  await world.run(3)
  expect(await transfers()).toEqual(['asked', 'ringing', 'busy', 'asked', 'ringing'])
})

test('without the carrier’s question, the model is dialled again and told', async () => {
  const { ref, call } = await live()
  const { calls, conversations } = world.services
  const now = world.clock.now()
  const place = { ...ref, place: 1 }
  const to = must(readReachablePhone(phoneOf('0100')), 'phone')
  await calls.addLeg(ref, newLeg({ to, is_warm: false, by: 'user' }, world.newId(), now, now), now)
  await calls.reportLeg(place, { limit_seconds: 60 }, now)
  await calls.patchLeg(place, { drives: 2 }, now)
  await conversations.change(ref, (talk) => planTransfer(talk, { place: 1 }))
  await world.run(110)
  const talk = must(await conversations.find(ref), 'talk')
  const session = world.realtime.calls().find(({ id }) => id === sessionOf(talk)?.session_id)
  expect(session?.settings?.instructions).toContain('did not come about: it could not be reached')
  expect((await call()).status).toBe('in-progress')
})
