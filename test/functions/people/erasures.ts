import { expect } from 'vitest'
import { decisionWrites } from '../../../shared/data/evidence/evidence.ts'
import type { Sms } from '../../../shared/domain/sms/sms.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { personWorkKey, smsKey } from '../../../shared/table/keys.ts'
import type { FaultKind, openFaults } from '../../faults.ts'
import { campaignFor, leadFor, ringingCall } from '../../fixtures.ts'
import type { TestUser, World } from '../../world.ts'
import { person, traces } from './life.ts'

const storeLife = async (world: World) => {
  const user = await world.user()
  const { parts } = world
  const now = world.clock.now()
  const campaign_id = await campaignFor(world, user)
  await leadFor(world, user, campaign_id, person)
  const recording_key = `kept-24-months/${user.id}/recorded.mp3`
  await registry.recordings(parts).keep(recording_key, new Uint8Array(200))
  const call = ringingCall({ id: world.newId(), user_id: user.id, assistant_id: 1 }, now - 60_000)
  const over = { status: 'completed' as const, outcome: 'completed' as const, over_at: now, closed_at: now }
  const priced = { ...call, ...over, client_phone_number: person, total_cost: 1000, carrier_cost: 1000 }
  await registry
    .calls(parts)
    .open(
      { ...priced, evaluated: { at: now, goal: false } },
      { variables: {}, input_variables: {}, recording_key, transcript: person },
    )
  const sms: Sms = {
    ...{ id: world.newId(), user_id: user.id, phone_number_id: 1, from: '+12025560100', to: person, body: 'Hello' },
    ...{ segments: 1, segment_price: 1, total_cost: 1, status: 'sent', money: 'captured', asked_at: now },
    ...{ updated_at: now, revision: 1 },
  }
  await parts.table.write([{ put: { ...smsKey(user.id, sms.id), ...sms } }])
  const consent = { phone_number: person, kind: 'express', covers_artificial_voice: true }
  await world.api(user.token, 'POST', '/user/consents', consent)
  await registry.blacklist(parts).add(user.id, person, { cause: 'sms' })
  const decision = { chain: 0, decision: 'dial' as const, reasons: [], call_id: call.id, phone_number: person }
  await parts.table.write(decisionWrites(parts.random, user.id, decision, now))
  await world.api(user.token, 'POST', '/user/people/exports', { phone_number: person })
  await world.api(user.token, 'POST', '/user/evidence/exports')
  return user
}

const idIn = (event: unknown): string | undefined => /"user_id\\?":(\d+)/.exec(JSON.stringify(event))?.[1]

const begin = async (world: World, { token }: TestUser) => {
  const { status, body } = await world.api(token, 'POST', '/user/people/erasures', { phone_number: person })
  expect(status).toBe(202)
  return body.data.id as number
}

interface Erasures {
  world: World
  faults: ReturnType<typeof openFaults>
  kind: FaultKind
  lives: number
}

/** Erases one person of each user. In each erasure, a different request fails. */
export const eraseUnderFaults = async ({ world, faults, kind, lives }: Erasures) => {
  const users: TestUser[] = []
  for (let count = 0; count < lives; count++) users.push(await storeLife(world))
  await world.run(400)
  expect((await traces(world)).length).toBeGreaterThan(lives * 8)
  const struck = faults.armEach({ operation: 'handle-person', kind, subjectOf: idIn })
  const erasures = new Map<TestUser, number>()
  for (const user of users) erasures.set(user, await begin(world, user))
  for (let looks = 0; looks < 40 && (await traces(world)).length > 0; looks++) await world.run(120)
  await world.run(900)
  expect(await traces(world)).toEqual([])
  const calls = [...struck().values()]
  faults.disarm()

  for (const [user, id] of erasures) {
    const { status } = (await world.parts.table.get(personWorkKey(user.id, id))) ?? {}
    expect(status).toBe('done')
    expect(await registry.blacklist(world.parts).has(user.id, person)).toBe(true)
    expect(await world.services.ledger.balance(user.id)).toBe(-1000)
    const [proof] = await registry.evidence(world.parts).contents(user.id, await keysOf(world, user))
    expect(proof).toMatchObject({ record: { decision: 'dial' }, erased_at: expect.any(Number) })
  }
  const kept = await world.bucketKeys()
  expect(kept.filter((key) => /recorded|person-|evidence-/.test(key))).toEqual([])
  return calls
}

const keysOf = async (world: World, { id }: TestUser) =>
  (await registry.evidence(world.parts).blocks(id)).flatMap(({ links }) => links.map(({ key }) => key))
