import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { fileOwner } from './file-owner.ts'

const world = useWorld()

test('lists the imports of the user, newest first, in pages with an exact total', async () => {
  const owner = await fileOwner(world, await world.user())
  await fileOwner(world, await world.user()).then((other) => other.begin('phone_number\n'))
  const ids = []
  for (let count = 0; count < 3; count++) {
    ids.unshift((await owner.begin('phone_number\n', { name: `${count}.csv` })).body.data.id)
    await world.run(1)
  }
  const { body } = await owner.api('GET', '/user/lead-imports?per_page=2&page=1')
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
  expect(body).toMatchObject({ total: 3, last_page: 2, per_page: 2, from: 1, to: 2 })
  expect(body.data[0]).toMatchObject({ name: '2.csv', status: 'waiting' })
})
