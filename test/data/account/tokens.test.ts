import { beforeAll, expect, test } from 'vitest'
import { type Tokens, tokens } from '../../../shared/data/account/tokens.ts'
import { isGood, type Token } from '../../../shared/domain/account/token-view.ts'
import { freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const token: Token = { hash: 'a1', user_id: 1, ending: 'xyz', created_at: now }

let store: Tokens
beforeAll(async () => {
  store = tokens(await freshTable())
})

test('is found by its user and its hash together', async () => {
  await store.create(token)
  expect(await store.find({ user_id: 1, hash: 'a1' })).toMatchObject(token)
  expect(await store.find({ user_id: 2, hash: 'a1' })).toBeUndefined()
  expect(await store.find({ user_id: 1, hash: 'a2' })).toBeUndefined()
})

test('is made once', async () => {
  await expect(store.create({ ...token, ending: 'other' })).rejects.toThrow('exists')
})

test('is listed with its user’s others, and with nobody else’s', async () => {
  await store.create({ ...token, hash: 'a2' })
  await store.create({ ...token, hash: 'a3', user_id: 2 })
  expect((await store.list(1)).map(({ hash }) => hash)).toEqual(['a1', 'a2'])
})

test('is revoked for good; one that does not exist is not made by it', async () => {
  expect(await store.revoke({ user_id: 1, hash: 'a2' }, now)).toBe(true)
  expect(isGood(await store.find({ user_id: 1, hash: 'a2' }), now)).toBe(false)
  expect(await store.revoke({ user_id: 1, hash: 'none' }, now)).toBe(false)
  expect(await store.find({ user_id: 1, hash: 'none' })).toBeUndefined()
})

test.each<[string, Partial<Token> | undefined, boolean]>([
  ['none', undefined, false],
  ['one without an end', {}, true],
  ['one that ends later', { expires_at: now + 1 }, true],
  ['one that ends now', { expires_at: now }, false],
  ['one that was revoked', { revoked_at: now - 1 }, false],
  ['one that was revoked at this instant', { revoked_at: now }, false],
])('%s is good: %j', (_which, more, good) => {
  expect(isGood(more && { ...token, ...more }, now)).toBe(good)
})

test('notes a token’s use once a day, and restores no deleted token', async () => {
  const hash = 'a4'
  await store.create({ ...token, hash })
  const lastUsed = async () => (await store.find({ user_id: 1, hash }))?.last_used_at
  const use = async (at: number) => {
    const found = await store.find({ user_id: 1, hash })
    if (found) await store.noteUse(found, at)
  }
  const dayMs = 24 * 60 * 60_000
  await use(now + dayMs - 1)
  expect(await lastUsed()).toBeUndefined()
  await use(now + dayMs)
  expect(await lastUsed()).toBe(now + dayMs)
  await use(now + 2 * dayMs - 1)
  expect(await lastUsed()).toBe(now + dayMs)
  await use(now + 2 * dayMs)
  expect(await lastUsed()).toBe(now + 2 * dayMs)
  await store.noteUse({ ...token, hash: 'gone' }, now + 3 * dayMs)
  expect(await store.find({ user_id: 1, hash: 'gone' })).toBeUndefined()
})
