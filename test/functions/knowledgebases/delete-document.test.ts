import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { baseOf, documentFor } from './knowledgebase.ts'

const world = useWorld()

test('a deleted document is forgotten within seconds, others stay', async () => {
  const { user, base, baseNow, packed, ask } = await baseOf(world)
  const [gone, stays] = [
    await documentFor(world, user, base, 'We open at nine.'),
    await documentFor(world, user, base, 'We close at five.'),
  ]
  await world.run(5)
  expect(
    (await ask('PUT', `/${stays}`, { name: 'Evening', type: 'pdf', url: 'https://example.com' })).body,
  ).toMatchObject({
    message: 'Document updated successfully.',
    data: { name: 'Evening', type: 'txt', status: 'active' },
  })
  expect((await ask('DELETE', `/${gone}`)).body).toEqual({ message: 'Document deleted successfully.' })
  expect((await ask('GET', `/${gone}`)).body).toEqual({ message: 'Document not found.', error: 'Document not found.' })
  await world.run(5)
  expect((await packed()).map(({ text }) => text)).toEqual(['We close at five.'])
  expect(await baseNow()).toMatchObject({ status: 'active', documents_count: 1 })
  expect((await world.bucketKeys()).filter((key) => key.includes(`packed/${user.id}/`))).toHaveLength(1)
  await ask('DELETE', `/${stays}`)
  await world.run(5)
  expect(await baseNow()).toMatchObject({ status: 'empty', documents_count: 0 })
  expect(await packed()).toEqual([])
})
