import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { erasePerson, livePerson, person } from '../people/life.ts'
import { exported } from './exporting.ts'

const world = useWorld()
const daySeconds = 24 * 60 * 60

test('shows a link for an hour, then a new one', async () => {
  const user = await world.user()
  const { body } = await exported(world, user, { what: 'calls' })
  expect(body).toMatchObject({ status: 'done', rows: 0, expires_at: expect.any(String) })
  const file = await fetch(body.url)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="calls-2026-11-25.csv"')
  await world.run(3601)
  expect((await fetch(body.url)).status).toBe(403)
  const again = await world.api(user.token, 'GET', `/user/exports/${body.id}`)
  expect((await fetch(again.body.url)).status).toBe(200)
})

test('shows no link after a day, and none that lasts longer', async () => {
  const user = await world.user()
  const { body } = await exported(world, user, { what: 'calls' })
  const path = `/user/exports/${body.id}`
  await world.run(daySeconds - 600)
  const { url } = (await world.api(user.token, 'GET', path)).body
  await world.run(601)
  expect((await world.api(user.token, 'GET', path)).body).toMatchObject({ status: 'expired', url: null })
  expect((await fetch(url)).status).toBe(403)
})

test('404 for the export of another user', async () => {
  const { body } = await exported(world, await world.user(), { what: 'calls' })
  const stranger = await world.user()
  const answer = await world.api(stranger.token, 'GET', `/user/exports/${body.id}`)
  expect([answer.status, answer.body.message]).toEqual([404, 'Export not found'])
})

test('shows no file after the erasure of a person who was in it', async () => {
  const life = await livePerson(world)
  const { body, text } = await exported(world, life.user, { what: 'calls', filters: { phone_number: person } })
  expect(text).toContain(person)
  await erasePerson(world, life)
  expect((await fetch(body.url)).status).toBe(404)
  const after = await world.api(life.user.token, 'GET', `/user/exports/${body.id}`)
  expect(after.body).toMatchObject({ status: 'removed', url: null })
}, 60_000)
