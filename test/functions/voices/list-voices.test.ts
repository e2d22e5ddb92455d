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

test('lists only voices that speak the language', async () => {
  const german = (await list('?language_id=19&mode=pipeline')).body as { name: string }[]
  expect(german).toContainEqual(own)
  expect(german.filter(({ name }) => /German/.test(name)).length).toBeGreaterThan(1)
  expect(german.some(({ name }) => name.startsWith('Journey O'))).toBe(false)
  const languages: { id: number }[] = (await world.api(user.token, 'GET', '/user/assistants/languages')).body
  for (const { id } of languages) expect((await list(`?language_id=${id}&mode=pipeline`)).body).not.toEqual([])
})

test('422 for an unknown language', async () => {
  const { status, body } = await list('?language_id=999')
  expect(status).toBe(422)
  expect(body.errors).toEqual({ language_id: ['The selected language id is invalid.'] })
})
