import { beforeAll, expect, test } from 'vitest'
import { embeddings } from '../../../shared/providers/models/embeddings.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { askAs, documentFor, knowledgebaseFor, manyWords } from './knowledgebase.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const embedding = useWorld({ open: faults.open, environment: { MODEL_EMBEDDING_MODEL: 'double' } })
// The first question also loads the adapter, while virtual time would run on.
beforeAll(async () => (await embeddings(embedding.parts).open())?.embed(['warm'], 30_000))

/** A document that is read, one that is deleted, and a base that is: everything that the worker does. */
const live = async (user: TestUser, place: number) => {
  const ask = askAs(world, user)
  const [base, other] = [await knowledgebaseFor(world, user), await knowledgebaseFor(world, user)]
  const gone = await documentFor(world, user, base, 'We open at nine.')
  await documentFor(world, user, other, 'Nothing is left of this.')
  await world.run(1)
  const stays = await documentFor(world, user, base, `We close at five, ${place}.`)
  await ask('DELETE', `/${base}/documents/${gone}`)
  await ask('DELETE', `/${other}`)
  return { user, base, stays, ask, place }
}

const callsMax = 90
/** Lived side by side, each by another user. */
const atOnce = 6

test.each(faultKinds)(
  '%s, at every call of read-documents: each document is read once, nothing is left over, nothing is stuck',
  async (kind) => {
    for (let first = 0; first < callsMax; first += atOnce) {
      const users = await Promise.all(Array.from({ length: atOnce }, () => world.user()))
      const armed = faults.arm(
        ...users.map(({ id }, n) => ({ operation: 'read-documents', call: first + n, kind, about: id })),
      )
      const lives = []
      for (const [n, user] of users.entries()) lives.push(await live(user, first + n))
      await world.run(1200)
      faults.disarm()
      for (const [n, { user, base, stays, ask, place }] of lives.entries()) {
        const what = `${kind} at call ${place}: ${armed[n]?.struck}`
        expect((await ask('GET', `/${base}/documents`)).body.data, what).toMatchObject([
          { id: stays, status: 'active' },
        ])
        const passages = await world.passages(user.id, base)
        expect(
          passages.map(({ text }) => text),
          what,
        ).toEqual([`We close at five, ${place}.`])
        const objects = (await world.bucketKeys()).filter((key) => key.includes(`/${user.id}/`))
        expect(
          objects.filter((key) => key.includes('/packed/')),
          what,
        ).toHaveLength(1)
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
  '%s, at every call of read-documents that embeds: all is found by meaning in the end, and nothing that was stored is asked again',
  async (kind) => {
    const asked = () =>
      embedding.model.asked().reduce((sum, { kind, texts = 0 }) => (kind === 'embedding' ? sum + texts : sum), 0)
    for (let call = 0; call < callsMax; call++) {
      const user = await embedding.user()
      const base = await knowledgebaseFor(embedding, user)
      const id = await documentFor(embedding, user, base, manyWords('Dogs wait outside.'))
      const before = asked()
      const [armed] = faults.arm({ operation: 'read-documents', call, kind, about: user.id })
      await embedding.run(5)
      await embedding.run(1200)
      faults.disarm()
      const what = `${kind} at call ${call}: ${armed?.struck}`
      const { body } = await askAs(embedding, user)('GET', `/${base}/documents/${id}`)
      expect(body.data, what).toMatchObject({ status: 'active', search: 'words_and_meaning' })
      const passages = (await embedding.passages(user.id, base)).length
      expect(passages, what).toBe(301)
      // At the worst, what one go was told is lost with it.
      expect(asked() - before, what).toBeLessThanOrEqual(armed?.struck ? 2 * passages : passages)
      const objects = (await embedding.bucketKeys()).filter((key) => key.includes(`/packed/${user.id}/`))
      expect(objects, what).toHaveLength(1)
      expect(await dueLeft(embedding.services.deadlines)).toEqual([])
      if (!armed?.struck) return expect(call).toBeGreaterThan(20)
    }
    throw new Error('The operation makes more calls than expected')
  },
  400_000,
)
