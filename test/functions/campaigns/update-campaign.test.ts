import { expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const update = (id: number, body: object, token = user.token) => world.api(token, 'PUT', `/user/campaigns/${id}`, body)

test('200 with the whole campaign; what is left out stays', async () => {
  const id = await campaignFor(world, user, { max_retries: 7, allowed_days: ['sunday'] })
  const { status, body } = await update(id, { name: 'Autumn', retry_on_voicemail: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: 'Campaign updated successfully',
    data: { id, name: 'Autumn', status: 'draft', retry_on_voicemail: true, max_retries: 7, allowed_days: ['sunday'] },
  })
})

test('404 before the body is looked at', async () => {
  const id = await campaignFor(world, user)
  const stranger = await world.user()
  expect((await update(id, { max_retries: 99 }, stranger.token)).body).toEqual({ message: 'Campaign not found' })
})

test('returns 422 for invalid fields, 404 for an unknown assistant', async () => {
  const id = await campaignFor(world, user)
  expect((await update(id, { name: ' ', max_retries: 99 })).status).toBe(422)
  expect((await update(id, { assistant_id: 12345 })).body).toEqual({ message: 'Assistant not found' })
  const assistant_id = await assistantFor(world, user, { calls_direction: 'receive' })
  expect((await update(id, { assistant_id })).body.errors).toEqual({
    assistant_id: ['The selected assistant id is invalid.'],
  })
})

test('a running campaign goes by its new limit at once', async () => {
  const id = await campaignFor(world, user, { max_calls_in_parallel: 1 })
  for (let count = 0; count < 4; count++) await leadFor(world, user, id, '+12025550105')
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, action: 'start' })
  await world.run(10)
  expect((await update(id, { max_calls_in_parallel: 3 })).body.data).toMatchObject({ calls_in_progress: 1 })
  await world.run(10)
  const { body } = await world.api(user.token, 'GET', `/user/campaigns/${id}`)
  expect(body.calls_in_progress).toBe(3)
})

test('twenty changes at once are all kept', async () => {
  const id = await campaignFor(world, user)
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, max_retries) => update(id, { max_retries })),
    ...Array.from({ length: 10 }, (_, index) => update(id, { max_calls_in_parallel: index + 1 })),
  ])
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})
