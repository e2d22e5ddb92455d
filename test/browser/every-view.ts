import { readFileSync } from 'node:fs'
import type { Leg } from '../../shared/domain/calls/leg.ts'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { fileOwner } from '../functions/leads/file-owner.ts'
import { openBuyer } from '../functions/numbers/buyer.ts'
import { recordedCall, replay } from '../functions/simulations/replay.ts'
import { toolFor } from '../functions/tools/tool.ts'
import { endCall } from '../functions/webhooks/subscriber.ts'
import { openReceiver } from '../receiver.ts'
import type { TestUser, World } from '../world.ts'
import { untilStatus } from './until.ts'

/** Paths of all console views. `furnish` creates the records for parameters such as `:call`. */
export const everyView = [
  ...['overview', 'calls', 'calls/:call', 'calls/:call/person'],
  ...['campaigns', 'campaigns/new', 'campaigns/:campaign', 'campaigns/:campaign/edit'],
  ...['campaigns/:campaign/import', 'campaigns/:campaign/lead', 'imports/:import/show'],
  ...['leads', 'leads/new', 'leads/import', 'leads/:lead', 'leads/:lead/edit', 'leads/:lead/person'],
  ...['assistants', 'assistants/new', 'assistants/:assistant', 'assistants/:assistant/edit'],
  ...['assistants/:assistant/talk', 'assistants/:assistant/draft', 'assistants/:assistant/redraft'],
  ...['assistants/:assistant/canary', 'assistants/:assistant/replay', 'assistants/:assistant/rollout'],
  ...['assistants/:assistant/versions', 'replays/:replay/show'],
  ...['numbers', 'numbers/search', 'numbers/import', 'numbers/:number', 'numbers/:number/edit'],
  ...['callerids/new', 'callerids/:callerid/show'],
  ...['tools', 'tools/new', 'tools/:tool', 'tools/:tool/edit'],
  ...[
    'knowledge',
    'knowledge/new',
    'knowledge/:knowledge',
    'knowledge/:knowledge/edit',
    'knowledge/:knowledge/website',
  ],
  ...['texts', 'texts/new', 'consents', 'consents/new', 'blacklist', 'blacklist/new'],
  ...['webhooks', 'webhooks/edit', 'webhooks/resend', 'balance', 'tokens', 'tokens/new', 'exports/:export/show'],
] as const
export type ViewPattern = (typeof everyView)[number]

/** Returns `calls person` for `calls/:call/person`. */
const keyOf = (view: string): string => view.replace(/\/:\w+/, '').replace('/', ' ')

const sources = Object.fromEntries(
  ['main.tsx', 'work/main.tsx', 'work/nouns.ts'].map((file) => [file, readFileSync(`client/console/${file}`, 'utf8')]),
)
const found = (file: string, pattern: RegExp): string[] =>
  [...(sources[file] ?? '').matchAll(pattern)].map(([, name = '']) => name)

export const missingViews = (): string[] => {
  const nouns = found('work/nouns.ts', /^ {2}view: '(\w+)'/gm)
  const known = [
    ...found('main.tsx', /\{ name: '(\w+)', title/g),
    ...found('work/main.tsx', /^ {2}'?(\w+(?: \w+)?)'?: (?:withId|\()/gm),
    ...nouns.flatMap((noun) => [`${noun} new`, `${noun} edit`]),
  ]
  if (known.length < 40) throw new Error(`The sources name only ${known.length} views`)
  const keys: string[] = everyView.map(keyOf)
  return known.filter((name) => !keys.includes(name) && name !== 'view name')
}

interface Furnished {
  user: TestUser
  ids: Record<string, number>
  close: () => Promise<void>
}

const refusedTransfer = (id: number, at: number): Leg => ({
  ...{ id, to: '+12025550177', is_warm: true, by: 'assistant', asked_at: at, limit_seconds: 600, carrier_minute: 0 },
  ...{ drive_at: at, drives: 1, failure: { sort: 'recipient', code: 21217, meaning: 'The number is not valid.' } },
  stage: { phase: 'undialled', outcome: 'failed', over_at: at },
})

export const furnish = async (world: World): Promise<Furnished> => {
  const { user } = await openBuyer(world)
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await world.api(user.token, method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body
  }
  const { id: number } = await world.number(user)
  const receiver = await openReceiver(() => ({ headers: { 'content-type': 'text/plain' }, body: 'Thank you.' }))
  const assistant = await assistantFor(world, user, {
    ...{ assistant_name: 'Anna Müller', variables: { city: 'Old Rome' }, record_call: true },
    ...{ webhook_url: `${receiver.url}/hook`, is_webhook_active: true, send_webhook_only_on_completed: false },
  })
  const campaign = await campaignFor(world, user, { assistant_id: assistant, name: 'Spring of 2026' })
  const lead = await leadFor(world, user, campaign, '+12025550101', { variables: { customer_name: 'Ada Lovelace' } })
  await endCall(world, user, { assistant_id: assistant })
  await ask('PUT', `/user/assistant/${assistant}`, { note: 'Second version', system_prompt: 'You sell, and ask.' })
  const draft = { system_prompt: 'You sell no more.', note: 'A note, too' }
  await ask('PUT', `/user/assistants/${assistant}/draft`, draft)
  const detail = {
    input_variables: { name: 'Ada Lovelace' },
    variables: { name: 'Ada Lovelace' },
    evaluation: { summary: 'All went well.' },
    webhook_response: { status: 'It is stored.' },
  }
  const legs = [refusedTransfer(world.newId(), world.clock.now())]
  const call = await recordedCall(world, user, { assistant_id: assistant, detail, call: { legs, legs_charged: 1 } })
  const played = await replay(world, user, assistant, { calls: 1 })
  await ask('POST', `/user/assistants/${assistant}/draft/publish`, {
    canary: { percent: 20, after_calls: 20, guards: [{ metric: 'cost_per_call', worse_by: 0.5 }] },
  })
  await ask('PUT', `/user/assistants/${assistant}/draft`, { ...draft, note: 'The next note' })
  await ask('PUT', `/user/phone-numbers/${number}`, { nickname: 'Front desk' })
  const tool = await toolFor(world, user, { endpoint: `${receiver.url}/tables` })
  const base = await ask('POST', '/user/knowledgebases', { name: 'Price list', description: 'What it costs' })
  const owner = await fileOwner(world, user)
  const file = 'phone_number,City\n+12025550102,Old Rome\nNo number,Old Rome\n'
  const { body: made } = await owner.begin(file, { campaign_id: campaign, name: 'Leads of May.csv' })
  await owner.upload(made.upload, Buffer.from(file))
  const exported = await ask('POST', '/user/exports', { what: 'calls', format: 'csv', filters: { type: 'outbound' } })
  const caller = await ask('POST', '/user/caller-ids', { phone_number: '+12025550123' })
  await ask('POST', '/user/blacklist', { phone_number: '+12025550199', reason: 'Asked by mail.' })
  await ask('POST', '/user/sms', { from: number, to: '+12025550100', body: 'Hello, Ada!' })
  await ask('POST', '/user/consents', {
    phone_number: '+12025550101',
    kind: 'express',
    channels: ['call'],
    captured_by: 'web',
    text: 'Yes, call me.',
    given_at: '2026-11-20 10:00:00',
  })
  await untilStatus(world, user, `/user/replays/${played}`, 'done')
  await untilStatus(world, user, `/user/lead-imports/${made.data.id}`, 'done')
  await untilStatus(world, user, `/user/exports/${exported.data.id}`, 'done')
  const ids = {
    ...{ assistant, call, campaign, lead: lead.id, number, tool },
    ...{ replay: played, knowledge: base.data.id, import: made.data.id, export: exported.data.id },
    callerid: caller.id ?? caller.data.id,
  }
  return { user, ids, close: receiver.close }
}
