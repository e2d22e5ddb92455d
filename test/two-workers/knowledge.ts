import { describe, expect, test } from 'vitest'
import { documents } from '../../shared/data/knowledge/documents.ts'
import { knowledgeWork } from '../../shared/data/knowledge/knowledge-work.ts'
import { knowledgebases } from '../../shared/data/knowledge/knowledgebases.ts'
import type { KnowledgeDocument } from '../../shared/domain/knowledge/document.ts'
import { documentsMax, type Knowledgebase, knowledgebasesMax } from '../../shared/domain/knowledge/knowledgebase.ts'
import { knowledgebaseKey, knowledgeWorkKey, openJobsKey } from '../../shared/table/keys.ts'
import { must } from '../../shared/words/must.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'

const leaseMs = 1000
const newBase = async (): Promise<Knowledgebase> => ({
  ...{ id: world.newId(), user_id: (await world.user()).id, name: 'Prices', description: null },
  ...{ documents: 0, processing: 0, active: 0, removals: 0, version: 0, updated_at: 0 },
})
const newDocument = ({ user_id, id: base_id }: Knowledgebase): KnowledgeDocument => ({
  ...{ id: world.newId(), user_id, base_id, name: 'List', description: null, type: 'txt', status: 'processing' },
  ...{ source: { kind: 'upload', bytes: 3 }, attempts: 0, updated_at: 0 },
})
const opened = async () => {
  const base = await newBase()
  await knowledgebases(worker()).create(base)
  const document = newDocument(base)
  await documents(worker()).create(document)
  const claim = (now: number) => (parts: Worker) => knowledgeWork(parts).claim(base.user_id, now, leaseMs)
  const lease = must(await claim(1)(worker()), 'lease')
  const find = async () => must(await knowledgebases(worker()).find(base.user_id, base.id), 'base')
  return { base: await find(), document, claim, lease, find }
}
const packed = (key: string) => ({ key, passages: 1, tokens: 1, removals: 0 })

describe('a knowledge base', () => {
  const create = (base: Knowledgebase) => (parts: Worker) => knowledgebases(parts).create(base)

  test('is created once by two workers with the same id', async () => {
    expect(await slowerOf(create(await newBase()))).toBe('clash')
  })

  test('is the last of a user for one of two workers', async () => {
    const base = await newBase()
    await world.parts.table.write([{ put: { ...knowledgeWorkKey(base.user_id), bases: knowledgebasesMax - 1 } }])
    expect(await overtake(create(base), create({ ...base, id: base.id + 1 }))).toBe('too_many')
  })

  test('is not renamed when it is deleted meanwhile', async () => {
    const { base } = await opened()
    const rename = (parts: Worker) => knowledgebases(parts).rename(base, { name: 'Other', description: undefined }, 1)
    const remove = (parts: Worker) => knowledgebases(parts).markDeleted(base.user_id, base.id, 1)
    expect(await overtake(rename, remove)).toBeUndefined()
  })

  test('is deleted and counted once by two workers', async () => {
    const { base } = await opened()
    expect(await slowerOf((parts) => knowledgebases(parts).markDeleted(base.user_id, base.id, 1))).toBe(false)
    expect(await world.parts.table.get(knowledgeWorkKey(base.user_id))).toMatchObject({ bases: 0 })
  })

  test('keeps the spare object of one of two workers', async () => {
    const { base, lease, find } = await opened()
    const reserve = (key: string) => (parts: Worker) => knowledgebases(parts).reserve(base, key, lease)
    expect(await overtake(reserve('slow'), reserve('fast'))).toBeUndefined()
    expect(await find()).toMatchObject({ spare: ['fast'] })
  })

  test('publishes what one of two workers read', async () => {
    const { base, lease, find } = await opened()
    const publish = (key: string) => (parts: Worker) => knowledgebases(parts).publish(base, packed(key), lease)
    expect(await overtake(publish('slow'), publish('fast'))).toBe(false)
    expect(await find()).toMatchObject({ packed: { key: 'fast' } })
  })

  test('keeps a spare object that another worker reserves', async () => {
    const { base, lease, find } = await opened()
    await overtake(
      (parts) => knowledgebases(parts).forgetSpare(base, lease),
      (parts) => knowledgebases(parts).reserve(base, 'new', lease),
    )
    expect(await find()).toMatchObject({ spare: ['new'] })
  })

  test('is not written by a worker whose lease another one took', async () => {
    const { base, lease, claim, find } = await opened()
    const publish = (parts: Worker) => knowledgebases(parts).publish(base, packed('slow'), lease)
    expect(await overtake(publish, claim(9e12))).toBe(false)
    expect(await find()).not.toHaveProperty('packed')
  })
})

describe('a document', () => {
  const create = (document: KnowledgeDocument) => (parts: Worker) => documents(parts).create(document)
  const removed =
    ({ user_id, base_id, id }: KnowledgeDocument) =>
    (parts: Worker) =>
      documents(parts).remove(user_id, base_id, id, 1)

  test('is created and counted once by two workers with the same id', async () => {
    const { base, find } = await opened()
    expect(await slowerOf(create(newDocument(base)))).toBe('clash')
    expect(await find()).toMatchObject({ documents: 2 })
  })

  test('is not created in a base that is deleted meanwhile', async () => {
    const { base } = await opened()
    const remove = (parts: Worker) => knowledgebases(parts).markDeleted(base.user_id, base.id, 1)
    expect(await overtake(create(newDocument(base)), remove)).toBe('no_base')
  })

  test('is the last of its base for one of two workers', async () => {
    const { base } = await opened()
    const { user_id, id } = base
    await world.parts.table.write([{ update: knowledgebaseKey(user_id, id), set: { documents: documentsMax - 1 } }])
    expect(await overtake(create(newDocument(base)), create(newDocument(base)))).toBe('too_many')
  })

  test('does not return when it is deleted while another worker renames it', async () => {
    const { document } = await opened()
    const rename = (parts: Worker) => documents(parts).rename(document, { name: 'Other', description: undefined }, 1)
    expect(await overtake(rename, removed(document))).toBeUndefined()
  })

  test('is counted right when it is read while another worker deletes it', async () => {
    const { base, document, lease, find } = await opened()
    const read = (parts: Worker) =>
      knowledgebases(parts).publish(base, packed('fast'), lease, { document, passages: 1, now: 1 })
    await overtake(removed(document), read)
    expect(await find()).toMatchObject({ documents: 0, processing: 0, active: 0, removals: 1 })
  })

  test('is not published when it is deleted meanwhile', async () => {
    const { base, document, lease, find } = await opened()
    const publish = (parts: Worker) =>
      knowledgebases(parts).publish(base, packed('slow'), lease, { document, passages: 1, now: 1 })
    expect(await overtake(publish, removed(document))).toBe(false)
    expect(await find()).toMatchObject({ documents: 0, processing: 0, active: 0 })
  })

  test('is begun by one of two workers', async () => {
    const { document, lease } = await opened()
    expect(await slowerOf((parts) => documents(parts).begin(document, lease))).toBe(false)
  })

  test('fails once, and is counted once, by two workers', async () => {
    const { document, lease, find } = await opened()
    await slowerOf((parts) => documents(parts).fail(document, 'It is empty', 1, lease))
    expect(await find()).toMatchObject({ processing: 0 })
  })
})

test('counts a document’s failure during the clearing once', async () => {
  const { base, document, lease } = await opened()
  await overtake(
    (parts) => documents(parts).clear(base.user_id, base.id),
    (parts) => documents(parts).fail(document, 'It is empty', 1, lease),
  )
  const jobs = await world.parts.table.get<Record<string, number>>(openJobsKey(base.user_id))
  expect(Object.values(jobs ?? {})).not.toContain(-1)
  expect(await documents(worker()).list(base.user_id, base.id)).toEqual([])
})

describe('the work on documents', () => {
  test('is done by one of two workers', async () => {
    const { claim } = await opened()
    expect(await slowerOf(claim(9e12))).toBeUndefined()
  })

  test('is begun by one of two workers for the first time', async () => {
    const base = await newBase()
    await knowledgebases(worker()).create(base)
    expect(await slowerOf((parts) => knowledgeWork(parts).claim(base.user_id, 1, leaseMs))).toBeUndefined()
  })

  test('is not finished when a document is added meanwhile', async () => {
    const { base, lease } = await opened()
    const add = (parts: Worker) => documents(parts).create(newDocument(base))
    expect(await overtake((parts) => knowledgeWork(parts).finish(lease), add)).toBe(false)
  })

  test('stays with the worker that took the lease of a slow one', async () => {
    const { base, lease, claim } = await opened()
    await overtake((parts) => knowledgeWork(parts).release(lease, 5), claim(9e12))
    expect(await world.parts.table.get(knowledgeWorkKey(base.user_id))).toMatchObject({ lease_until: 9e12 + leaseMs })
  })
})
