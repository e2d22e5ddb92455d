import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { createClient } from '../../../client/client.ts'
import { admin } from '../../admin/admin.ts'
import type { CarrierStats } from '../carrier/double.ts'
import { startChild } from '../child.ts'
import { exampleAssistant, readDemo } from '../demo.ts'
import { freePort } from '../dynamodb.ts'
import { broken, calledLeads, summaryOf } from './summary.ts'
import { openView, recentCalls, say, strong } from './view.ts'

/**
 * `npm run demo` runs one campaign of 200 leads on a fast clock, and fails when an invariant is
 * broken.
 */
const { leads: leadsGiven } = parseArgs({ options: { leads: { type: 'string', default: '200' } } }).values
const leadsCount = z.coerce.number().int().min(1).max(10_000).parse(leadsGiven)
const clockSpeed = Number(process.env.CLOCK_SPEED || 20)
const callsPerSecond = process.env.CARRIER_CALLS_PER_SECOND || '5'
const magicNumbers = Array.from({ length: 11 }, (_, ending) => `+1202555${String(100 + ending).padStart(4, '0')}`)
const settings = { max_calls_in_parallel: 10, max_retries: 1, retry_interval: 120 }
const pollMs = 400
const ctrlCExitStatus = 130

const assistant = { ...exampleAssistant, timezone: 'UTC', max_call_duration: 60 }

const run = async (dataDir: string, signal: AbortSignal): Promise<string[]> => {
  const environment = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    CLOCK_SPEED: String(clockSpeed),
    CARRIER_CALLS_PER_SECOND: callsPerSecond,
  }
  say(strong('Starting a local stack …'))
  const stack = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL('../main.ts', import.meta.url))],
    ready: /API +(\S+)\n/,
    readyWithinMs: 60_000,
    environment,
  })
  try {
    const promises = await demonstrate(stack.announced, dataDir, environment, signal)
    if (process.stdout.isTTY && !promises.length) await stayOpen(stack.announced, dataDir, signal)
    return promises
  } finally {
    await stack.close()
  }
}

const stayOpen = async (url: string, dataDir: string, signal: AbortSignal) => {
  const { token } = await readDemo(dataDir)
  say(`\nRead the calls in the console: ${url}/console\nToken: ${token}\nCtrl-C ends the demonstration.`)
  await once(signal, 'abort')
}

const demonstrate = async (
  url: string,
  dataDir: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string[]> => {
  const { token } = await readDemo(dataDir)
  const { carrier } = z.object({ carrier: z.string() }).parse(await readJsonFile(join(dataDir, 'stack.json')))
  const client = createClient({ baseUrl: url, token })
  const stats = async () => (await (await fetch(`${carrier}/_double/stats`)).json()) as CarrierStats

  const { data: made } = await client.createAssistant(assistant)
  const { data } = await client.createCampaign({ name: 'Demonstration', assistant_id: made.id, ...settings })
  const campaign_id = data.id
  await importLeads(campaign_id, dataDir, environment)
  await client.updateCampaignStatus({ campaign_id, action: 'start' })
  say(
    strong(
      `The campaign runs: ${settings.max_calls_in_parallel} calls at a time, ${callsPerSecond} new ones a second, ${clockSpeed} times as fast as your clock.`,
    ),
  )

  const show = openView()
  const began = performance.now()
  for (;;) {
    const campaign = await client.getCampaign({ id: campaign_id })
    const [calls, { creates }] = await Promise.all([client.listCalls({ campaign_id, per_page: recentCalls }), stats()])
    show({ campaign, calls: calls.data, dialled: creates.length, elapsedSeconds: (performance.now() - began) / 1000 })
    if (campaign.status !== 'in-progress') break
    await pause(pollMs, undefined, { signal })
  }

  const leads = await calledLeads(client, campaign_id)
  const summary = summaryOf(leads, await stats())
  say()
  for (const [what, value] of Object.entries(summary)) say(`  ${what.padEnd(18)}${strong(String(value).padStart(5))}`)
  const attempts = leads.reduce((sum, lead) => sum + lead.attempts.length, 0)
  return broken(summary, attempts, settings.max_calls_in_parallel)
}

const importLeads = async (campaign_id: number, dataDir: string, environment: NodeJS.ProcessEnv) => {
  const csv = join(dataDir, 'leads.csv')
  const rows = Array.from(
    { length: leadsCount },
    (_, row) => `${magicNumbers[row % magicNumbers.length]},Customer ${row + 1}`,
  )
  await writeFile(csv, ['phone_number,customer_name', ...rows, ''].join('\n'))
  say(strong(`Importing ${leadsCount} leads over ${magicNumbers.length} magic numbers …`))
  const args = ['leads', 'import', '--campaign', String(campaign_id), '--file', csv, '--allow-duplicates']
  const status = await admin(args, { environment, print: () => {}, warn: say })
  if (status !== 0) throw new Error('The import failed')
}

const readJsonFile = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
const dataDir = await mkdtemp(join(tmpdir(), 'parlance-demo-'))
try {
  const promises = await run(dataDir, interruption.signal)
  for (const promise of promises) say(`\n${promise}`)
  process.exitCode = promises.length ? 1 : 0
} catch (cause) {
  if (!interruption.signal.aborted) throw cause
  process.exitCode = ctrlCExitStatus
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
