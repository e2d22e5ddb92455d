import { beforeAll, expect, test } from 'vitest'
import { handler } from '../../functions/account/get-me.ts'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

const dayMs = 24 * 60 * 60_000
let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})

const oldToken = async () => {
  const token = writeToken(world.user_id, world.random.bytes(32))
  const hash = hashToken(token)
  const tokens = registry.tokens(world.parts)
  const made = { hash, user_id: world.user_id, ending: token.slice(-6), created_at: world.clock.now() - 2 * dayMs }
  await tokens.create(made)
  const lastUsed = async () => (await tokens.find({ user_id: world.user_id, hash }))?.last_used_at
  return { token, lastUsed }
}

test('that a token is in use is noted beside the request, once', async () => {
  const { token, lastUsed } = await oldToken()
  expect((await world.ask(handler, { token })).status).toBe(200)
  await expect.poll(() => world.commands).toContain('UpdateItem')
  expect(await lastUsed()).toBe(world.clock.now())
  const before = world.commands.length
  expect((await world.ask(handler, { token })).status).toBe(200)
  expect(world.commands.slice(before)).not.toContain('UpdateItem')
})

test('a request is answered while that is still being written, or cannot be', async () => {
  const outcomes = [() => new Promise<never>(() => undefined), () => Promise.reject(new Error('outage'))]
  for (const fail of outcomes) {
    const { token } = await oldToken()
    world.interfere((command, go) => (command.startsWith('Update') ? fail() : go()))
    expect((await world.ask(handler, { token })).status).toBe(200)
  }
  world.interfere((_command, go) => go())
})
