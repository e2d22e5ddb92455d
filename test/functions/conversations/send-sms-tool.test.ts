import { afterEach, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, type PartialCall } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { openSender, type Sender, segmentPrice } from '../sms/sender.ts'
import { connectLine } from './line.ts'

const world = useWorld()
const button = () => registry.dialling(world.parts)
afterEach(() => button().start('Ada', world.clock.now()))

const lineOf = async (
  { user, number }: Sender,
  client_phone_number = '+12025550160',
  { tool = {}, ...call }: PartialCall & { tool?: { texts?: string[] } } = {},
) => {
  const tools = [{ type: 'send_sms', ...tool }]
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tools }
  const assistant_phone_number = number.phone_number
  const assistant = await assistantFor(world, user, settings)
  const line = await connectLine(world, user, assistant, { ...call, assistant_phone_number, client_phone_number })
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  let turns = 0
  const text = (words: string) => {
    line.socket.prompt(`Yes please. [tool send_sms {"text": "${words}"}]`)
    return line.socket.turns(++turns)
  }
  const used = async () => (await world.api(user.token, 'GET', `/user/calls/${line.ref.call_id}`)).body.tool_calls
  return { ...line, text, used }
}

test('texts the person from the call’s number and charges the balance', async () => {
  const sender = await openSender(world)
  const { socket, text, used } = await lineOf(sender)
  expect(await text('Our address')).toContain('The text was sent.')
  expect(sender.creates()).toMatchObject([{ to: '+12025550160', from: sender.number.phone_number }])
  expect(await sender.balance()).toBe(99 * segmentPrice)
  expect((await sender.entries()).map(({ type, description }) => [type, description])).toContainEqual([
    'hold',
    'SMS to +12025550160, segments: 1',
  ])
  expect(await sender.records()).toMatchObject([{ body: 'Our address', money: 'captured' }])
  expect(await used()).toMatchObject([{ name: 'send_sms', arguments: { text: 'Our address' }, outcome: 'done' }])
  await text('Our address')
  expect(sender.creates()).toHaveLength(1)
  socket.close()
})

test('texts an inbound caller only when the carrier vouches for the number', async () => {
  const sender = await openSender(world)
  const forged = await lineOf(sender, '+12025550171', { type: 'inbound' })
  expect(await forged.text('Our address')).toContain('The number of this caller is not verified')
  expect(sender.creates()).toEqual([])
  const vouched = await lineOf(sender, '+12025550171', { type: 'inbound', is_attested: true })
  expect(await vouched.text('Our address')).toContain('The text was sent.')
  for (const line of [forged, vouched]) line.socket.close()
})

test('sends only texts of its list, also to an unverified caller', async () => {
  const sender = await openSender(world)
  const line = await lineOf(sender, '+12025550172', { type: 'inbound', tool: { texts: ['We open at nine.'] } })
  expect(await line.text('Pay here')).toContain('Only the texts that were named may be sent')
  expect(await line.text('We open at nine.')).toContain('The text was sent.')
  expect(sender.creates()).toHaveLength(1)
  line.socket.close()
})

test('a fourth text in one call is refused, and the model is told', async () => {
  const sender = await openSender(world)
  const { socket, text } = await lineOf(sender)
  for (const words of ['one', 'two', 'three']) await text(words)
  expect(await text('four')).toContain('It was not carried out: Not more than 3 texts are sent in one call.')
  expect(sender.creates()).toHaveLength(3)
  socket.close()
})

test('sends three of four concurrent texts in one call', async () => {
  const sender = await openSender(world)
  const { ref } = await lineOf(sender)
  const taken = await Promise.all(Array.from({ length: 8 }, () => registry.sms(world.parts).takeForCall(ref, 3)))
  expect(taken.filter(Boolean)).toHaveLength(3)
})

describe('refused, with nothing sent and nothing charged', () => {
  const refusals: [string, (sender: Sender) => Promise<unknown>, string, string?][] = [
    ['without money', async () => undefined, 'Insufficient balance'],
    [
      'to a number that opted out',
      ({ user }) => world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+12025550160' }),
      'Recipient has opted out',
    ],
    ['while sending is paused', () => button().stop('A test', 'Ada', world.clock.now()), 'Sending is paused'],
    [
      'from an account that is suspended',
      ({ user }) => registry.accounts(world.parts).suspend(user.id, world.clock.now()),
      'Account suspended',
    ],
    ['to a number that earns from texts', async () => undefined, 'Invalid', '+4690012345'],
    ['to a withheld number', async () => undefined, 'Invalid', 'anonymous'],
  ]
  test.each(refusals)('%s', async (name, given, sentence, to) => {
    const sender = await openSender(world, name === 'without money' ? { segments: 0 } : {})
    const { socket, text, used } = await lineOf(sender, to)
    await given(sender)
    const before = await sender.balance()
    expect(await text('Our address')).toContain(`It was not carried out: ${sentence}`)
    expect(await used()).toMatchObject([{ outcome: 'failed' }])
    expect(sender.creates()).toEqual([])
    expect(await sender.balance()).toBe(before)
    socket.close()
  })
})

test('tells the model an unknown outcome, and never sends again', async () => {
  const sender = await openSender(world)
  const { socket, text, used } = await lineOf(sender, '+12025550107')
  const finished = () => socket.heard.filter(({ type, last }) => type === 'text' && last).length
  const told = text('Our address')
  await expect.poll(() => sender.creates().length).toBe(1)
  for (let passed = 0; passed < 8 && finished() === 0; passed++) await world.run(10)
  expect(await told).toContain('it is unknown whether it was carried out')
  await text('Our address')
  expect(sender.creates()).toHaveLength(1)
  expect(await used()).toMatchObject([{ outcome: 'unknown' }])
  socket.close()
})
