import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { agentTools } from '../../infra/agent-tools.ts'
import { shown, toolsIn } from '../../shared/domain/agents/agent-tool.ts'
import { httpOperations } from '../../shared/operations/index.ts'

/** What agents are shown, and what it costs them to read. */

const tools = agentTools()
const tokensMax = 30_000
/** Of English and JSON, a token is four bytes, near enough. */
const tokensOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) / 4

test('the whole list is at most 30,000 tokens', () => {
  expect(tokensOf(tools.map(shown))).toBeLessThan(tokensMax)
})

test('every operation is a tool but those that show a secret, or everything about a person', () => {
  const names = new Set(tools.map(({ name }) => name))
  const left = httpOperations.filter(({ id }) => !names.has(id))
  expect(left.map(({ id }) => id)).toEqual([
    'get-webhook-secret',
    'rotate-webhook-secret',
    'get-evidence-export',
    'create-person-export',
    'get-person-export',
    'create-person-erasure',
    'get-person-erasure',
  ])
})

test('those that reach people, and every DELETE, are to be asked about before they are used', () => {
  const asked = tools.filter(({ annotations }) => annotations.destructiveHint)
  const reaching = asked.filter(({ method }) => method !== 'DELETE').map(({ name }) => name)
  const steering = ['end-call', 'say-in-call', 'transfer-call']
  expect(reaching.toSorted()).toEqual([...steering, 'make-call', 'send-sms', 'update-campaign-status'].toSorted())
  expect(tools.filter(({ method, annotations }) => method === 'DELETE' && !annotations.destructiveHint)).toEqual([])
  expect(tools.filter(({ method, annotations }) => (method === 'GET') !== annotations.readOnlyHint)).toEqual([])
})

test('a name and a schema are what every model takes: no choice between shapes at the top', () => {
  for (const { name, inputSchema, title, description } of tools) {
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(Object.keys(inputSchema).toSorted()).toEqual(['additionalProperties', 'properties', 'required', 'type'])
    expect(description.startsWith(title)).toBe(true)
  }
})

test('every POST takes a key that makes it safe to ask again, and nothing else does', () => {
  const keyed = tools.filter(({ inputSchema }) => Object.hasOwn(inputSchema.properties as object, 'idempotency_key'))
  expect(keyed.map(({ name }) => name)).toEqual(tools.filter(({ method }) => method === 'POST').map(({ name }) => name))
})

test('without areas at most fifty are shown, and always the same ones', () => {
  const [tool] = tools
  const many = Array.from({ length: 60 }, (_, place) => ({ ...tool, name: `tool-${place}`, area: `area-${place}` }))
  const all = many as typeof tools
  expect(toolsIn(all, [])).toEqual(all.slice(0, 50))
  expect(toolsIn(all, ['area-59', 'area-3']).map(({ name }) => name)).toEqual(['tool-3', 'tool-59'])
  expect(toolsIn(tools, [])).toEqual(tools.slice(0, 50))
})

test('docs/agents.md says how many tokens the whole list is', async () => {
  const text = await readFile('docs/agents.md', 'utf8')
  const said = Number(/The whole list is about ([\d,]+) tokens/.exec(text)?.[1]?.replace(',', ''))
  expect(Math.abs(said / tokensOf(tools.map(shown)) - 1)).toBeLessThan(0.15)
})
