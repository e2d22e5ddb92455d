import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { multimodal } from '../conversations/realtime.ts'
import { callWith, nothingHeld, phoneOf } from './transfers.ts'

const world = useWorld()

/** A call whose customer listens to a realtime model. */
const live = async () => {
  const made = await callWith(world, undefined, { customer: '0105', ...multimodal })
  await world.run(10)
  return made
}

test('a multimodal call is put through, with the message in the voice of the carrier', async () => {
  const { transfer, transfers, call, account } = await live()
  expect((await transfer({ phone_number: phoneOf('0100'), message: 'Ada takes over now.' })).status).toBe(200)
  await world.run(90)
  expect(await transfers()).toEqual(['asked', 'ringing', 'in-progress', 'completed'])
  expect(await call()).toMatchObject({ status: 'completed', transfers: [{ status: 'completed', duration: 12 }] })
  expect(await account()).toMatchObject(nothingHeld)
})

test('when nobody answers, the model is dialled anew, and is told', async () => {
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

test('one that is back can be steered as before: what is to be said is said, and the next phone rings at once', async () => {
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
