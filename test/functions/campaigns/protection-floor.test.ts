import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Scope } from '../../../shared/domain/account/scope.ts'
import { hashToken, writeToken } from '../../../shared/domain/account/token.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import type { TestUser, World } from '../../world.ts'
import { listOwner } from '../suppression-lists/listed.ts'

const tokenFor = async (world: World, { id }: TestUser, scope: Scope): Promise<string> => {
  const token = writeToken(id, randomBytes(32))
  const created_at = world.clock.now()
  await world.services.tokens.create({ hash: hashToken(token), user_id: id, ending: '', scope, created_at })
  return token
}

describe('a token that may only operate', () => {
  const world = useWorld()
  const user = useUser(world)
  const refused = { status: 403, text: '{"message":"This token may not do that."}' }

  test.each([
    { calling_rules: 'observe' },
    { calling_rules: 'off' },
    { require_consent: 'express' },
    { require_consent: 'none' },
    { purpose: 'something else' },
  ])('returns 403 for the looser %j of a campaign', async (looser) => {
    const strict = { calling_rules: 'enforce', require_consent: 'express_written', purpose: 'spring' }
    const id = await campaignFor(world, user, strict)
    const token = await tokenFor(world, user, 'operate')
    expect(await world.api(token, 'PUT', `/user/campaigns/${id}`, looser)).toMatchObject(refused)
    expect((await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body).toMatchObject(strict)
    expect((await world.api(user.token, 'PUT', `/user/campaigns/${id}`, looser)).status).toBe(200)
  })

  test('may make a campaign stricter, and send what is stored', async () => {
    const id = await campaignFor(world, user, { calling_rules: 'off' })
    const token = await tokenFor(world, user, 'operate')
    for (const change of [{ calling_rules: 'off' }, { require_consent: 'express' }, { calling_rules: 'enforce' }])
      expect((await world.api(token, 'PUT', `/user/campaigns/${id}`, change)).status).toBe(200)
  })

  test('returns 403 for a looser new campaign, and frees its key', async () => {
    const token = await tokenFor(world, user, 'operate')
    const draft = { name: 'Loose', assistant_id: await assistantFor(world, user), calling_rules: 'off' }
    const key = { 'idempotency-key': 'loose' }
    expect(await world.api(token, 'POST', '/user/campaigns', draft, key)).toMatchObject(refused)
    expect((await world.api(user.token, 'POST', '/user/campaigns', draft, key)).status).toBe(201)
    expect((await world.api(token, 'POST', '/user/campaigns', { ...draft, calling_rules: 'observe' })).status).toBe(201)
  })
})

describe('a do-not-call list', () => {
  const world = useWorld()

  test('may be added with operate, and returns 403 for its next version', async () => {
    const user = await world.user()
    const token = await tokenFor(world, user, 'operate')
    const { bring } = listOwner(world, { ...user, token })
    expect(await bring(['+12025550155'])).toMatchObject({ status: 'in_force' })
    expect((await listOwner(world, { ...user, token }).begin('+12025550156')).status).toBe(403)
    expect((await listOwner(world, user).begin('+12025550156')).status).toBe(202)
  })
})

describe('the floor of a stage', () => {
  const environment = { CALLING_RULES: 'observe', CALLING_RULES_FLOOR: 'enforce', REQUIRE_CONSENT_FLOOR: 'express' }
  const world = useWorld({ environment })
  const user = useUser(world)

  test('returns 422 for a campaign below it, whatever the token may do', async () => {
    const draft = { name: 'Low', assistant_id: await assistantFor(world, user) }
    const low = { calling_rules: 'observe', require_consent: 'none' }
    const errors = {
      calling_rules: ['This installation allows no calling rules below enforce.'],
      require_consent: ['This installation allows no require consent below express.'],
    }
    expect((await world.api(user.token, 'POST', '/user/campaigns', { ...draft, ...low })).body.errors).toEqual(errors)
    const made = await world.api(user.token, 'POST', '/user/campaigns', draft)
    expect(made.body.data).toMatchObject({ calling_rules: 'enforce', require_consent: 'express' })
    const path = `/user/campaigns/${made.body.data.id}`
    expect((await world.api(user.token, 'PUT', path, low)).body.errors).toEqual(errors)
    expect((await world.api(user.token, 'PUT', path, { require_consent: 'express_written' })).status).toBe(200)
  })

  test('binds a campaign that was stored below it', async () => {
    const id = await campaignFor(world, user)
    const stored = await registry.campaigns(world.parts).find(user.id, id)
    if (!stored) throw new Error('The campaign is missing')
    const loose = { ...stored, calling_rules: 'off', require_consent: 'none', has_places: undefined } as const
    await registry.campaigns(world.parts).replace(stored, loose)
    const bound = { calling_rules: 'enforce', require_consent: 'express', has_places: true }
    expect(await registry.campaigns(world.parts).find(user.id, id)).toMatchObject(bound)
    expect(await registry.campaigns(world.parts).findEvenDeleted(user.id, id)).toMatchObject(bound)
    expect(await registry.campaigns(world.parts).list(user.id)).toContainEqual(expect.objectContaining(bound))
    expect((await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body).toMatchObject({
      calling_rules: 'enforce',
      require_consent: 'express',
    })
  })
})
