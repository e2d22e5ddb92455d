import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { suppressionBlockKey } from '../../../shared/table/keys.ts'
import { useWorld } from '../../use-world.ts'
import { listOwner } from './listed.ts'

const world = useWorld()

test('removes one list, and with the last one the index', async () => {
  const user = await world.user()
  const owner = listOwner(world, user)
  const one = await owner.bring(['+12025550155', '+12025550156'])
  const two = await owner.bring(['+12025550156'], { name: 'Own' })
  const bars = async () =>
    [...(await registry.blacklist(world.parts).listedOf(user.id, ['+12025550155', '+12025550156'])).keys()].toSorted()
  expect(await bars()).toEqual(['+12025550155', '+12025550156'])
  expect(await owner.api('DELETE', `/user/suppression-lists/${one.id}`)).toMatchObject({
    status: 200,
    body: { message: 'Suppression list will be removed' },
  })
  await world.run(10)
  expect(await bars()).toEqual(['+12025550156'])
  await owner.api('DELETE', `/user/suppression-lists/${two.id}`)
  await world.run(10)
  expect(await bars()).toEqual([])
  expect(await world.parts.table.query({ pk: suppressionBlockKey(user.id, '', 0).pk })).toEqual([])
  expect(await owner.lists()).toEqual([])
})

test('a repetition returns 404; a newer list of that name stays', async () => {
  const user = await world.user()
  const owner = listOwner(world, user)
  const { id } = await owner.bring(['+12025550155'])
  const remove = async () => (await owner.api('DELETE', `/user/suppression-lists/${id}`)).status
  expect((await Promise.all([remove(), remove(), remove()])).toSorted()).toEqual([200, 404, 404])
  expect(await remove()).toBe(404)
  const { body } = await owner.begin('+12025550156')
  await owner.upload(body.upload, '+12025550156')
  await world.run(90)
  expect(await remove()).toBe(404)
  expect((await owner.lists()).map((list: { id: number }) => list.id)).toEqual([body.data.id])
})

test('404 for what is no list of the user', async () => {
  const [one, other] = [listOwner(world, await world.user()), listOwner(world, await world.user())]
  const { id } = await one.bring(['+12025550155'])
  for (const [owner, which] of [
    [other, id],
    [one, id + 1],
  ] as const)
    expect((await owner.api('DELETE', `/user/suppression-lists/${which}`)).status).toBe(404)
})
