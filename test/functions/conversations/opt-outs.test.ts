import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { historyKeys } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { endCall } from '../calls/ended-call.ts'
import { hint } from '../sms/opt-out-words.ts'
import { connectLine } from './line.ts'

const sending = new Set<string>()
const world = useWorld({
  open: (entry, parts) => {
    const number = () => {
      const drawn = parts.random.number()
      return sending.has(entry.operation.id) ? Math.floor(drawn * 256) / 256 : drawn
    }
    return entry.open({ ...parts, random: { ...parts.random, number } }, registry)
  },
})
const user = useUser(world)

let numbers = 160
const lineWith = async (settings: Record<string, unknown> = {}) => {
  const client_phone_number = `+12025550${++numbers}`
  const draft = { re_engagement_interval: 60, max_silence_duration: 120, ...settings }
  const line = await connectLine(world, user, await assistantFor(world, user, draft), { client_phone_number })
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  return { ...line, client_phone_number }
}
const entryOf = async (phone_number: string) => {
  const { data } = (await world.api(user.token, 'GET', '/user/blacklist?per_page=100')).body
  return data.find((entry: { phone_number: string }) => entry.phone_number === phone_number)
}
const compactsAt = async () =>
  (await world.parts.table.get<{ due_at?: number }>(historyKeys('blacklist').head(user.id)))?.due_at
const forgetCompactor = () => world.parts.table.write([{ delete: historyKeys('blacklist').head(user.id) }])
const ends = (heard: { type: string }[]) => heard.filter(({ type }) => type === 'end')
const untilEnd = async (heard: { type: string }[]) => {
  for (let passed = 0; passed < 40 && ends(heard).length === 0; passed++) await world.run(0.5)
  return ends(heard)
}

describe('the opt-out key', () => {
  test('blacklists the number, and the talk ends with a fixed goodbye', async () => {
    const { socket, client_phone_number } = await lineWith({ opt_out_key: '9' })
    socket.send({ type: 'dtmf', digit: '9' })
    expect(await socket.turns(1)).toBe('Thank you for your time. Goodbye.')
    await expect.poll(() => entryOf(client_phone_number)).toMatchObject({ source: 'key' })
    expect(await entryOf(client_phone_number)).not.toHaveProperty('needs_review')
    expect(await untilEnd(socket.heard)).toEqual([{ type: 'end', handoffData: '{"reason":"assistant"}' }])
    socket.close()
  })

  test('pressed twice makes one entry and repeats the goodbye', async () => {
    const { socket, client_phone_number } = await lineWith({ opt_out_key: '9' })
    socket.send({ type: 'dtmf', digit: '9' })
    await socket.turns(1)
    socket.prompt('Wait, what?')
    await socket.turns(2)
    expect(await untilEnd(socket.heard)).toHaveLength(1)
    await expect.poll(() => entryOf(client_phone_number)).toMatchObject({ source: 'key' })
    socket.close()
  })

  test.each([
    ['9', '8'],
    ['off', '9'],
  ])('set to %s is none: pressing %s is a remark', async (opt_out_key, digit) => {
    const { socket, said, client_phone_number } = await lineWith({ opt_out_key })
    socket.send({ type: 'dtmf', digit })
    await socket.turns(1)
    expect(await said()).toContain(`human: (key ${digit})`)
    expect(await entryOf(client_phone_number)).toBeUndefined()
    socket.close()
  })
})

describe('a phrase of the customer', () => {
  test.each([
    ['English', 'Listen, please stop calling me, I have told you before.'],
    ['German', 'Rufen Sie mich bitte nicht mehr an! Ich möchte nicht mehr angerufen werden.'],
    ['English', 'No me llamen más, por favor.'],
  ])('to an assistant that speaks %s counts at once: %s', async (language, words) => {
    const { socket, client_phone_number } = await lineWith({ language })
    socket.prompt(words)
    await socket.turns(1)
    await expect.poll(() => entryOf(client_phone_number)).toMatchObject({ source: 'phrase', needs_review: true })
    expect(ends(socket.heard)).toEqual([])
    socket.close()
  })

  test('that no rule decides is judged while the call lasts', async () => {
    const { socket, client_phone_number } = await lineWith()
    socket.prompt(hint)
    await socket.turns(1)
    for (let passed = 0; passed < 10 && !(await entryOf(client_phone_number)); passed++) await world.run(1)
    expect(await entryOf(client_phone_number)).toMatchObject({ source: 'phrase', needs_review: true })
    expect(ends(socket.heard)).toEqual([])
    socket.close()
  })

  test('counts at once although the model fails', async () => {
    const { socket, said, client_phone_number } = await lineWith()
    socket.prompt('Take me off your list. [fails]')
    await expect.poll(() => entryOf(client_phone_number)).toMatchObject({ source: 'phrase' })
    expect((await said()).at(1)).toContain('Take me off your list.')
    socket.close()
  })

  test('starts the compactor of the blacklist, one in sixteen', async () => {
    await forgetCompactor()
    const { socket, client_phone_number } = await lineWith()
    sending.add('receive-frame')
    socket.prompt('Please stop calling me.')
    await socket.turns(1)
    await expect.poll(() => entryOf(client_phone_number)).toMatchObject({ source: 'phrase' })
    sending.clear()
    await expect.poll(compactsAt).toBeGreaterThan(world.clock.now())
    socket.close()
  })

  test('the assistant’s own words never count, in the talk or after it', async () => {
    const words = 'If you say: stop calling me, do not call me again, I put you on our do not call list.'
    const { socket, client_phone_number } = await lineWith({ initial_message: words })
    socket.prompt('All right, go on.')
    await socket.turns(1)
    expect(await entryOf(client_phone_number)).toBeUndefined()
    socket.close()

    const ref = await endCall(world, user, {
      said: [
        ['bot', words],
        ['human', 'All right.'],
      ],
    })
    await registry.advanceCallQueue(world.parts).nudge(ref)
    await world.run(60)
    const call = await world.services.calls.find(ref)
    expect(await entryOf(call?.client_phone_number ?? '')).toBeUndefined()
  })
})

test.each([
  ['a phrase', 'Do not call me again.', 'phrase'],
  ['the key', '(key 9)', 'key'],
] as const)('%s that no function recorded in the talk counts once it is over', async (_, words, source) => {
  const ref = await endCall(world, user, { said: [['human', words]], assistant: { opt_out_key: '9' } })
  const call = await world.services.calls.find(ref)
  const number = call?.client_phone_number ?? ''
  const known = await entryOf(number)
  if (known) await world.api(user.token, 'DELETE', `/user/blacklist/${known.id}?because=A+test`)
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(60)
  expect(await entryOf(number)).toMatchObject({ source })
})

test('an opt-out recorded after the call starts the compactor, too', async () => {
  await forgetCompactor()
  const ref = await endCall(world, user, { said: [['human', 'Do not call me again.']] })
  const { client_phone_number = '' } = (await world.services.calls.find(ref)) ?? {}
  const known = await entryOf(client_phone_number)
  if (known) await world.api(user.token, 'DELETE', `/user/blacklist/${known.id}?because=A+test`)
  sending.add('evaluate-call')
  await registry.advanceCallQueue(world.parts).nudge(ref)
  for (let passed = 0; passed < 60 && !(await entryOf(client_phone_number)); passed++) await world.run(1)
  sending.clear()
  expect(await entryOf(client_phone_number)).toMatchObject({ source: 'phrase' })
  expect(await compactsAt()).toBeGreaterThan(world.clock.now())
})
