import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { agentTools } from '../../../infra/documents/agent-tools.ts'
import { shown, toolsIn } from '../../../shared/domain/agents/agent-tool.ts'
import { httpOperations } from '../../../shared/operations/index.ts'

const tools = agentTools()
const tokensMax = 30_000
/** In English and JSON, a token is about four bytes. */
const tokensOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) / 4

test('the whole list is at most 30,000 tokens', () => {
  expect(tokensOf(tools.map(shown))).toBeLessThan(tokensMax)
})

test('every operation is a tool except secrets, files and people', () => {
  const names = new Set(tools.map(({ name }) => name))
  const left = httpOperations.filter(({ id }) => !names.has(id))
  expect(left.map(({ id }) => id)).toEqual([
    'create-lead-import',
    'list-lead-imports',
    'get-lead-import',
    'create-web-call',
    'create-token',
    'delete-token',
    'list-assistant-versions',
    'get-assistant-version',
    'restore-assistant-version',
    'save-draft',
    'get-draft',
    'discard-draft',
    'publish-draft',
    'get-rollout',
    'finish-rollout',
    'abort-rollout',
    'enable-conversation-ended-webhook',
    'disable-conversation-ended-webhook',
    'verify-caller-id',
    'get-caller-id',
    'get-webhook-secret',
    'rotate-webhook-secret',
    'replay-draft',
    'get-replay',
    'get-replayed-call',
    'list-replays',
    'get-evidence-export',
    'create-export',
    'get-export',
    'create-person-export',
    'get-person-export',
    'create-person-erasure',
    'get-person-erasure',
  ])
})

test('asks before tools that reach people, and before every DELETE', () => {
  const asked = tools.filter(({ annotations }) => annotations.destructiveHint)
  const reaching = asked.filter(({ method }) => method !== 'DELETE').map(({ name }) => name)
  const steering = ['end-call', 'say-in-call', 'transfer-call']
  expect(reaching.toSorted()).toEqual([...steering, 'make-call', 'send-sms', 'update-campaign-status'].toSorted())
  expect(tools.filter(({ method, annotations }) => method === 'DELETE' && !annotations.destructiveHint)).toEqual([])
  expect(tools.filter(({ method, annotations }) => (method === 'GET') !== annotations.readOnlyHint)).toEqual([])
})

test('names and schemas suit every model, without top-level alternatives', () => {
  for (const { name, inputSchema, title, description } of tools) {
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(Object.keys(inputSchema).toSorted()).toEqual(['additionalProperties', 'properties', 'required', 'type'])
    expect(description.startsWith(title)).toBe(true)
  }
})

test('every POST, and only a POST, takes an idempotency key', () => {
  const keyed = tools.filter(({ inputSchema }) => Object.hasOwn(inputSchema.properties as object, 'idempotency_key'))
  expect(keyed.map(({ name }) => name)).toEqual(tools.filter(({ method }) => method === 'POST').map(({ name }) => name))
})

test('no field has two types', () => {
  const twofold: string[] = []
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('type' in schema && Array.isArray(schema.type)) twofold.push(path)
    if ('enum' in schema && Array.isArray(schema.enum) && schema.enum.includes(null)) twofold.push(path)
    if ('type' in schema && schema.type === 'null') twofold.push(path)
    for (const [name, inner] of Object.entries(schema)) visit(inner, `${path}.${name}`)
  }
  for (const { name, inputSchema } of tools) visit(inputSchema, name)
  expect(twofold).toEqual([])
})

test('whole areas are shown, always in the same order', () => {
  const areasOf = (shown: typeof tools) => [...new Set(shown.map(({ area }) => area))]
  const usual = toolsIn(tools, [])
  expect(usual).toEqual(tools.filter(({ area }) => areasOf(usual).includes(area)))
  expect(areasOf(usual)).toEqual(expect.arrayContaining(['calls', 'assistants', 'voices', 'models', 'languages']))
  expect(usual.length).toBeLessThanOrEqual(62)
  expect(areasOf(toolsIn(tools, ['languages', 'calls']))).toEqual(['calls', 'languages'])
})

test('docs/agents.md says how many tokens the whole list is', async () => {
  const text = await readFile('docs/agents.md', 'utf8')
  const said = Number(/The whole list is about ([\d,]+) tokens/.exec(text)?.[1]?.replace(',', ''))
  expect(Math.abs(said / tokensOf(tools.map(shown)) - 1)).toBeLessThan(0.15)
})
