import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { spellingsOf } from '../../../shared/words/phone-spellings.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { openMeanwhile } from '../../meanwhile.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const { open, meanwhile } = openMeanwhile('create-consent', 'revoke-consent')
const world = useWorld({ open })

const draft = { kind: 'express_written', covers_artificial_voice: true }
const record = (user: TestUser, phone_number: string, more: object = {}) =>
  world.api(user.token, 'POST', '/user/consents', { ...draft, phone_number, ...more })
const revoke = (user: TestUser, id: number) => world.api(user.token, 'POST', `/user/consents/${id}/revoke`, {})
const listed = async (user: TestUser) => {
  const { data } = (await world.api(user.token, 'GET', '/user/consents?per_page=100')).body
  return data.map(({ status }: { status: string }) => status).toSorted()
}
const leads = () => registry.leads(world.parts)
const setAside = (user: TestUser, id: number) =>
  leads().change(user.id, id, (lead) => ({ ...lead, blocked: true as const }))
const isSetAside = async (user: TestUser, id: number) => (await leads().find(user.id, id))?.blocked === true
const standing = async (user: TestUser, number: string) =>
  (await registry.consents(world.parts).standings(user.id, [number])).get(number)

describe('a lead that is set aside', () => {
  test('while its consent is recorded: returns to the queue in any spelling', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const [long, short] = spellingsOf('+5491123456789')
    const { id } = await leadFor(world, user, campaign_id, short ?? '')
    meanwhile(() => setAside(user, id))
    expect((await record(user, long ?? '')).status).toBe(201)
    expect(await isSetAside(user, id)).toBe(false)
  })

  test('with a concurrent consent is found by the successful attempt', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    let id = 0
    meanwhile(async () => {
      await record(user, '+12025550120')
      id = (await leadFor(world, user, campaign_id, '+12025550120')).id
      await setAside(user, id)
    })
    expect((await record(user, '+12025550120')).status).toBe(201)
    expect(id).toBeGreaterThan(0)
    expect(await isSetAside(user, id)).toBe(false)
    expect(await listed(user)).toEqual(['granted', 'granted'])
  })
})

test('an opt-out that arrives while a consent is recorded stands', async () => {
  const user = await world.user()
  const number = '+12025550121'
  meanwhile(() => registry.blacklist(world.parts).add(user.id, number, { cause: 'sms' }))
  expect((await record(user, number)).status).toBe(201)
  expect(await registry.blacklist(world.parts).has(user.id, number)).toBe(true)
})

describe('a consent is withdrawn once', () => {
  test('by ten that ask at once, who are told of the same withdrawal', async () => {
    const user = await world.user()
    const { id } = (await record(user, '+12025550122')).body.data
    const replies = await Promise.all(Array.from({ length: 10 }, () => revoke(user, id)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    expect(await listed(user)).toEqual(['granted', 'revoked'])
    expect(await standing(user, '+12025550122')).toMatchObject({ version: 2 })
  })

  test('concurrently with another: each is withdrawn or recorded', async () => {
    const user = await world.user()
    const number = '+12025550123'
    const [one, other] = [(await record(user, number)).body.data, (await record(user, number)).body.data]
    meanwhile(async () => {
      await revoke(user, other.id)
      await record(user, number, { purpose: 'offers' })
    })
    const { body } = await revoke(user, one.id)
    expect(body.data.revokes).toBe(one.id)
    expect(await listed(user)).toEqual(['granted', 'granted', 'granted', 'revoked', 'revoked'])
    const known = await standing(user, number)
    expect(known?.version).toBe(5)
    expect(known?.grants.map(({ purpose }) => purpose)).toContain('offers')
  })

  test('also after an earlier withdrawal of its number', async () => {
    const user = await world.user()
    const number = '+12025550124'
    const first = (await record(user, number)).body.data
    await revoke(user, first.id)
    await world.run(2)
    const second = (await record(user, number)).body.data
    await world.run(2)
    const withdrawn = (await revoke(user, second.id)).body.data
    expect(withdrawn.revokes).toBe(second.id)
    expect((await revoke(user, second.id)).body.data.id).toBe(withdrawn.id)
    expect(await listed(user)).toEqual(['granted', 'granted', 'revoked', 'revoked'])
    expect(await standing(user, number)).toMatchObject({ version: 4, revoked_at: expect.any(Number) })
  })
})
