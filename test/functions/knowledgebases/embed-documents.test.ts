import { beforeAll, expect, test } from 'vitest'
import { embeddings } from '../../../shared/providers/models/embeddings.ts'
import { useWorld } from '../../use-world.ts'
import { openWorld } from '../../world.ts'
import { baseOf, documentFor, manyWords } from './knowledgebase.ts'

const world = useWorld({ environment: { MODEL_EMBEDDING_MODEL: 'double' } })
// Loads the embedding adapter in real time, before virtual time runs.
beforeAll(async () => (await embeddings(world.parts).open())?.embed(['warm'], 30_000))

const asked = () =>
  world.model.asked().reduce((sum, { kind, texts = 0 }) => (kind === 'embedding' ? sum + texts : sum), 0)

const largeBase = async (about = 'Dogs wait outside.') => {
  const made = await baseOf(world)
  const document = await documentFor(world, made.user, made.base, manyWords(about))
  const search = async (id = document) => (await made.ask('GET', `/${id}`)).body.data.search
  return { ...made, document, search, stored: () => world.services.knowledgebases.find(made.user.id, made.base) }
}

test('finds a large base by words at once, by meaning soon after', async () => {
  const before = asked()
  const { search, stored, objects, packed, baseNow } = await largeBase()
  await world.run(5)
  expect(await baseNow()).toMatchObject({ status: 'active' })
  await world.run(60)
  expect(await search()).toBe('words_and_meaning')
  const { packed: record } = (await stored()) ?? {}
  expect(record).toMatchObject({ embedded_by: 'double' })
  expect(record).not.toHaveProperty('unembedded')
  expect(asked() - before).toBe(new Set((await packed()).map(({ heading, text }) => `${heading}\n${text}`)).size)
  expect(await objects()).toHaveLength(1)
  expect(world.logged.filter(({ message }) => message === 'document embedded').length).toBeGreaterThan(0)
  expect(JSON.stringify(world.logged)).not.toContain('wait outside')
})

test('embeds stored texts only once', async () => {
  const { user, base, ask, search } = await largeBase()
  await world.run(60)
  const before = asked()
  const second = await documentFor(world, user, base, '# Cats\nCats are at home.')
  await world.run(60)
  expect(asked() - before).toBe(1)
  const twin = await documentFor(world, user, base, '# Cats\nCats are at home.')
  await ask('DELETE', `/${second}`)
  await world.run(60)
  expect(asked() - before).toBe(1)
  expect(await search(twin)).toBe('words_and_meaning')
})

test('a small base, which stands in every prompt, is not embedded', async () => {
  const { user, base, ask } = await baseOf(world)
  const before = asked()
  const id = await documentFor(world, user, base, 'We open at nine.')
  await world.run(60)
  expect(asked()).toBe(before)
  expect((await ask('GET', `/${id}`)).body.data).toMatchObject({ status: 'active', search: null })
})

test.each(['fail', 'busy', 'garbage', 'short', 'ragged', 'zeros'])(
  'after “%s” finds by words, and stops asking after six failures',
  async (behaviour) => {
    const { search, stored, document, ask, packed } = await largeBase(`[double embedding: ${behaviour}]`)
    const refused = () => world.model.asked().filter((one) => one.behaviour === behaviour).length
    const before = refused()
    await world.run(60)
    expect((await ask('GET', `/${document}`)).body.data).toMatchObject({ status: 'active', search: 'words' })
    await world.run(3600)
    expect(refused() - before).toBe(7)
    expect(await search()).toBe('words')
    expect((await stored())?.packed).toMatchObject({ missed: [document] })
    expect((await packed()).length).toBeGreaterThan(300)
    await world.run(7200)
    expect(refused() - before).toBe(7)
  },
)

test('repeats a request to a briefly busy vendor once', async () => {
  const { search } = await largeBase('[double embedding: once]')
  await world.run(90)
  expect(await search()).toBe('words_and_meaning')
})

test('a key that is refused is not tried again until the base changes', async () => {
  const { user, base, search, document } = await largeBase('[double embedding: denied]')
  const refused = () => world.model.asked().filter(({ behaviour }) => behaviour === 'denied').length
  await world.run(3600)
  expect(await search()).toBe('words')
  const before = refused()
  expect(before).toBe(2)
  const other = await documentFor(world, user, base, '# Cats\nCats are at home.')
  await world.run(3600)
  expect(refused()).toBe(before + 1)
  expect([await search(document), await search(other)]).toEqual(['words', 'words_and_meaning'])
})

test('a document deleted before its embedding leaves no vectors', async () => {
  const { ask, stored, document, packed } = await largeBase('[double embedding: busy]')
  await world.run(20)
  await ask('DELETE', `/${document}`)
  await world.run(60)
  expect(await packed()).toEqual([])
  expect((await stored())?.packed).not.toHaveProperty('unembedded')
})

test('without a model nothing is asked, and documents are found by words', async () => {
  const plain = await openWorld()
  const { user, base, ask } = await baseOf(plain)
  const id = await documentFor(plain, user, base, manyWords('Dogs wait outside.'))
  await plain.run(60)
  expect((await ask('GET', `/${id}`)).body.data).toMatchObject({ status: 'active', search: 'words' })
  expect(plain.model.asked()).toEqual([])
  await plain.close()
})
