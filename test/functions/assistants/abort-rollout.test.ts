import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
const user = useUser(world)

test('gives everyone the live version; returns 409 after another end', async () => {
  const assistants = assistantsOf(world, user)
  const id = await assistants.id()
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    world.api(user.token, method, `/user/assistants/${id}/${path}`, body)
  expect((await ask('POST', 'rollout/abort')).body).toEqual({ message: 'Rollout not found' })
  await ask('PUT', 'draft', { assistant_name: 'Sales' })
  await ask('POST', 'draft/publish', { canary: { percent: 10, after_calls: 20 } })
  for (const _ of [1, 2])
    expect((await ask('POST', 'rollout/abort')).body).toEqual({ message: 'Rollout aborted successfully' })
  expect((await ask('GET', 'rollout')).body).toMatchObject({ state: 'aborted', reason: 'It was aborted.' })
  expect(await assistants.read(id)).toMatchObject({ name: 'Reception', version: 1 })
  await ask('PUT', 'draft', { assistant_name: 'Sales' })
  await ask('POST', 'draft/publish', { canary: { percent: 10, after_calls: 20 } })
  await ask('POST', 'rollout/finish')
  expect((await ask('POST', 'rollout/abort')).status).toBe(409)
})
