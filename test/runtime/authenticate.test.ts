import { beforeAll, expect, test } from 'vitest'
import { handler } from '../../functions/account/get-me.ts'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openSmallHouse, type SmallHouse } from './small-house.ts'

const dayMs = 24 * 60 * 60_000
let house: SmallHouse
beforeAll(async () => {
  house = await openSmallHouse()
})

const oldToken = async () => {
  const token = writeToken(house.user_id, house.random.bytes(32))
  const hash = hashToken(token)
  const tokens = registry.tokens(house.parts)
  const made = { hash, user_id: house.user_id, ending: token.slice(-6), created_at: house.clock.now() - 2 * dayMs }
  await tokens.create(made)
  const lastUsed = async () => (await tokens.find({ user_id: house.user_id, hash }))?.last_used_at
  return { token, lastUsed }
}

test('that a token is in use is noted beside the request, once', async () => {
  const { token, lastUsed } = await oldToken()
  expect((await house.ask(handler, { token })).status).toBe(200)
  await expect.poll(lastUsed).toBe(house.clock.now())
  const before = house.commands.length
  expect((await house.ask(handler, { token })).status).toBe(200)
  expect(house.commands.slice(before)).not.toContain('UpdateItem')
})

test('a request is answered while that is still being written, or cannot be', async () => {
  const outcomes = [() => new Promise<never>(() => undefined), () => Promise.reject(new Error('outage'))]
  for (const fail of outcomes) {
    const { token } = await oldToken()
    house.interfere((command, go) => (command.startsWith('Update') ? fail() : go()))
    expect((await house.ask(handler, { token })).status).toBe(200)
  }
  house.interfere((_command, go) => go())
})
