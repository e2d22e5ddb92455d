import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { erasePerson, livePerson, person } from './life.ts'

const world = useWorld()

test('links for an hour; 404 for others; none after an erasure', async () => {
  const life = await livePerson(world)
  const stranger = await world.user()
  const { body } = await life.ask('POST', '/user/people/exports', { phone_number: person })
  const path = `/user/people/exports/${body.data.id}`
  await world.run(30)
  const [file] = (await life.ask('GET', path)).body.files
  expect((await fetch(file.url)).status).toBe(200)
  expect((await world.api(stranger.token, 'GET', path)).body.message).toBe('Export of a person not found')
  await world.run(3601)
  expect((await fetch(file.url)).status).toBe(403)
  const [again] = (await life.ask('GET', path)).body.files
  await erasePerson(world, life)
  expect((await fetch(again.url)).status).toBe(404)
  expect((await life.ask('GET', path)).body).toMatchObject({ status: 'removed', files: [] })
})
