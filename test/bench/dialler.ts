import { setTimeout as pause } from 'node:timers/promises'
import { newAssistant } from '../../shared/domain/assistants/assistant-changes.ts'
import { AssistantDraft } from '../../shared/domain/assistants/assistant-form.ts'
import { newCampaign } from '../../shared/domain/campaigns/campaign-form.ts'
import { newLead } from '../../shared/domain/leads/lead-form.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { slotKey } from '../../shared/table/keys.ts'
import type { Table, Write } from '../../shared/table/table.ts'
import { read } from '../../shared/words/form.ts'
import { idAt } from '../../shared/words/id.ts'
import { assistantDraft } from '../fixtures.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { openInRealTime } from './real-time.ts'
import { openRecorder, roundTripsInSequence, unitsOf } from './recorder.ts'

/** The simulated carrier reports this number as busy, so a call soon ends. */
const busyNumber = '+12025550101'
const sizes = [1_000, 10_000, 100_000]
const dialsMeasured = 40
const clockSpeed = 20
const chunk = 2_000
const besideDials = ['seal-history', 'redrive-due', 'sign-heads']
const pollMs = 100
const pollMsMax = 120_000

/**
 * Measures milliseconds from the end of a campaign's call to the campaign's next dial, with growing
 * numbers of waiting leads.
 */
export const dialler: Measure = {
  topic: 'dialler',
  title: `The dialler: ${dialsMeasured} dials of a campaign, one at a time`,
  run: async ({ dynamodb }) => {
    const rows: BenchRow[] = []
    for (const size of sizes) rows.push(await measure(dynamodb, size))
    return rows
  },
}

const measure = async (dynamodb: string, size: number): Promise<BenchRow> => {
  const recorder = openRecorder()
  let importUnits = 0
  let isImporting = true
  const freedAt: number[] = []
  const askedAt: number[] = []
  const stack = await openInRealTime({
    dynamodb,
    speed: clockSpeed,
    environment: { CARRIER_CALLS_PER_SECOND: '1000' },
    meter: (command, consumed) => {
      recorder.meter(command, consumed)
      if (isImporting) importUnits += consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
    },
    open: (entry, parts) =>
      recorder.open(entry, { ...parts, table: noting(parts.table, () => freedAt.push(performance.now())) }),
    onCarrierRequest: (request) => {
      if (request.method === 'POST' && request.url.endsWith('/Calls.json')) askedAt.push(performance.now())
      return undefined
    },
  })
  try {
    const { importMs, start } = await fill(stack.parts, size)
    isImporting = false
    await start()
    const before = recorder.invocations.length
    for (let waited = 0; freedAt.length < dialsMeasured && waited < pollMsMax; waited += pollMs) await pause(pollMs)
    const delays = freedAt
      .flatMap((freed) => askedAt.find((asked) => asked > freed) ?? [])
      .map((asked, index) => asked - (freedAt[index] ?? asked))
    const lived = recorder.invocations.slice(before)
    const dials = Math.max(1, freedAt.length)
    const units = lived.filter(({ operation }) => !besideDials.includes(operation)).map(unitsOf)
    const trips = (operation: string) =>
      median(lived.filter((each) => each.operation === operation).map(roundTripsInSequence))
    const sorted = delays.toSorted((one, other) => one - other)
    return {
      'leads waiting': size,
      'imported per second': (size * 1000) / importMs,
      'units to import a lead': importUnits / size,
      'freed to asked p50 ms': median(sorted),
      'p99 ms': sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
      'read units per dial': units.reduce((sum, { read: each }) => sum + each, 0) / dials,
      'write units per dial': units.reduce((sum, { write }) => sum + write, 0) / dials,
      'trips to dispatch': trips('dispatch-campaign'),
      'trips to place': trips('place-call'),
    }
  } finally {
    await stack.close()
  }
}

const noting = (table: Table, freed: () => void): Table => {
  const slots = slotKey(0, 0, 0).pk.slice(1)
  const frees = (write: Write) => 'delete' in write && write.delete.pk.endsWith(slots)
  return {
    ...table,
    write: async <T>(writes: Write[], how?: { once?: boolean }) => {
      const written = await table.write<T>(writes, how)
      if (written.done && writes.some(frees)) freed()
      return written
    },
  }
}

const fill = async (parts: Parts, size: number) => {
  const { clock, random } = parts
  const now = clock.now()
  const user_id = idAt(now, 0)
  await registry.users(parts).create({ id: user_id, name: 'Ada', email: 'ada@example.com', created_at: now })
  const draft = read(AssistantDraft, assistantDraft).values as AssistantDraft
  const assistant = newAssistant(draft, { id: user_id, user_id, uuid: '' })
  await registry.assistants(parts).create(assistant)
  const phone_number = `+1202556${String(size % 10_000).padStart(4, '0')}`
  const own = { user_id, phone_number, country_code: 'US', type_label: 'Normal', can_send_sms: true } as const
  await registry.numbers(parts).create({ id: user_id, ...own })
  const settings = { max_calls_in_parallel: 1, max_retries: 0, timezone: 'UTC' }
  const campaign = newCampaign(
    { name: 'Bench', assistant_id: assistant.id, ...settings } as Parameters<typeof newCampaign>[0],
    assistant,
    idAt(now, random.number()),
    { calling_rules: 'observe', require_consent: 'none' },
  )
  await registry.campaigns(parts).create(campaign)

  const beganAt = performance.now()
  for (let first = 0; first < size; first += chunk) {
    const leads = Array.from({ length: Math.min(chunk, size - first) }, (_, index) =>
      newLead({
        id: user_id + 1 + first + index,
        user_id,
        campaign_id: campaign.id,
        phone_number: first + index < 2 * dialsMeasured ? busyNumber : `+1202${String(6_000_000 + first + index)}`,
        contacts: [],
      }),
    )
    await registry.leads(parts).createMany(leads, true)
  }
  const importMs = performance.now() - beganAt
  const start = async () => {
    await registry.campaigns(parts).start(campaign, clock.now())
    await registry.dispatchCampaignQueue(parts).nudge({ user_id, campaign_id: campaign.id })
  }
  return { importMs, start }
}
