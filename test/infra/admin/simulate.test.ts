import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulateFromFile } from '../../../infra/admin/simulate.ts'
import { type AdminTools, adminUses } from '../../../infra/admin/tools.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../../shared/runtime/wiring.ts'
import { assistantFor } from '../../fixtures.ts'
import { toolFor } from '../../functions/tools/tool.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { run } from './harness.ts'

const world = useWorld()
const user = useUser(world)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulate-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fileOf = async (content: unknown): Promise<string> => {
  const file = join(folder, `${Math.random()}.json`)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const simulate = async (content: unknown, assistant?: number) => {
  const warned: string[] = []
  const services = dependenciesOf(adminUses, registry, world.parts)
  const tools = {
    ...services,
    warn: (text: string) => warned.push(text),
    showProgress: () => {},
  } as unknown as AdminTools
  const given = {
    user: user.id,
    assistant: assistant ?? (await assistantFor(world, user)),
    file: await fileOf(content),
  }
  return simulateFromFile(given, tools)
}

test('prints a line for each run, and all is well when each passes', async () => {
  const { lines, isWell } = await simulate({
    lines: ['Goodbye!'],
    runs: 2,
    assertions: [{ type: 'said', text: 'Goodbye' }],
  })
  expect(isWell).toBe(true)
  expect(lines.slice(2, 4)).toEqual([
    '1        yes      assistant    1        0        0.05',
    '2        yes      assistant    1        0        0.05',
  ])
  expect(lines.at(-1)).toMatch(/^Simulation \d+: 2 of 2 passed\.$/)
})

test('names the failed assertion and the missing tool call', async () => {
  const tool_ids = [await toolFor(world, user, { endpoint: 'https://example.com/x' })]
  const assistant = await assistantFor(world, user, { tool_ids })
  const assertions = [{ type: 'tool_called', tool: 'book_table' }]
  const { lines, isWell } = await simulate({ lines: ['Please book a table.'], assertions }, assistant)
  expect(isWell).toBe(false)
  expect(lines).toContain('    {"type":"tool_called","tool":"book_table"}: It was not called, because it has no mock.')
  expect(lines).toContain('    book_table was not called: it has no mock.')
})

test('is charged and listed once like the API’s', async () => {
  const { lines } = await simulate({ name: 'In a CI', lines: ['Goodbye!'] })
  const id = Number(/\d+/.exec(lines.at(-1) ?? '')?.[0])
  await world.run(1200)
  const { body } = await world.api(user.token, 'GET', `/user/simulations/${id}`)
  expect(body).toMatchObject({ name: 'In a CI', status: 'done', passed: 1, cost: 0.05 })
  const { entries } = await world.services.ledger.page(user.id, 0, 100)
  expect(entries.filter(({ description }) => description.includes(String(id)))).toHaveLength(2)
})

test.each([
  ['{', 'is no JSON'],
  [{}, 'The lines field is required'],
  [{ lines: ['Hm.'], runs: 21 }, 'between 1 and 20'],
  [{ lines: ['Hm.'], mocks: [{ tool: 'fly', answer: 'x' }] }, 'The selected mocks.0.tool is invalid'],
])('refuses %j before anything is begun', async (content, sentence) => {
  await expect(simulate(content)).rejects.toThrow(sentence)
})

test('the command wants a user, an assistant and a file', async () => {
  expect((await run({}, 'simulate run')).stderr).toContain('--user is missing')
  expect((await run({}, 'simulate run --user 1')).stderr).toContain('--assistant is missing')
})
