import { describe, expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld({ environment: { CARRIER_CALLS_PER_SECOND: '100' } })
const user = useCaller(world)

const act = async (campaign_id: unknown, action: unknown, token = user.token) => {
  const { status, body } = await world.api(token, 'POST', '/user/campaigns/update-status', { campaign_id, action })
  return { status, body }
}
const started = (campaign_id: number) => ({
  status: 200,
  body: { message: 'Campaign started successfully.', success: true, data: { campaign_id, status: 'in-progress' } },
})
const stopped = (campaign_id: number) => ({
  status: 200,
  body: { message: 'Campaign stopped successfully.', success: true, data: { campaign_id, status: 'stopped' } },
})
const refused = (message: string) => ({ status: 422, body: { message, success: false } })
const read = async (id: number) => (await world.api(user.token, 'GET', `/user/campaigns/${id}`)).body

test('a start dials the first lead within seconds', async () => {
  const id = await campaignFor(world, user)
  await leadFor(world, user, id, '+12025550120')
  const at = world.clock.now()
  expect(await act(id, 'start')).toEqual(started(id))
  await world.run(5)
  const [create] = world.carrier.stats().creates.filter(({ to }) => to === '+12025550120')
  expect(create?.receivedAt).toBeLessThan(at + 3_000)
})

test('takes the action under the name status, and refuses two that differ', async () => {
  const id = await campaignFor(world, user)
  await leadFor(world, user, id, '+12025550129')
  const send = (body: object) =>
    world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: id, ...body })
  expect(await send({ status: 'start' })).toMatchObject(started(id))
  expect((await send({ status: 'start', action: 'stop' })).status).toBe(422)
  expect(await send({ status: 'stop' })).toMatchObject(stopped(id))
})

test('a second start answers as if it was the first', async () => {
  const id = await campaignFor(world, user)
  await leadFor(world, user, id, '+12025550121')
  expect(await act(id, 'start')).toEqual(started(id))
  expect(await act(id, 'start')).toEqual(started(id))
})

test('dials nobody after a stop’s answer; a start repeats nobody', async () => {
  const id = await campaignFor(world, user, { max_calls_in_parallel: 2 })
  const endings = ['0130', '0131', '0132', '0133', '0134']
  for (const ending of endings) await leadFor(world, user, id, `+1202555${ending}`)
  const dialled = () => world.carrier.stats().creates.filter(({ to }) => endings.includes(to.slice(-4)))
  await act(id, 'start')
  await world.run(6)
  expect(await act(id, 'stop')).toEqual(stopped(id))
  const before = dialled().length
  await world.run(200)
  expect(dialled()).toHaveLength(before)
  expect(await read(id)).toMatchObject({ status: 'stopped', calls_in_progress: 0, stop_reason: null })
  await act(id, 'start')
  await world.run(200)
  expect(
    dialled()
      .map(({ to }) => to.slice(-4))
      .sort(),
  ).toEqual(endings)
  expect(await read(id)).toMatchObject({ status: 'completed', leads_count: { completed: 5 } })
})

test('a stop waits for a running carrier request, and is answered', async () => {
  const id = await campaignFor(world, user, { max_retries: 0 })
  await leadFor(world, user, id, '+12025550107')
  await act(id, 'start')
  await world.run(1)
  expect(await act(id, 'stop')).toEqual(stopped(id))
})

describe('it is refused', () => {
  test('422 for a body that does not say what', async () => {
    const { body } = await act('x', 'pause')
    expect(body).toEqual({
      message: 'Validation failed',
      errors: {
        campaign_id: ['The campaign id field must be an integer.'],
        action: ['The selected action is invalid.'],
      },
    })
  })

  test.each(['start', 'stop'])('404 to %s a campaign that is missing or somebody else’s', async (action) => {
    const foreign = await campaignFor(world, await world.user())
    for (const id of [foreign, 12345])
      expect(await act(id, action)).toEqual({ status: 404, body: { message: 'Campaign not found' } })
  })

  test('422 to stop what does not run', async () => {
    expect(await act(await campaignFor(world, user), 'stop')).toEqual(refused('Campaign is not in progress'))
  })

  test('422 to start without anybody to call', async () => {
    const id = await campaignFor(world, user)
    expect(await act(id, 'start')).toEqual(refused('No leads to call'))
    const { id: lead } = await leadFor(world, user, id, '+12025550140')
    await world.api(user.token, 'PUT', `/user/leads/${lead}`, { status: 'completed' })
    expect(await act(id, 'start')).toEqual(refused('No leads to call'))
  })

  test('422 to start without a number to call from', async () => {
    const poor = await world.user()
    const id = await campaignFor(world, poor)
    await leadFor(world, poor, id, '+12025550140')
    expect(await act(id, 'start', poor.token)).toEqual(refused('Your agent does not have a phone number setup'))
  })

  test('422 to start with an assistant that is gone', async () => {
    const assistant_id = await assistantFor(world, user)
    const id = await campaignFor(world, user, { assistant_id })
    await leadFor(world, user, id, '+12025550140')
    await world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
    expect(await act(id, 'start')).toEqual(refused('Your agent has been deleted'))
  })
})

test('deleting its assistant stops a campaign, which says why', async () => {
  const assistant_id = await assistantFor(world, user)
  const id = await campaignFor(world, user, { assistant_id, max_calls_in_parallel: 1 })
  for (const ending of ['0105', '0141']) await leadFor(world, user, id, `+1202555${ending}`)
  await act(id, 'start')
  await world.run(5)
  await world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
  expect(await read(id)).toMatchObject({ status: 'stopped', stop_reason: 'Its assistant has been deleted.' })
})
