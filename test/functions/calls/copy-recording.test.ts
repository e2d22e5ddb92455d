import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('shows a new link to the recording in each request', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user, { record_call: true })
  const made = await world.api(user.token, 'POST', '/user/make_call', { phone_number: '+12025550100', assistant_id })
  const linkOf = async () => (await world.api(user.token, 'GET', `/user/calls/${made.body.data.id}`)).body.recording_url
  expect(await linkOf()).toBeNull()
  await world.run(60)

  const link = await linkOf()
  const played = await fetch(link)
  expect([played.status, played.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect((await played.arrayBuffer()).byteLength).toBeGreaterThan(100)
  expect((await fetch(link.replace(/\?.*/, ''))).status).toBe(403)
  expect((await fetch(link.replace(/Expires=\d+/, 'Expires=999999'))).status).toBe(403)
  expect((await fetch(link.replace(/RE[0-9a-f]+/, `RE${'0'.repeat(32)}`))).status).toBe(403)

  await world.run(3700)
  expect((await fetch(link)).status).toBe(403)
  expect((await fetch(await linkOf())).status).toBe(200)
  expect((await world.api(user.token, 'GET', '/user/calls')).body.data[0].recording_url).toContain('X-Amz-Signature')

  const stranger = await world.user()
  expect((await world.api(stranger.token, 'GET', `/user/calls/${made.body.data.id}`)).status).toBe(404)
})
