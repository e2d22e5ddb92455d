import { beforeEach, expect, test } from 'vitest'
import { assistantVersions } from '../../../shared/data/assistants/assistant-versions.ts'
import { versionKeptDays, versionsMax } from '../../../shared/domain/assistants/assistant-version.ts'
import { must } from '../../../shared/words/must.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { documentFor, knowledgebaseFor } from '../knowledgebases/knowledgebase.ts'
import { toolFor } from '../tools/tool.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
let user: TestUser
let assistants: ReturnType<typeof assistantsOf>
beforeEach(async () => {
  user = await world.user()
  assistants = assistantsOf(world, user)
})

const list = async (id: number, query = '') =>
  (await world.api(user.token, 'GET', `/user/assistants/${id}/versions${query}`)).body

const numbersOf = async (id: number, query = '') =>
  (await list(id, query)).data.map(({ number }: { number: number }) => number)

test('the creation of an assistant is its version 1', async () => {
  const id = await assistants.id()
  expect(await list(id)).toMatchObject({
    data: [
      {
        number: 1,
        note: null,
        is_live: true,
        calls: 0,
        restored_from: null,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ],
    total: 1,
  })
})

test('shows each change with time, note and token, newest first', async () => {
  const id = await assistants.id()
  const { updated_at: created } = await assistants.read(id)
  await world.run(5)
  await assistants.update(id, { speech_speed: 1.1, note: 'Faster' })
  const { updated_at: changed, version } = await assistants.read(id)
  expect(version).toBe(2)
  const { data } = await list(id)
  const [token] = await world.services.tokens.list(user.id)
  const token_id = must(token, 'token').hash.slice(0, 12)
  expect(data).toEqual([
    expect.objectContaining({ number: 2, note: 'Faster', created_at: changed, token_id, is_live: true }),
    expect.objectContaining({ number: 1, note: null, created_at: created, token_id, is_live: false }),
  ])
  expect(JSON.stringify(data)).not.toContain(user.token)
})

test('a change that changes nothing is no version, and equal settings have equal hashes', async () => {
  const id = await assistants.id()
  await assistants.update(id, {})
  await assistants.update(id, { assistant_name: 'Reception', note: 'Same' })
  expect(await numbersOf(id)).toEqual([1])
  await assistants.update(id, { assistant_name: 'Sales' })
  await assistants.update(id, { assistant_name: 'Reception' })
  const { data } = await list(id)
  const [third, second, first] = data.map(({ hash }: { hash: string }) => hash)
  expect(third).toBe(first)
  expect(second).not.toBe(first)
})

test('forty changes at once are forty versions without a gap', async () => {
  const id = await assistants.id()
  const names = Array.from({ length: 40 }, (_, count) => `Desk ${count}`)
  await Promise.all(names.map((assistant_name) => assistants.update(id, { assistant_name })))
  expect(await numbersOf(id, '?per_page=100')).toEqual(Array.from({ length: 41 }, (_, count) => 41 - count))
})

test('webhook switches are versions, with the token that asked', async () => {
  const id = await assistants.id()
  const post = (path: string, body: object) => world.api(user.token, 'POST', `/user/assistants/${path}`, body)
  await post('enable-webhook', { assistant_id: id, webhook_url: 'https://a.example' })
  await post('disable-webhook', { assistant_id: id })
  await post('enable-inbound-webhook', { assistant_id: id, webhook_url: 'https://a.example' })
  await post('disable-inbound-webhook', { assistant_id: id })
  const { data } = await list(id)
  expect(data.map(({ number }: { number: number }) => number)).toEqual([5, 4, 3, 2, 1])
  expect(new Set(data.map(({ token_id }: { token_id: string }) => token_id)).size).toBe(1)
})

test('creates a version when a deleted tool or base is removed', async () => {
  const tool = await toolFor(world, user, { endpoint: 'http://localhost:9/tables' })
  const base = await knowledgebaseFor(world, user)
  await documentFor(world, user, base, 'We open at nine.')
  const id = await assistants.id({ tool_ids: [tool], knowledgebase_id: base })
  await world.api(user.token, 'DELETE', `/user/tools/${tool}`)
  await world.api(user.token, 'DELETE', `/user/knowledgebases/${base}`)
  const { data } = await list(id)
  expect(data).toMatchObject([
    { number: 3, note: `Knowledge base ${base} was deleted.`, token_id: null },
    { number: 2, note: `Tool ${tool} was deleted.` },
    { number: 1, note: null },
  ])
})

test('pages are exact', async () => {
  const id = await assistants.id()
  for (const assistant_name of ['a', 'b', 'c', 'd']) await assistants.update(id, { assistant_name })
  expect(await list(id, '?per_page=2&page=2')).toMatchObject({ total: 5, last_page: 3, from: 3, to: 4 })
  expect(await numbersOf(id, '?per_page=2&page=2')).toEqual([3, 2])
})

test('keeps the newest versions, and each for its time', async () => {
  const id = await assistants.id()
  for (let count = 1; count <= versionsMax + 2; count++)
    await world.services.assistants.change(user.id, id, (live) => ({ ...live, name: `Desk ${count}` }))
  const { data, total } = await list(id, '?per_page=100&page=3')
  expect(total).toBe(versionsMax + 1)
  expect(data).toMatchObject([{ number: 3 }])
  expect((await world.api(user.token, 'GET', `/user/assistants/${id}/versions/2`)).status).toBe(404)
  const laterBy = (days: number) => ({ ...world.clock, now: () => world.clock.now() + days * 24 * 60 * 60 * 1000 })
  const keptFor = async (days: number) =>
    (await assistantVersions({ ...world.parts, clock: laterBy(days) }).list(user.id, id)).length
  expect([await keptFor(versionKeptDays - 1), await keptFor(versionKeptDays + 1)]).toEqual([versionsMax, 0])
})

test('404 for an unknown assistant, and for one of another user', async () => {
  const other = assistantsOf(world, await world.user())
  for (const id of [12, await other.id()]) {
    const { status, body } = await world.api(user.token, 'GET', `/user/assistants/${id}/versions`)
    expect([status, body]).toEqual([404, { message: 'Assistant not found' }])
  }
})
