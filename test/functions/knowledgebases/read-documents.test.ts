import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { baseOf, documentFor } from './knowledgebase.ts'

const world = useWorld()

test.each([
  ['bytes that are no text', new Uint8Array([0x4d, 0x5a, 0, 1, 2]), 'It is no text: save it as UTF-8.'],
  ['only white space', ' \n\t ', 'It holds no text.'],
  [
    'more than a base may hold',
    'We open at nine. '.repeat(110_000),
    'The knowledge base would hold more than 2,000 passages with it.',
  ],
])('%s: failed, with a reason, and the base with it', async (_what, content, failure_reason) => {
  const { user, base, baseNow, ask } = await baseOf(world)
  const id = await documentFor(world, user, base, content as string)
  await world.run(5)
  expect((await ask('GET', `/${id}`)).body.data).toMatchObject({ status: 'failed', failure_reason })
  expect(await baseNow()).toMatchObject({ status: 'failed', documents_count: 1 })
  expect((await world.bucketKeys()).filter((key) => key.includes(`/${user.id}/`))).toEqual([])
})

test('text in UTF-16, and as Windows wrote it, is read as it was meant', async () => {
  const { user, base, packed } = await baseOf(world)
  const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('Grüße', 'utf16le')])
  await documentFor(world, user, base, utf16 as unknown as string)
  await documentFor(
    world,
    user,
    base,
    new Uint8Array([...Buffer.from('Gr\xfc\xdfe zwei', 'latin1')]) as unknown as string,
  )
  await world.run(5)
  expect((await packed()).map(({ text }) => text)).toEqual(['Grüße', 'Grüße zwei'])
})

test('nothing that documents say, and no name of one, stands in the log', async () => {
  const { user, base } = await baseOf(world)
  await documentFor(world, user, base, 'The password is swordfish.', { name: 'Secrets of the house' })
  await world.run(5)
  expect(JSON.stringify(world.logged)).not.toMatch(/swordfish|Secrets/)
})
