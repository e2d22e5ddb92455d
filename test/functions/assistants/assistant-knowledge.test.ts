import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { knowledgebaseFor } from '../knowledgebases/knowledgebase.ts'

const world = useWorld()

test('returns 422 for a foreign or unknown base, and for an unsuitable mode', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const foreign = await knowledgebaseFor(world, other)
  const id = await assistantFor(world, user)
  const change = (body: object) => world.api(user.token, 'PUT', `/user/assistant/${id}`, body)
  for (const knowledgebase_id of [foreign, 1])
    expect((await change({ knowledgebase_id })).body.errors).toEqual({
      knowledgebase_id: ['The selected knowledgebase id is invalid.'],
    })
  const own = await knowledgebaseFor(world, user)
  expect((await change({ knowledgebase_id: own, knowledgebase_mode: 'prompt' })).status).toBe(200)
  const sung = { engine_type: 'multimodal', voice_id: 301 }
  expect((await change(sung)).body.errors).toEqual({
    knowledgebase_mode: ['The multimodal engine needs the knowledgebase mode function_call.'],
  })
  expect((await change({ ...sung, knowledgebase_mode: 'function_call' })).status).toBe(200)
  expect((await change({ knowledgebase_id: null })).status).toBe(200)
  const { body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
  expect(body).toMatchObject({ knowledgebase_id: null, knowledgebase_mode: 'function_call' })
})
