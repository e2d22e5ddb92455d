import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { handler as listNames } from '../../../functions/assistants/list-assistant-names.ts'
import { handler as listAssistants } from '../../../functions/assistants/list-assistants.ts'
import { handler as listOutbound } from '../../../functions/assistants/list-outbound-assistants.ts'
import { handler as listKnowledgebases } from '../../../functions/knowledgebases/list-knowledgebases.ts'
import { assistants } from '../../../shared/data/assistants/assistants.ts'
import { AssistantName, OutboundAssistant } from '../../../shared/domain/assistants/assistant-view.ts'
import type { HttpEntry } from '../../../shared/runtime/http.ts'
import { assistantKey } from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { openSmallWorld, type SmallWorld } from '../../runtime/small-world.ts'

const count = 30

const early = (user_id: number, place: number) => ({
  ...assistantKey(user_id, idAt(Date.UTC(2026, 0, 1, 0, place), 0)),
  id: idAt(Date.UTC(2026, 0, 1, 0, place), 0),
  user_id,
  uuid: randomUUID(),
  name: `Anna ${place}`,
  status: 'active',
  type: place % 2 ? 'outbound' : 'inbound',
  mode: 'pipeline',
  voice_id: 1,
  language_id: 1,
  timezone: 'UTC',
  initial_message: 'Hello.',
  system_prompt: 'Be brief.',
  variables: '{"city":"Rome"}',
  post_call_schema: '[]',
})

const openLists = async () => {
  const small = await openSmallWorld()
  await small.table.putMany(Array.from({ length: count }, (_, index) => early(small.user_id, index)))
  return small
}

const watched = async (small: SmallWorld, entry: HttpEntry) => {
  const decoded = new Set<string>()
  small.interfere(async (command, go) => {
    const answer = await go()
    if (command === 'QueryCommand') for (const item of itemsOf(answer)) for (const name in item) decoded.add(name)
  })
  const { status, body } = await small.ask(entry)
  return { status, body, decoded: [...decoded].toSorted() }
}

const itemsOf = (answer: unknown): object[] => (answer as { Items?: object[] } | undefined)?.Items ?? []

const stored = (shown: object) => Object.keys(shown).filter((name) => name !== 'created_at')

test.each([
  ['names', listNames, stored(AssistantName.shape), count],
  ['those that make calls', listOutbound, stored(OutboundAssistant.shape), count / 2],
] as const)('of %s, no more is decoded than the list shows', async (_what, entry, members, shown) => {
  const { status, body, decoded } = await watched(await openLists(), entry)
  expect(status).toBe(200)
  expect(body).toHaveLength(shown)
  expect(decoded).toEqual(members.filter((name) => name in early(1, 1)).toSorted())
  expect(body[0]).toMatchObject({ status: 'active', updated_at: '1970-01-01T00:00:00.000000Z' })
})

test('a list of knowledge bases decodes nothing of assistants but what they know', async () => {
  const small = await openLists()
  await small.table.write([{ update: assistantKey(small.user_id, early(1, 1).id), set: { knowledgebase_id: 7 } }])
  const { status, decoded } = await watched(small, listKnowledgebases)
  expect(status).toBe(200)
  expect(decoded).toEqual(['knowledgebase_id'])
})

test('parses only shown assistants, with an exact total', async () => {
  let parsed = 0
  const items = Array.from({ length: count }, (_, index) => ({
    ...early(1, index),
    get variables() {
      parsed += 1
      return '{}'
    },
    set variables(_read: unknown) {},
  }))
  const { table: stands, clock, random } = await openSmallWorld()
  const table = { ...stands, query: async <T>() => items as T[] }
  const { items: shown, total } = await assistants({ table, clock, random }).page(1, 'outbound', 10, 5)
  expect(total).toBe(count / 2)
  expect(shown.map(({ name }) => name)).toEqual(['Anna 21', 'Anna 23', 'Anna 25', 'Anna 27', 'Anna 29'])
  expect(parsed).toBe(5)
})

test('a partly read assistant has defaults of the requested members only', async () => {
  const { parts, user_id } = await openLists()
  const [first] = await assistants(parts).list(user_id, { only: ['name', 'tool_ids'] })
  expect(first).toEqual({ name: `Anna ${count - 1}`, tool_ids: [] })
})

test('a page of whole assistants shows what each was stored with', async () => {
  const { status, body } = await (await openLists()).ask(listAssistants, { path: '/user/assistants/get?per_page=100' })
  expect(status).toBe(200)
  expect(body.data).toHaveLength(count)
  expect(body.data[0]).toMatchObject({ variables: { city: 'Rome' }, post_call_schema: [], tool_ids: [], tools: [] })
  expect(Object.keys(body.data[0])).not.toContain('pk')
})
