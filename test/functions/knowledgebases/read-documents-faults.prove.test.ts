import { beforeAll, expect, test } from 'vitest'
import { embeddings } from '../../../shared/providers/models/embeddings.ts'
import { dueLeft } from '../../due-left.ts'
import { type FaultKind, faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser, World } from '../../world.ts'
import { askAs, documentFor, knowledgebaseFor, manyWords } from './knowledgebase.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

const asked = new Map<number, number>()
const countTexts = (body: unknown) => {
  const { input = [] }: { input?: string[] } = typeof body === 'string' ? JSON.parse(body) : {}
  for (const text of input) {
    const user = Number(/\d+/.exec(text)?.[0])
    asked.set(user, (asked.get(user) ?? 0) + 1)
  }
}
const embedding = useWorld({
  open: (entry, parts) => {
    const fetch: typeof parts.fetch = (url, init) => {
      if (String(url).endsWith('/embeddings')) countTexts(init?.body)
      return parts.fetch(url, init)
    }
    return faults.open(entry, { ...parts, fetch })
  },
  environment: { MODEL_EMBEDDING_MODEL: 'double', MODEL_EMBEDDING_DIMENSIONS: '16' },
})
// Loads the embedding adapter in real time, before virtual time runs.
beforeAll(async () => (await embeddings(embedding.parts).open())?.embed(['warm'], 30_000))

const callsMax = 90
const atOnce = 45

/** Creates users one after another, so that their ids differ, and arms a fault for each. */
const armAll = async (of: World, kind: FaultKind, first: number) => {
  const users: TestUser[] = []
  for (let n = 0; n < atOnce; n++) {
    users.push(await of.user())
    await of.run(0.001)
  }
  const armed = faults.arm(
    ...users.map(({ id }, n) => ({ operation: 'read-documents', call: first + n, kind, about: id })),
  )
  return { users, armed }
}

test.each(faultKinds)(
  '%s, at every call of read-documents: each read once, none stuck',
  async (kind) => {
    for (let first = 0; first < callsMax; first += atOnce) {
      const { users, armed } = await armAll(world, kind, first)
      const began = await Promise.all(
        users.map(async (user) => {
          const [base, other] = [await knowledgebaseFor(world, user), await knowledgebaseFor(world, user)]
          const gone = await documentFor(world, user, base, 'We open at nine.')
          await documentFor(world, user, other, 'Nothing is left of this.')
          return { user, base, other, gone, ask: askAs(world, user) }
        }),
      )
      await world.run(1)
      const lives = await Promise.all(
        began.map(async ({ user, base, other, gone, ask }, n) => {
          const says = `We close at five, ${first + n}.`
          const stays = await documentFor(world, user, base, says)
          await ask('DELETE', `/${base}/documents/${gone}`)
          await ask('DELETE', `/${other}`)
          return { user, base, stays, ask, says }
        }),
      )
      await world.run(1200)
      faults.disarm()
      const keys = await world.bucketKeys()
      for (const [n, { user, base, stays, ask, says }] of lives.entries()) {
        const what = `${kind} at call ${first + n}: ${armed[n]?.struck}`
        expect((await ask('GET', `/${base}/documents`)).body.data, what).toMatchObject([
          { id: stays, status: 'active' },
        ])
        const passages = await world.passages(user.id, base)
        expect(
          passages.map(({ text }) => text),
          what,
        ).toEqual([says])
        const packed = keys.filter((key) => key.includes(`/${user.id}/`) && key.includes('/packed/'))
        expect(packed, what).toHaveLength(1)
        expect((await ask('GET')).body.data, what).toHaveLength(1)
      }
      expect(await dueLeft(world.services.deadlines)).toEqual([])
      const untouched = armed.findIndex(({ struck }) => !struck)
      if (untouched >= 0) return expect(first + untouched).toBeGreaterThan(10)
    }
    throw new Error('The operation makes more calls than expected')
  },
  400_000,
)

test.each(faultKinds)(
  '%s, at every embedding call: finds all by meaning, embeds once',
  async (kind) => {
    for (let first = 0; first < callsMax; first += atOnce) {
      const { users, armed } = await armAll(embedding, kind, first)
      const lives = await Promise.all(
        users.map(async (user) => {
          const base = await knowledgebaseFor(embedding, user)
          const text = manyWords('Dogs wait outside.').replaceAll('# ', `# ${user.id}: `)
          return { user, base, id: await documentFor(embedding, user, base, text) }
        }),
      )
      await embedding.run(1200)
      faults.disarm()
      const keys = await embedding.bucketKeys()
      for (const [n, { user, base, id }] of lives.entries()) {
        const what = `${kind} at call ${first + n}: ${armed[n]?.struck}`
        const { body } = await askAs(embedding, user)('GET', `/${base}/documents/${id}`)
        expect(body.data, what).toMatchObject({ status: 'active', search: 'words_and_meaning' })
        const passages = (await embedding.passages(user.id, base)).length
        expect(passages, what).toBe(301)
        expect(asked.get(user.id), what).toBeGreaterThanOrEqual(passages)
        expect(asked.get(user.id), what).toBeLessThanOrEqual(armed[n]?.struck ? 2 * passages : passages)
        expect(
          keys.filter((key) => key.includes(`/packed/${user.id}/`)),
          what,
        ).toHaveLength(1)
      }
      expect(await dueLeft(embedding.services.deadlines)).toEqual([])
      const untouched = armed.findIndex(({ struck }) => !struck)
      if (untouched >= 0) return expect(first + untouched).toBeGreaterThan(20)
    }
    throw new Error('The operation makes more calls than expected')
  },
  400_000,
)
