import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { listOwner } from './listed.ts'

const world = useWorld()

test('returns 202 with a form for a file of that size', async () => {
  const { begin, upload } = listOwner(world, await world.user())
  const { status, body } = await begin('+12025550155')
  expect(status).toBe(202)
  expect(body.data).toMatchObject({ name: 'Federal', as_of: '2026-11-20', status: 'waiting', rows: 0, refused: 0 })
  expect(await upload(body.upload, '+12025550155 and more')).toBe(400)
  expect(await upload(body.upload, '+12025550155')).toBe(204)
})

test.each([
  [{ as_of: '2026-11-27' }, 'as_of'],
  [{ as_of: 'yesterday' }, 'as_of'],
  [{ size: 0 }, 'size'],
  [{ size: 200_000_000 }, 'size'],
  [{ name: '' }, 'name'],
  [{ country: 'XX' }, 'country'],
  [{ valid_days: 400 }, 'valid_days'],
])('422 for %j: %s', async (more, field) => {
  const { status, body } = await listOwner(world, await world.user()).begin('+12025550155', more)
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

test('422 for an eleventh list; another version of one that is there is taken', async () => {
  const owner = listOwner(world, await world.user())
  for (let place = 0; place < 10; place++) await owner.bring([`+120255502${10 + place}`], { name: `List ${place}` })
  expect(await owner.lists()).toHaveLength(10)
  const eleventh = await owner.begin('+12025550155', { name: 'One more' })
  expect(eleventh).toMatchObject({
    status: 422,
    body: { message: 'You have reached the limit of 10 do-not-call lists.' },
  })
  expect(await owner.bring(['+12025550199'], { name: 'List 3' })).toMatchObject({ status: 'in_force' })
  expect(await owner.lists()).toHaveLength(10)
})
