import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Scope } from '../../../shared/domain/account/scope.ts'
import { hashToken, writeToken } from '../../../shared/domain/account/token.ts'
import { httpOperations } from '../../../shared/operations/index.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, campaignFor } from '../../fixtures.ts'
import { useCaller, useUser, useWorld } from '../../use-world.ts'
import { openWorld, type TestUser } from '../../world.ts'
import { type Agent, eras } from './agents.ts'

const rateLimit = 200
const world = useWorld({ environment: { RATE_LIMIT_PER_MINUTE: String(rateLimit) } })
const user = useCaller(world)
const stranger = useUser(world)

const tokenOf = async ({ id }: TestUser, scope?: Scope): Promise<string> => {
  const token = writeToken(id, randomBytes(32))
  const created_at = world.clock.now()
  await world.services.tokens.create({ hash: hashToken(token), user_id: id, ending: '', created_at, scope })
  return token
}

const callsOf = async ({ token }: TestUser): Promise<{ id: number }[]> =>
  (await world.api(token, 'GET', '/user/calls?per_page=100')).body.data

describe.each(eras)('a client of %s', (version, connect) => {
  const withAgent = async <T>(token: string, query: string, perform: (agent: Agent) => Promise<T>): Promise<T> => {
    const agent = await connect(world, token, query)
    try {
      return await perform(agent)
    } finally {
      await agent.close()
    }
  }
  const use = async (name: string, given?: Record<string, unknown>, token?: string) =>
    withAgent(token ?? (await tokenOf(user)), '', (agent) => agent.use(name, given))

  test('finds every operation without secrets, with effects, at the agreed revision', async () => {
    await withAgent(user.token, '', async (agent) => {
      expect(agent.version).toBe(version)
      expect(agent.instructions).toContain('idempotency_key')
      const tools = await agent.tools()
      const offered = httpOperations.filter(({ agents }) => agents)
      const names = tools.map(({ name }) => name)
      const areas = new Set(offered.filter(({ id }) => names.includes(id)).map(({ area }) => area))
      expect(names).toEqual(offered.filter(({ area }) => areas.has(area)).map(({ id }) => id))
      expect(names.length).toBeLessThanOrEqual(60)
      const needed = [
        'make-call',
        'create-assistant',
        'list-languages',
        'list-models',
        'list-voices',
        'list-phone-numbers',
      ]
      expect(names).toEqual(expect.arrayContaining(needed))
      const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations
      expect(hints('make-call')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false })
      expect(hints('delete-lead')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })
      expect(hints('update-lead')).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: true })
      expect(hints('list-calls')).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    })
  })

  test('is given the areas that its address names, and may use no others there', async () => {
    await withAgent(user.token, '?areas=calls,leads', async (agent) => {
      const names = (await agent.tools()).map(({ name }) => name)
      const offered = httpOperations.filter(({ agents }) => agents)
      const wanted = offered.filter(({ area }) => ['calls', 'leads'].includes(area)).map(({ id }) => id)
      expect(names).toEqual(wanted)
      expect(agent.instructions).toContain('?areas=')
      await expect(agent.use('list-sms')).rejects.toThrow('Unknown tool: list-sms')
    })
  })

  test('gets what the API answers, as text and as a value', async () => {
    const me = await use('get-me')
    expect(me).toMatchObject({ isError: false, structuredContent: { id: user.id, name: 'Ada' } })
    expect(JSON.parse(me.content[0]?.text ?? '')).toEqual(me.structuredContent)
    const list = await use('list-models')
    const rows = version === '2026-07-28' ? list.structuredContent : list.structuredContent.items
    expect(rows.length).toBeGreaterThan(10)
  })

  test('puts path, query and body in their places', async () => {
    const campaign_id = await campaignFor(world, user)
    const lead = { phone_number: '+12025550100', campaign_id, variables: { name: 'Grace' } }
    const { structuredContent: created } = await use('create-lead', lead)
    const id: number = created.data.id
    expect((await use('update-lead', { id, variables: { name: 'Hopper' } })).isError).toBe(false)
    const shown = await use('get-lead', { id: String(id) })
    expect(shown.structuredContent).toMatchObject({ id, variables: { name: 'Hopper' } })
    const listed = await use('list-leads', { campaign_id, per_page: 1 })
    expect(listed.structuredContent).toMatchObject({ total: 1, per_page: 1, data: [{ id }] })
    expect((await use('delete-lead', { id })).structuredContent).toEqual({ message: 'Lead deleted successfully' })
  })

  test('may send objects as JSON text', async () => {
    const campaign_id = await campaignFor(world, user)
    const lead = { phone_number: '+12025550102', campaign_id, variables: '{"name":"Grace"}' }
    const { structuredContent: created } = await use('create-lead', lead)
    expect((await use('get-lead', { id: created.data.id })).structuredContent.variables).toEqual({ name: 'Grace' })
  })

  test('is told in the API’s own words what is wrong', async () => {
    const wrong = await use('make-call', { phone_number: 'nonsense', assistant_id: 'one' })
    const asked = await world.api(user.token, 'POST', '/user/make_call', {
      phone_number: 'nonsense',
      assistant_id: 'one',
    })
    expect(asked.status).toBe(422)
    expect(wrong).toMatchObject({ isError: true, structuredContent: asked.body })
    expect(wrong.content).toEqual([{ type: 'text', text: asked.text }])
    for (const id of [1, '../sms', '..', 'x', -1, {}, [], true, 1e300])
      expect((await use('get-lead', { id })).structuredContent).toEqual({ message: 'Lead not found' })
    expect((await use('get-lead')).structuredContent).toEqual({
      message: 'Validation failed',
      errors: { id: ['The id field is required.'] },
    })
    expect((await use('list-calls', { status: ['x'] })).isError).toBe(true)
    expect((await use('make-call', { idempotency_key: 'ä\n' })).structuredContent.message).toBe(
      'Invalid Idempotency-Key',
    )
  })

  test('two processes place two calls; a retry with one key places one', async () => {
    const caller = await world.user()
    await world.number(caller)
    const given = { phone_number: '+12025550100', assistant_id: await assistantFor(world, caller) }
    for (const _ of ['one', 'another']) expect((await use('make-call', given, caller.token)).isError).toBe(false)
    expect(await callsOf(caller)).toHaveLength(2)
    const keyed = { ...given, idempotency_key: 'wish-1' }
    const first = await use('make-call', keyed, caller.token)
    const again = await use('make-call', keyed, caller.token)
    expect(again.structuredContent).toEqual(first.structuredContent)
    expect(await callsOf(caller)).toHaveLength(3)
    const other = await use('make-call', { ...keyed, phone_number: '+12025550101' }, caller.token)
    expect(other).toMatchObject({
      isError: true,
      structuredContent: { message: 'Idempotency key was used with a different request' },
    })
    expect(await callsOf(caller)).toHaveLength(3)
  })

  test('sees nothing of another user', async () => {
    const { structuredContent: created } = await use('create-campaign', {
      name: 'Spring',
      assistant_id: await assistantFor(world, user),
    })
    const { id } = created.data
    expect((await use('get-campaign', { id })).isError).toBe(false)
    const theirs = await use('get-campaign', { id }, stranger.token)
    expect(theirs).toMatchObject({ isError: true, structuredContent: { message: 'Campaign not found' } })
    expect((await use('delete-campaign', { id }, stranger.token)).isError).toBe(true)
    const { structuredContent: campaigns } = await use('list-campaigns', {}, stranger.token)
    expect(campaigns.items ?? campaigns).toEqual([])
    expect((await use('get-me', {}, stranger.token)).structuredContent.id).toBe(stranger.id)
  })

  test('sees only tools of its token, and is refused the rest', async () => {
    const token = await tokenOf(user, 'read')
    const names = await withAgent(token, '', async (agent) => (await agent.tools()).map(({ name }) => name))
    expect(names).toContain('list-calls')
    const readable = httpOperations.filter(({ agents, scope }) => agents && scope === 'read').map(({ id }) => id)
    expect(readable).toEqual(expect.arrayContaining(names))
    const refused = await use('make-call', { phone_number: '+12025550100', assistant_id: 1 }, token)
    expect(refused).toMatchObject({ isError: true, structuredContent: { message: 'This token may not do that.' } })
    const operating = await tokenOf(user, 'operate')
    const operate = await withAgent(operating, '', async (agent) => (await agent.tools()).map(({ name }) => name))
    expect(operate).toContain('make-call')
    expect(operate).not.toContain('delete-assistant')
    expect((await use('delete-call', { id: 1 }, operating)).structuredContent.message).toBe(
      'This token may not do that.',
    )
  })

  test('uses one request of its rate per tool call', async () => {
    const token = await tokenOf(user)
    await withAgent(token, '', async (agent) => {
      const remaining = async () =>
        Number((await world.api(token, 'GET', '/user/me')).headers.get('x-ratelimit-remaining'))
      const before = await remaining()
      for (let count = 0; count < 10; count++) await agent.use('get-me')
      const used = before - (await remaining())
      expect(used).toBeGreaterThanOrEqual(11 - rateLimit / 40)
      expect(used).toBeLessThanOrEqual(11 + rateLimit / 40)
      let last = await agent.use('get-me')
      for (let count = 0; count < 2 * rateLimit && !last.isError; count++) last = await agent.use('get-me')
      expect(last.structuredContent).toEqual({ message: 'Too Many Attempts.' })
      expect(last.content[0]?.text).toMatch(/Ask again in \d+ seconds\.$/)
      await expect(agent.tools()).rejects.toThrow(/Too Many Attempts/)
    })
    await world.run(60)
  })
})

test('is told that an unanswered call may have had its effect', async () => {
  const elsewhere = await openWorld({
    open: (entry, parts) => {
      const lost = async () => Promise.reject(new TypeError('fetch failed'))
      return entry.open(entry.operation.id === 'serve-agents' ? { ...parts, fetch: lost } : parts, registry)
    },
  })
  try {
    const { token } = await elsewhere.user()
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get-me' } }
    const { body } = await elsewhere.api(token, 'POST', '/mcp', call)
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('may have been done') }],
    })
    expect(elsewhere.logged.map(({ message }) => message)).toContain('a tool got no answer')
  } finally {
    await elsewhere.close()
  }
})
