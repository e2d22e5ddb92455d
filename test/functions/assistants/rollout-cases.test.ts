import { beforeEach, expect, test } from 'vitest'
import { countInRollout } from '../../../shared/actions/assistants/count-in-rollout.ts'
import { rollouts } from '../../../shared/data/webhooks/rollouts.ts'
import { placeIn, type Rollout } from '../../../shared/domain/assistants/rollout.ts'
import { must } from '../../../shared/words/must.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { connectLine } from '../conversations/line.ts'
import { recordedCall, replay, replayed } from '../simulations/replay.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
let user: TestUser
let assistants: ReturnType<typeof assistantsOf>
beforeEach(async () => {
  user = await world.user()
  assistants = assistantsOf(world, user)
})

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const { status, text, body: answer } = await world.api(user.token, method, `/user/assistants/${path}`, body)
  expect(status, text).toBe(200)
  return answer
}
const rolloutOf = async (id: number) => must(await rollouts(world.parts).find(user.id, id), 'rollout')

const beginRollout = async (id: number, changes: object): Promise<Rollout> => {
  await ask('PUT', `${id}/draft`, changes)
  await ask('POST', `${id}/draft/publish`, { canary: { percent: 50, after_calls: 20 } })
  return rolloutOf(id)
}

const canaryPerson = (rollout: Rollout): string => {
  for (let n = 1000; ; n++) if (placeIn(rollout, `+1202555${n}`).arm === 'canary') return `+1202555${n}`
}

/** Connects a caller to the canary version. */
const canaryLine = async (rollout: Rollout) => {
  const { id, version: assistant_version, assistant_id } = rollout
  const client_phone_number = canaryPerson(rollout)
  const line = await connectLine(world, user, assistant_id, { rollout: { id }, assistant_version, client_phone_number })
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  return line
}

test('a canary call transfers to the other assistant’s live version', async () => {
  const berta = await assistants.id({ initial_message: 'Berta live.' })
  const other = await beginRollout(berta, { initial_message: 'Berta canary.' })
  const rollout = await beginRollout(await assistants.id({ initial_message: 'Anna live.' }), {
    initial_message: 'Anna canary.',
    tools: [{ type: 'assistant_transfer', assistant_id: berta }],
  })
  expect(other.version).toBe(rollout.version)
  const { socket, said, ref } = await canaryLine(rollout)
  expect(await said()).toEqual(['bot: Anna canary.'])
  socket.prompt('Pass me on. [tool assistant_transfer]')
  expect(await socket.turns(1)).toContain('Berta live.')
  socket.close()
  const call = must(await world.services.calls.find(ref), 'call')
  const store = rollouts(world.parts)
  const ended = { ...call, duration: 30, total_cost: 64_000 }
  const services = { rollouts: store, calls: world.services.calls, clock: world.clock }
  await countInRollout(services, ended, undefined, world.parts.log)
  expect((await store.arms(rollout)).canary.calls).toBe(1)
  expect(await store.arms(other)).toMatchObject({ live: { calls: 0 }, canary: { calls: 0 } })
})

test('a canary call follows a restored version from its next turn', async () => {
  const id = await assistants.id({ system_prompt: 'The warehouse opens at six.' })
  await assistants.update(id, { system_prompt: 'The warehouse opens at seven.' })
  const rollout = await beginRollout(id, { system_prompt: 'The warehouse opens at eight.' })
  const { socket } = await canaryLine(rollout)
  socket.prompt('When does the warehouse open?')
  expect(await socket.turns(1)).toContain('opens at eight.')
  await ask('POST', `${id}/versions/1/restore`, {})
  expect(await rolloutOf(id)).toMatchObject({ state: 'aborted', reason: 'The assistant was changed.' })
  socket.prompt('And when does the warehouse open?')
  expect(await socket.turns(2)).toContain('opens at six.')
  socket.close()
})

test('restoring the version that is live leaves the rollout alone', async () => {
  const id = await assistants.id()
  await beginRollout(id, { initial_message: 'Canary.' })
  expect((await ask('POST', `${id}/versions/1/restore`, {})).data).toEqual({ number: 1 })
  expect((await rolloutOf(id)).state).toBe('running')
})

test('a replay continues with its draft after deletion or publication', async () => {
  await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 9_000_000, description: 'Begin' })
  const id = await assistants.id({ initial_message: 'Hello.' })
  const call_ids = [await recordedCall(world, user, { assistant_id: id })]
  const draft = { initial_message: 'Drafted.' }
  await ask('PUT', `${id}/draft`, draft)
  const first = await replay(world, user, id, { call_ids })
  await ask('DELETE', `${id}/draft`)
  await ask('PUT', `${id}/draft`, draft)
  const second = await replay(world, user, id, { call_ids })
  await ask('POST', `${id}/draft/publish`, { canary: { percent: 50, after_calls: 20 } })
  for (const replay_id of [first, second]) {
    expect(await replayed(world, user, replay_id)).toMatchObject({ status: 'done', failed: 0 })
    const { body } = await world.api(user.token, 'GET', `/user/replays/${replay_id}/calls/${call_ids[0]}`)
    expect(body.replayed_transcript[0]).toEqual({ sender: 'bot', text: 'Drafted.' })
  }
})

test('a draft saved during a rollout is compared with the published canary', async () => {
  const id = await assistants.id()
  await beginRollout(id, { initial_message: 'Canary.' })
  await ask('PUT', `${id}/draft`, { assistant_name: 'Sales' })
  await ask('POST', `${id}/rollout/finish`)
  expect(await ask('GET', `${id}/draft`)).toMatchObject({
    live_version: 2,
    settings: { name: 'Sales', initial_message: 'Canary.' },
    changes: [{ name: 'name', before: 'Reception', after: 'Sales' }],
  })
})
