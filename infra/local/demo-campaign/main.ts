import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { admin } from '../../admin/admin.ts'
import type { CarrierStats } from '../carrier/double.ts'
import { startChild } from '../child.ts'
import { freePort } from '../dynamodb.ts'

/**
 * `npm run demo`: a local stack of its own on a fast clock, 200 leads over the magic numbers, and one campaign from its
 * start to its end, to watch. Nothing of it is left behind.
 */
const clockSpeed = Number(process.env.CLOCK_SPEED || 60)
const leadsCount = 200
const magicNumbers = Array.from({ length: 11 }, (_, ending) => `+1202555${String(100 + ending).padStart(4, '0')}`)
const lookMs = 500

const { stdout } = process
const say = (text = '') => stdout.write(`${text}\n`)

const Lead = z.object({
  id: z.int(),
  status: z.string(),
  created_at: z.string(),
  attempts: z.array(z.object({ attempted_at: z.string(), outcome: z.string().nullable() })),
})
const Campaign = z.object({
  status: z.string(),
  leads_count: z.object({ total: z.int(), created: z.int(), completed: z.int(), 'reached-max-retries': z.int() }),
  calls_in_progress: z.int(),
  next_call_at: z.string().nullable(),
})

const run = async (dataDir: string) => {
  const environment = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    CLOCK_SPEED: String(clockSpeed),
    CARRIER_CALLS_PER_SECOND: process.env.CARRIER_CALLS_PER_SECOND || '5',
  }
  const stack = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL('../main.ts', import.meta.url))],
    ready: /API +(\S+)\n/,
    readyWithinMs: 60_000,
    environment,
  })
  try {
    await demonstrate(stack.announced, dataDir, environment)
  } finally {
    await stack.close()
  }
}

const demonstrate = async (api: string, dataDir: string, environment: NodeJS.ProcessEnv) => {
  const { token } = z.object({ token: z.string() }).parse(await readJsonFile(join(dataDir, 'demo.json')))
  const { carrier } = z.object({ carrier: z.string() }).parse(await readJsonFile(join(dataDir, 'stack.json')))
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(api + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const made = async (path: string, body: object) =>
    z.object({ data: z.object({ id: z.int() }) }).parse(await ask('POST', path, body)).data.id

  const assistant_id = await made('/user/assistant', {
    assistant_name: 'Anna',
    voice_id: 1,
    language: 'English',
    llm_model: 'gpt-4.1-mini',
    calls_direction: 'make',
    engine_type: 'pipeline',
    timezone: 'UTC',
    initial_message: 'Hello, this is Anna.',
    system_prompt: 'You are friendly and brief.',
    max_call_duration: 60,
  })
  const settings = { max_calls_in_parallel: 10, max_retries: 1, retry_interval: 120 }
  const campaign_id = await made('/user/campaigns', { name: 'Demonstration', assistant_id, ...settings })

  const csv = join(dataDir, 'leads.csv')
  const rows = Array.from(
    { length: leadsCount },
    (_, row) => `${magicNumbers[row % magicNumbers.length]},Customer ${row + 1}`,
  )
  await writeFile(csv, ['phone_number,customer_name', ...rows, ''].join('\n'))
  say(`Importing ${leadsCount} leads over ${magicNumbers.length} magic numbers …`)
  const status = await admin(
    ['leads', 'import', '--campaign', String(campaign_id), '--csv', csv, '--allow-duplicates'],
    {
      environment,
      print: say,
      complain: say,
    },
  )
  if (status !== 0) throw new Error('The import failed')

  await ask('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  say(
    `The campaign runs, ${settings.max_calls_in_parallel} calls at a time, on a clock ${clockSpeed} times as fast as yours.`,
  )
  const statsOf = async () => (await (await fetch(`${carrier}/_double/stats`)).json()) as CarrierStats
  const began = performance.now()
  for (let shown = 0; ; ) {
    const campaign = Campaign.parse(await ask('GET', `/user/campaigns/${campaign_id}`))
    shown = show(table(campaign, await statsOf(), performance.now() - began), shown)
    if (campaign.status !== 'in-progress') break
    await pause(lookMs)
  }
  const leads = await allLeads(campaign_id, ask)
  say()
  for (const [what, value] of summary(leads, await statsOf())) say(`  ${what.padEnd(24)}${value}`)
}

const table = (campaign: z.infer<typeof Campaign>, stats: CarrierStats, elapsedMs: number): string[] => {
  const { created, completed, 'reached-max-retries': spent, total } = campaign.leads_count
  const bar = (count: number) => '#'.repeat(Math.round((count / total) * 40)).padEnd(40, '.')
  return [
    `  ${campaign.status.padEnd(12)} ${(elapsedMs / 1000).toFixed(0)} s of yours`,
    `  waiting      ${bar(created)} ${created}`,
    `  reached      ${bar(completed)} ${completed}`,
    `  not reached  ${bar(spent)} ${spent}`,
    `  calls        ${campaign.calls_in_progress} in progress, ${stats.creates.length} asked for`,
  ]
}

/** Draws over what was drawn before; where nobody watches, one line now and then is enough. */
const show = (lines: string[], shown: number): number => {
  if (stdout.isTTY) {
    stdout.write(`${shown > 0 ? `\x1b[${shown}A` : ''}${lines.map((line) => `\x1b[K${line}\n`).join('')}`)
    return lines.length
  }
  say(lines.map((line) => line.trim().replace(/[#.]{40} /, '')).join('  '))
  return 0
}

const allLeads = async (campaign_id: number, ask: (method: string, path: string) => Promise<unknown>) => {
  const leads: z.infer<typeof Lead>[] = []
  const Page = z.object({ last_page: z.int(), data: z.array(z.object({ id: z.int() })) })
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = Page.parse(await ask('GET', `/user/leads?campaign_id=${campaign_id}&per_page=100&page=${page}`))
    last = answer.last_page
    for (const { id } of answer.data) leads.push(Lead.parse(await ask('GET', `/user/leads/${id}`)))
  }
  return leads
}

const summary = (leads: z.infer<typeof Lead>[], stats: CarrierStats): [string, string | number][] => {
  const waits = leads.flatMap(({ created_at, attempts: [first] }) =>
    first ? [secondsBetween(created_at, first.attempted_at)] : [],
  )
  const askedFor = Map.groupBy(stats.creates, ({ statusCallback }) => statusCallback)
  const doubles = [...askedFor.values()].filter(
    (creates) => creates.filter(({ outcome }) => outcome !== 'limited').length > 1,
  )
  return [
    ['dialled', stats.creates.length],
    ['reached', leads.filter(({ status }) => status === 'completed').length],
    ['not reached', leads.filter(({ status }) => status === 'reached-max-retries').length],
    ['retried', leads.reduce((sum, { attempts }) => sum + Math.max(0, attempts.length - 1), 0)],
    ['longest wait for a call', `${Math.max(0, ...waits)} s of the campaign's time`],
    ['peak parallel', stats.callsLivePeak],
    ['double dials', doubles.length],
  ]
}

const secondsBetween = (from: string, to: string): number => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1000

const readJsonFile = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

const dataDir = await mkdtemp(join(tmpdir(), 'parlance-demo-'))
try {
  await run(dataDir)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
