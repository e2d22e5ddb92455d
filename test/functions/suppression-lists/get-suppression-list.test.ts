import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { listOwner } from './listed.ts'

const world = useWorld()

test('counts rejected rows, and shows the first hundred with reasons', async () => {
  const owner = listOwner(world, await world.user())
  const bad = Array.from({ length: 120 }, (_, index) => `nonsense ${index}`)
  const made = await owner.bring(['phone', '+12025550155', '+12025550155', '2025550156', ...bad])
  expect(made).toMatchObject({ status: 'in_force', rows: 123, numbers: 1, refused: 121, failure_reason: null })
  expect(made.refused_rows).toHaveLength(100)
  expect(made.refused_rows[0]).toEqual({ line: 4, reason: 'The number names no country: say the country of the list.' })
  expect(made.refused_rows[1]).toEqual({ line: 5, reason: 'It is not a phone number.' })
})

test('a file without numbers fails; a missing one expires after an hour', async () => {
  const owner = listOwner(world, await world.user())
  await owner.bring(['+12025550155'])
  expect(await owner.bring(['nothing'])).toMatchObject({
    status: 'failed',
    failure_reason: 'It holds no phone number.',
  })
  const { body } = await owner.begin('+12025550156')
  await world.run(3700)
  const late = (await owner.api('GET', `/user/suppression-lists/${body.data.id}`)).body.data
  expect(late).toMatchObject({ status: 'failed', failure_reason: 'Nothing was uploaded within an hour.' })
  expect(await owner.lists()).toMatchObject([{ name: 'Federal', numbers: 1 }])
})

test('404 for the import of another user', async () => {
  const [one, other] = [listOwner(world, await world.user()), listOwner(world, await world.user())]
  const { id } = await one.bring(['+12025550155'])
  expect((await other.api('GET', `/user/suppression-lists/${id}`)).status).toBe(404)
})

test('is never overdue while its file is awaited', async () => {
  const owner = listOwner(world, await world.user())
  await owner.begin('+12025550157')
  for (let minutes = 0; minutes < 55; minutes += 5) {
    await world.run(300)
    const past = await world.services.deadlines.past(world.clock.now(), 100)
    expect(past.filter(({ noun }) => noun === 'suppression-import')).toEqual([])
  }
})
