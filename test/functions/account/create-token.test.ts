import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { tokenDraft, tokenHolder } from './tokens.ts'

const world = useWorld()
const dayMs = 24 * 60 * 60_000

test('create-token shows a token once, which does what its scope says', async () => {
  const { token, ask } = await tokenHolder(world)
  const { status, body } = await ask('POST', '', tokenDraft)
  expect(status).toBe(201)
  const made = body.data.token
  expect(made).toMatch(/^parlance_/)
  const shown = {
    id: Number.parseInt(body.data.token_id, 16),
    token_id: expect.stringMatching(/^[0-9a-f]{12}$/),
    name: 'Dashboard',
    ending: made.slice(-6),
    scope: 'read',
    in_use: false,
    created_at: '2026-11-25 10:00:00',
    expires_at: null,
    last_used_at: null,
  }
  expect(body).toEqual({ message: 'Token created successfully', data: { ...shown, token: made } })
  const { body: list } = await ask('GET', '', undefined, undefined, made)
  expect(list.data).toHaveLength(2)
  expect(list.data).toContainEqual({ ...shown, in_use: true })
  expect(list.data).toContainEqual(expect.objectContaining({ name: null, scope: 'all', ending: token.slice(-6) }))
  expect((await world.api(made, 'POST', '/user/blacklist', { phone_number: '+12025550199' })).status).toBe(403)
})

test('create-token stores neither the token nor a readable copy of its answer', async () => {
  const { ask } = await tokenHolder(world)
  const headers = { 'idempotency-key': 'once' }
  const first = await ask('POST', '', tokenDraft, headers)
  expect((await ask('POST', '', tokenDraft, headers)).text).toBe(first.text)
  expect(JSON.stringify(await world.items())).not.toContain(first.body.data.token)
})

test('create-token answers 422 to the key of another token', async () => {
  const { ask, create } = await tokenHolder(world)
  const headers = { 'idempotency-key': 'once' }
  const other = await create({ name: 'Other', scope: 'all' })
  await ask('POST', '', tokenDraft, headers)
  expect((await ask('POST', '', tokenDraft, headers, other.token)).status).toBe(422)
})

test('a token ends after the requested days, not later than its creator', async () => {
  const { ask, create } = await tokenHolder(world)
  const short = await create({ name: 'Short', scope: 'all', expires_in_days: 2 })
  expect(short.expires_at).toBe('2026-11-27 10:00:00')
  const long = await ask('POST', '', { ...tokenDraft, expires_in_days: 90 }, undefined, short.token)
  expect(long.body.data.expires_at).toBe(short.expires_at)
  const endless = await ask('POST', '', tokenDraft, undefined, short.token)
  expect(endless.body.data.expires_at).toBe(short.expires_at)
  await world.run((2 * dayMs) / 1000)
  expect((await ask('GET', '', undefined, undefined, short.token)).status).toBe(401)
})

test('create-token answers 422 at the hundredth and first token', async () => {
  const { id, ask } = await tokenHolder(world)
  for (let n = 1; n < 100; n++)
    await world.services.tokens.create({ hash: `hash-${n}`, user_id: id, ending: '', created_at: n })
  const { status, body } = await ask('POST', '', tokenDraft)
  expect({ status, body }).toEqual({
    status: 422,
    body: { message: 'You have reached the limit of 100 tokens.' },
  })
})

test('create-token names the fields that are wrong', async () => {
  const { ask } = await tokenHolder(world)
  const { status, body } = await ask('POST', '', { scope: 'everything', expires_in_days: 0 })
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toEqual(['name', 'scope', 'expires_in_days'])
})
