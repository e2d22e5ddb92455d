import { expect, test } from 'vitest'
import { rollouts } from '../../../shared/data/webhooks/rollouts.ts'
import { placeIn } from '../../../shared/domain/assistants/rollout.ts'
import { customerHash } from '../../../shared/domain/conversations/visitor.ts'
import { must } from '../../../shared/words/must.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { visitorOf, widgetFor } from '../chats/chat.ts'
import { relayOf } from '../conversations/line.ts'
import { askWeb, identityOf, seenCall, webCallFor } from './web-call.ts'

const world = useWorld()
const user = useUser(world)
const api = (method: string, path: string, body?: object) =>
  world.api(user.token, method, `/user/assistants/${path}`, body)

const begin = async (terms: object = {}) => {
  const shown = await widgetFor(world, user, {
    assistant: { initial_message: 'Live.', post_call_evaluation: false },
    widget: { voice: true },
  })
  await api('PUT', `${shown.id}/draft`, { initial_message: 'Canary.' })
  const canary = { percent: 50, after_calls: 20, ...terms }
  const { status, text } = await api('POST', `${shown.id}/draft/publish`, { canary })
  expect(status, text).toBe(200)
  const rollout = must(await rollouts(world.parts).find(user.id, shown.id), 'rollout')
  const keyIn = (arm: 'live' | 'canary'): string => {
    for (let n = 0; ; n++) if (placeIn(rollout, customerHash(`visitor ${n}`)).arm === arm) return `visitor ${n}`
  }
  return { ...shown, rollout, keyIn }
}

const visits = async (uuid: string, visitor_key?: string) => {
  const { body } = await visitorOf(world)('POST', '/web/calls', { assistant_id: uuid, visitor_key })
  return body.data as { id: number; token: string }
}
const versionOf = async (id: number) => (await seenCall(world, user, id)).assistant_version

test('a visitor with a key keeps one version, and hears it', async () => {
  const { id, uuid, keyIn } = await begin()
  for (const [arm, version, words] of [
    ['canary', 2, 'Canary.'],
    ['live', 1, 'Live.'],
  ] as const) {
    const key = keyIn(arm)
    const calls = [await visits(uuid, key), await webCallFor(world, user, id, { visitor_key: key })]
    expect(await Promise.all(calls.map((call) => versionOf(call.id)))).toEqual([version, version])
    for (const { token } of calls) expect(relayOf(await askWeb(world, identityOf(token))).welcomeGreeting).toBe(words)
  }
  expect(JSON.stringify(await world.items())).not.toContain(keyIn('canary'))
})

test('counts keyed calls once per person; an unjoined one frees its place', async () => {
  const { id, uuid, keyIn } = await begin()
  const key = keyIn('canary')
  for (const joins of [false, true, true]) {
    const { token } = await visits(uuid, key)
    const joined = joins ? await world.webCall({ token, person: '+12025550105' }) : undefined
    await world.run(30)
    if (joined) world.carrier.hangUp(((await joined.json()) as { sid: string }).sid)
    await world.run(600)
  }
  expect((await api('GET', `${id}/rollout`)).body).toMatchObject({
    people: 1,
    canary: { calls: 1 },
    live: { calls: 0 },
  })
})

test('without a key each call is assigned by itself', async () => {
  const { id } = await begin()
  const versions = []
  for (let n = 0; n < 16; n++) versions.push(await versionOf((await webCallFor(world, user, id)).id))
  expect(new Set(versions)).toEqual(new Set([1, 2]))
})

test('a page that joins after the rollback hears and reads the live version', async () => {
  const { id, uuid, keyIn } = await begin()
  const call = await visits(uuid, keyIn('canary'))
  expect(await versionOf(call.id)).toBe(2)
  await api('POST', `${id}/rollout/abort`)
  expect(relayOf(await askWeb(world, identityOf(call.token))).welcomeGreeting).toBe('Live.')
  expect(await versionOf(call.id)).toBe(1)
  expect(await versionOf((await visits(uuid, keyIn('canary'))).id)).toBe(1)
})
