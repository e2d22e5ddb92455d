import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../infra/local/dynamodb.ts'
import { assistantDraft } from '../../fixtures.ts'
import type { ApiReply } from '../../world.ts'
import { killPrograms, startProgram } from './program.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-'))
})
afterAll(async () => {
  killPrograms()
  await rm(folder, { recursive: true, force: true })
})

const start = (environment: Record<string, string>) =>
  startProgram('infra/local/main.ts', [], { DATA_DIR: join(folder, 'data'), ...environment }, /Ctrl-C stops everything/)

const call = async (
  api: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Pick<ApiReply, 'status' | 'body'>> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(api + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('runs the product, keeps data over restarts, names a taken port', async () => {
  const PORT = String(await freePort())
  const first = await start({ PORT, CLOCK_SPEED: '50' })
  const api = first.field('API')
  const token = first.field('Token')
  expect(api).toBe(`http://127.0.0.1:${PORT}/api`)
  expect(first.printed()).toContain(`curl -s ${api}/user/make_call`)

  expect((await call(api, token, 'GET', '/user/me')).body).toMatchObject({ name: 'Demo', total_balance: 25 })
  const numbers = (await call(api, token, 'GET', '/user/assistants/phone-numbers')).body
  expect(numbers.map(({ type_label }: { type_label: string }) => type_label)).toEqual([
    'Normal',
    'SIP',
    'Caller ID',
    'Normal',
  ])
  const phone_number = '+12025550100'
  const multimodal = { engine_type: 'multimodal', voice_id: 301, llm_model: 'gpt-realtime' }
  const placed: { status: number; body: ApiReply['body'] }[] = []
  for (const more of [{}, multimodal]) {
    const made = await call(api, token, 'POST', '/user/assistant', { ...assistantDraft, ...more })
    placed.push(await call(api, token, 'POST', '/user/make_call', { phone_number, assistant_id: made.body.data.id }))
  }
  expect(placed.map(({ status }) => status)).toEqual([200, 200])
  const statuses = async () =>
    (await call(api, token, 'GET', '/user/calls')).body.data.map(({ status }: { status: string }) => status)
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['ended_by_customer', 'ended_by_customer'])
  expect(first.printed()).toMatch(/\d\d:\d\d:\d\d {2}POST \/api\/user\/make_call → 200/)
  expect(first.printed()).toMatch(/call \d+: in-progress → ended_by_customer/)
  expect(first.printed().split('Ctrl-C')[1]).not.toContain('+12025550100')

  const taken = await start({ PORT, DATA_DIR: join(folder, 'other') })
  expect(await taken.ended).toBe(1)
  expect(taken.printed()).toMatch(new RegExp(`^.*${PORT}.*$`, 'm'))
  const same = await start({ PORT: String(await freePort()) })
  expect(await same.ended).toBe(1)
  expect(same.printed()).toContain('A local stack runs on')

  expect(await first.stop()).toBe(0)
  const second = await start({ PORT, CLOCK_SPEED: '50' })
  expect(second.field('Token')).toBe(token)
  const kept = await call(api, token, 'GET', '/user/calls')
  expect(kept.body).toMatchObject({ total: 2, data: placed.toReversed().map(({ body }) => ({ id: body.data.id })) })
  expect(await second.stop()).toBe(0)
})

test.each([
  ['PORT', 'x'],
  ['CLOCK_SPEED', '-1'],
  ['CARRIER_URL', 'nonsense'],
])('a wrong %s is one clear sentence', async (name, value) => {
  const refused = await start({ [name]: value })
  expect(await refused.ended).toBe(1)
  expect(refused.printed().trim().split('\n')).toHaveLength(1)
  expect(refused.printed()).toContain(name)
})
