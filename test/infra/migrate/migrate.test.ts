import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrate, vendors } from '../../../infra/migrate/migrate.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { autocallsExport, retellExport, secret, vapiExport } from './exports.ts'

const exported: Record<string, unknown> = { autocalls: autocallsExport, vapi: vapiExport, retell: retellExport }
const names = Object.keys(exported)

const world = useWorld()
beforeAll(async () => {
  for (const phone_number of ['+12025557301', '+12025557401']) await world.setCarrierNumber({ phone_number })
})

const terminalOf = (content: unknown, token?: string) => {
  const files = new Map([['export.json', typeof content === 'string' ? content : JSON.stringify(content)]])
  const out: string[] = []
  const warned: string[] = []
  const run = async (...args: string[]) => {
    out.length = 0
    warned.length = 0
    return migrate(args, {
      environment: { PARLANCE_TOKEN: token },
      read: async (file) => files.get(file) ?? Promise.reject(new Error(`There is no ${file}`)),
      append: async (file, text) => {
        files.set(file, (files.get(file) ?? '') + text)
      },
      print: (line) => out.push(line),
      warn: (line) => warned.push(line),
      fetch: world.parts.fetch,
    })
  }
  return { run, out, warned, files }
}

const printed = async (from: string, content: unknown = exported[from], ...more: string[]) => {
  const { run, out, warned } = terminalOf(content)
  const status = await run('--from', from, '--file', 'export.json', ...more)
  return { status, lines: out.map((line) => JSON.parse(line)), warned }
}
const send = (from: string) => ['--from', from, '--file', 'export.json', '--send', '--to', world.url]

const made = async (user: TestUser) => {
  const read = async (path: string) => (await world.api(user.token, 'GET', path)).body
  return {
    assistants: (await read('/user/assistants/get')).data,
    tools: await read('/user/tools'),
    campaigns: await read('/user/campaigns'),
    leads: (await read('/user/leads')).data,
    numbers: (await read('/user/phone-numbers/all')).data,
  }
}

describe.each(names)('an export of %s', (from) => {
  test('becomes requests that the API accepts, each once in two runs', async () => {
    const user = await world.user()
    const { run, out, warned } = terminalOf(exported[from], user.token)
    const { lines } = await printed(from)
    expect(await run(...send(from)), warned.join('\n')).toBe(0)
    expect(out.map((line) => JSON.parse(line).as)).toEqual(lines.map(({ as }) => as))
    const before = await made(user)
    expect(await run(...send(from))).toBe(0)
    expect(out).toEqual([])
    expect(await made(user)).toEqual(before)
    expect(before.assistants.length).toBe(lines.filter(({ path }) => path === '/user/assistant').length)
  })

  test('creates nothing twice when a process died while it wrote the journal', async () => {
    const user = await world.user()
    const content = JSON.parse(JSON.stringify(exported[from]).replaceAll('+12025557', '+12025558'))
    const { run, files } = terminalOf(content, user.token)
    await run(...send(from))
    const before = await made(user)
    files.set('export.json.sent', '\n{"to":"http')
    await run(...send(from))
    expect(await made(user)).toEqual(before)
  })

  test('shows no secret on stderr', async () => {
    const { warned, lines } = await printed(from)
    expect(JSON.stringify(lines)).toContain(secret)
    expect(warned.join('\n')).not.toContain(secret)
  })

  test('has a page that shows every field that is read', () => {
    const page = readFileSync(new URL(`../../../docs/migrating/${from}.md`, import.meta.url), 'utf8')
    const rows = Object.values(vendors[from]?.tables ?? {}).flat()
    const shown = rows.map(({ from: theirs, to, note, isNeedless }) =>
      isNeedless ? `\`${theirs}\`` : `| \`${theirs}\` | ${to ? `\`${to}\`` : 'no counterpart'} | ${note} |`,
    )
    expect(shown.filter((row) => !page.includes(row))).toEqual([])
  })
})

test('carries an assistant of Vapi over within our limits', async () => {
  const { lines, warned } = await printed('vapi')
  const [assistant] = lines.filter(({ path }) => path === '/user/assistant')
  expect(assistant.body).toMatchObject({
    assistant_name: 'Bella Vista reservations',
    initial_message: 'Bella Vista, good evening! How may I help you, {{customer_name}}?',
    system_prompt: 'You take reservations. Today is {{current_date}}. The caller is {{customer_phone}}.',
    ...{ llm_model: 'gpt-4.1', llm_temperature: 1, voice_id: 3, speech_speed: 1.2, language: 'English' },
    ...{ max_call_duration: 1200, max_silence_duration: 120, min_interrupt_words: 2, record_call: true },
    ...{ calls_direction: 'receive', phone_number_id: { id_of: 'number p1' } },
    tools: [
      { type: 'end_call' },
      { type: 'call_transfer', phone_number: '+12025550177', description: 'The head waiter' },
    ],
    post_call_schema: [
      { name: 'guests', type: 'number', description: 'How many come' },
      { name: 'booked', type: 'bool', description: 'A table was booked' },
    ],
  })
  expect(assistant.body.tool_ids).toHaveLength(2)
  const [tool] = lines.filter(({ as }) => as === 'tool b6f0c9d2-1c1f-4b5b-8a37-5d7c5ad3f201')
  expect(tool.body).toMatchObject({ name: 'book_table', method: 'POST', timeout: 30 })
  expect(tool.body.schema.map(({ name, type }: Record<string, unknown>) => [name, type])).toEqual([
    ['day', 'string'],
    ['guests', 'number'],
    ['wishes', 'string'],
  ])
  const all = warned.join('\n')
  for (const lost of [
    'backgroundSound',
    'endCallMessage',
    'transcriber.keyterm',
    'server.headers',
    'tool a0',
    'number p2',
  ])
    expect(all).toContain(lost)
})

test('carries an agent of Retell over with milliseconds as seconds', async () => {
  const { lines, warned } = await printed('retell')
  const bodies = lines.filter(({ path }) => path === '/user/assistant').map(({ body }) => body)
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({
    ...{ language: 'German', max_call_duration: 900, max_silence_duration: 120, re_engagement_interval: 10 },
    ...{ interrupt_sensitivity: 4, variables: { patient: 'Frau Muster' }, calls_direction: 'receive' },
    system_prompt: 'Du vergibst Termine. Der Anrufer ist {{customer_phone}}.',
    post_call_schema: [
      { name: 'reason', type: 'string', description: 'Why. One of: pain, check-up' },
      { name: 'is_booked', type: 'bool', description: 'An appointment was made' },
    ],
  })
  expect(warned.join('\n')).toMatch(/book_appointment_cal[\s\S]*agent_2: not carried over/)
})

test('takes Retell’s newest agent version, and asks for settings', async () => {
  const [agent, flow] = retellExport.agents.items
  const items = [{ ...agent, version: 1, agent_name: 'Old' }, agent, { agent_id: 'agent_1', agent_name: 'Listed' }]
  const summary = { agent_id: 'agent_3', agent_name: 'Listed', channel: 'voice', tags: {} }
  const { lines, warned } = await printed('retell', { ...retellExport, agents: { items: [...items, flow, summary] } })
  const made = lines.filter(({ path }) => path === '/user/assistant')
  expect(made.map(({ body }) => body.assistant_name)).toEqual(['Praxis Dr. Weber'])
  expect(warned.join('\n')).toMatch(/agent_3: not carried over; .*GET \/get-agent/)
})

test('reads retry_interval of Autocalls as minutes, or as seconds when asked', async () => {
  const intervalOf = async (...more: string[]) =>
    (await printed('autocalls', autocallsExport, ...more)).lines.find(({ path }) => path === '/user/campaigns').body
      .retry_interval
  expect(await intervalOf()).toBe(3600)
  expect(await intervalOf('--retry-interval', 'seconds')).toBe(60)
})

test('leaves leads behind that are over, and blacklists those that are blacklisted', async () => {
  const { lines, warned } = await printed('autocalls')
  const imports = lines.filter(({ path }) => path === '/user/leads/import')
  expect(imports.map(({ body }) => body)).toEqual([
    {
      campaign_id: { id_of: 'campaign 31' },
      leads: [
        { phone_number: '+12025550131', variables: { name: 'Ada' } },
        {
          phone_number: '+12025550132',
          secondary_contacts: [{ phone_number: '+12025550133', variables: { name: 'Bob' } }],
        },
      ],
    },
  ])
  expect(lines.find(({ path }) => path === '/user/blacklist').body).toEqual({ phone_number: '+12025550135' })
  expect(warned).toContain('lead 3: not carried over; it is completed')
  expect(warned).toContain('lead 6: not carried over; campaign 99 is not')
})

test('continues after a refused request and says which it was', async () => {
  const user = await world.user()
  const content = {
    phoneNumbers: [{ id: 'p9', provider: 'twilio', number: '+14157000055', assistantId: 'a' }],
    assistants: [{ id: 'a', firstMessage: 'Hi.' }],
  }
  const { run, out, warned } = terminalOf(content, user.token)
  expect(await run(...send('vapi'))).toBe(1)
  expect(warned.join('\n')).toContain('number p9: 404 Phone number not found.')
  expect(warned).toContain('assistant a: phone_number_id: left out, because it was not created')
  expect(out.map((line) => JSON.parse(line).as)).toEqual(['assistant a'])
})

test('names the leads that the import rejects', async () => {
  const user = await world.user()
  const leads = [...autocallsExport.leads, { id: 7, phone_number: '12', status: 'created', campaign_id: 31 }]
  const { run, warned } = terminalOf({ ...autocallsExport, leads }, user.token)
  expect(await run(...send('autocalls'))).toBe(0)
  expect(warned.filter((line) => /lead 2: /.test(line))).toEqual([
    expect.stringMatching(/^leads 1 of campaign 31: lead 2: .*valid/),
  ])
})

test('refuses options and files that it cannot use', async () => {
  const refused = async (content: unknown, ...args: string[]) => {
    const { run, warned } = terminalOf(content)
    return [await run(...args), warned.join('\n').split('\n')[0]]
  }
  const words = '--from must be autocalls, vapi or retell, and --file the path of an export.'
  expect(await refused([], '--from', 'bland', '--file', 'export.json')).toEqual([2, words])
  expect(await refused([], '--from', 'vapi', '--file', 'export.json')).toEqual([2, 'No record of vapi was found.'])
  expect(await refused('{', '--from', 'vapi', '--file', 'export.json')).toEqual([2, 'export.json is not JSON.'])
  expect(await refused([], '--from', 'vapi', '--file', 'no.json')).toEqual([2, 'no.json cannot be read.'])
  expect((await refused([], '--form', 'vapi'))[0]).toBe(2)
  const [status, sentence] = await refused(vapiExport, '--from', 'vapi', '--file', 'export.json', '--send')
  expect([status, sentence]).toEqual([
    2,
    '--send needs --to, the address of the API, and PARLANCE_TOKEN in the environment.',
  ])
})
