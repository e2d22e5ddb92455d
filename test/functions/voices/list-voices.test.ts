import { beforeAll, expect, test } from 'vitest'
import { voices } from '../../../shared/domain/reference/voices.ts'
import { useUser, useWorld } from '../../use-world.ts'

let own: { id: number; name: string; mode: string }

const world = useWorld()
const user = useUser(world)

beforeAll(async () => {
  const voice = { name: 'Mine', mode: 'pipeline', provider: 'ElevenLabs', provider_voice: 'secret' } as const
  own = { id: world.newId(), name: 'Mine', mode: 'pipeline' }
  await world.services.voices.create(user.id, { ...voice, id: own.id })
  await world.services.voices.create((await world.user()).id, { ...voice, id: world.newId() })
})

const list = (query = '') => world.api(user.token, 'GET', `/user/assistants/voices${query}`)
const publicOnes = voices.map(({ id, name, mode }) => ({ id, name, mode }))

test('200 with the public voices, pipeline first, and then the user’s own', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toEqual([...publicOnes, own])
})

test('filters by mode', async () => {
  const { body } = await list('?mode=pipeline')
  expect(body).toEqual([...publicOnes.filter(({ mode }) => mode === 'pipeline'), own])
  expect((await list('?mode=multimodal')).body).toEqual(publicOnes.filter(({ mode }) => mode === 'multimodal'))
  expect((await list('?mode=')).body).toHaveLength(publicOnes.length + 1)
})

test('422 for an unknown mode', async () => {
  const { status, body } = await list('?mode=steam')
  expect(status).toBe(422)
  expect(body).toEqual({ message: 'Validation failed', errors: { mode: ['The selected mode is invalid.'] } })
})
