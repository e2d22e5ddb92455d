import { createServer } from 'node:http'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { checks } from '../../../infra/admin/doctor/doctor.ts'
import { lineOf } from '../../../infra/admin/doctor/finding.ts'
import { regionFault } from '../../../infra/admin/doctor/models.ts'
import { knocking } from '../../../infra/admin/doctor/trial-report.ts'
import { localStack } from '../../../infra/admin/stacks.ts'
import { adminUses } from '../../../infra/admin/tools.ts'
import { freePort } from '../../../infra/local/dynamodb.ts'
import { defaultTextModel, models } from '../../../shared/domain/reference/models.ts'
import { receiveCallStatus } from '../../../shared/operations/calls.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../../shared/runtime/wiring.ts'
import { must } from '../../../shared/words/must.ts'
import { assistantFor } from '../../fixtures.ts'
import { typicalPath } from '../../requests.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { serveAws } from './aws.ts'
import { type CommandResult, noticeOf, run, spawned } from './harness.ts'

const world = useWorld({ dynamodb: inject('dynamodb'), startAt: Date.now() })

beforeAll(async () => {
  const user = await world.user()
  await world.number(user)
  await world.number(user, { type_label: 'Caller ID' })
  await assistantFor(world, user, { llm_model: 'gpt-4.1-mini' })
  const multimodal = { engine_type: 'multimodal', voice_id: await multimodalVoice(user), llm_model: 'gpt-realtime' }
  await assistantFor(world, user, multimodal)
})

const multimodalVoice = async (user: TestUser): Promise<number> =>
  (await world.api(user.token, 'GET', '/user/assistants/voices?mode=multimodal')).body[0].id

const doctor = async (
  notice: Record<string, unknown> = {},
  more: Record<string, string> = {},
  now = world.clock.now(),
) => {
  const noted = await noticeOf(world, notice)
  onTestFinished(noted.close)
  await noted.setClock({ now })
  return run({ ...noted.environment, ...more }, 'doctor')
}

const about = (what: string, { stdout }: CommandResult) => {
  const line = stdout.split('\n').find((line) => line.slice(7).startsWith(what))
  return line?.replace(/ {2,}/, ' ').replace(what, '').replace(/ +/g, ' ')
}
const marked = ({ stdout }: CommandResult) =>
  Object.fromEntries(stdout.split('\n').map((line) => [line.slice(7, 24).trim(), line.slice(0, 7).trim()]))

const nowhere = async () => `http://127.0.0.1:${await freePort()}`

const serve = async (status: number, headers: Record<string, string> = {}, body = '') => {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

const wellChecks = [
  'table',
  'key',
  'recordings',
  'queues',
  'dead letters',
  'schedule',
  'dialling',
  'calling rules',
  'prices',
  'concurrency',
  'lists',
  'carrier secret',
  'carrier account',
  'carrier numbers',
  'web calls',
  'spending',
  'countries',
  'bundles',
  'caller ids',
  'text senders',
  'callbacks',
  'conversations',
  'models',
  'multimodal',
  'clock',
]

test('a healthy product: one line per check, status 0, nothing changed', async () => {
  const before = await world.items()
  const ended = await doctor()
  expect(ended).toMatchObject({ status: 0, stderr: '' })
  // Without calls in the last hour, the check `relay` cannot tell whether ConversationRelay is on.
  expect(marked(ended)).toEqual({ ...Object.fromEntries(wellChecks.map((name) => [name, 'ok'])), relay: '-' })
  expect(about('models', ended)).toContain(`${defaultTextModel.name}, gpt-4.1-mini answer.`)
  expect(about('carrier numbers', ended)).toContain('All 1 point here.')
  expect(await world.items()).toEqual(before)
  expect(world.logged.filter(({ message }) => message === 'accident')).toEqual([])
})

test('dialling that is stopped: why, since when and by whom, and what to do', async () => {
  const button = registry.dialling(world.parts)
  const at = Date.UTC(2026, 10, 25, 10)
  await button.stop('The carrier is down', 'Ada', at)
  const ended = await doctor()
  expect(ended.status).toBe(1)
  expect(about('dialling', ended)).toBe(
    'WRONG It is stopped since 2026-11-25T10:00:00.000000Z by Ada (The carrier is down), so no call and no message goes out. ' +
      'Run dialling start when that is over.',
  )
  await button.start('Ada', at)
  expect(about('dialling', await doctor())).toContain('Calls and messages go out since 2026-11-25T10:00:00.000000Z.')
})

test('no stack at all is a finding too', async () => {
  const ended = await run({ DATA_DIR: '/nowhere' }, 'doctor')
  expect(ended).toMatchObject({ status: 1, stderr: '' })
  expect(ended.stdout).toBe(
    'WRONG  stack            No local stack runs here (DATA_DIR /nowhere). Start it with npm start.',
  )
})

test.each<
  [
    about: string,
    what: string,
    sentence: RegExp,
    notice: () => Promise<Record<string, unknown>>,
    more?: Record<string, string>,
  ]
>([
  [
    'table',
    'is not there',
    /does not answer \(.*(not found|non-existent).*npm start/i,
    async () => ({ table: 'nowhere' }),
  ],
  [
    'queues',
    'do not answer',
    /does not answer \(.*ECONNREFUSED.*\)\. Stop the local stack and start it again/,
    async () => ({ sqs: await nowhere() }),
  ],
  [
    'recordings',
    'cannot be listed',
    /does not answer \(.*ECONNREFUSED.*\)\. Stop the local stack and start it again/,
    async () => ({ api: `${await nowhere()}/api` }),
  ],
  [
    'carrier account',
    'does not know the credentials',
    /refuses account_sid and auth_token at .*: copy that of this region from its console/,
    async () => ({}),
    { CARRIER_ACCOUNT_SID: 'AC0' },
  ],
  [
    'callbacks',
    'are signed with another token',
    /refuses what is signed with the carrier secret/,
    async () => ({}),
    { CARRIER_AUTH_TOKEN: 'another' },
  ],
  [
    'conversations',
    'are signed with another token',
    /answers \d+ to a socket that the carrier signed, so callers hear nothing/,
    async () => ({}),
    { CARRIER_AUTH_TOKEN: 'another' },
  ],
  [
    'callbacks',
    'cannot be reached',
    /cannot be reached from here \(.*ECONNREFUSED.*\), so the carrier/,
    async () => ({ public_url: await nowhere() }),
  ],
  [
    'callbacks',
    'lead to something else',
    /answers 404 where 204 is right: something else answers there/,
    async () => ({ public_url: await serve(404) }),
  ],
  [
    'carrier account',
    'cannot be asked',
    /does not answer \(.+\)\. Look whether the carrier can be reached from here/,
    async () => ({}),
    { CARRIER_URL: 'http://127.0.0.1:9' },
  ],
  [
    'callbacks',
    'break down',
    /answers 500 where 204 is right: look for "accident"/,
    async () => ({ public_url: await serve(500) }),
  ],
  [
    'carrier numbers',
    'lead elsewhere',
    /set for \+1202•••\d{4} "A call comes in" to .*incoming-call, "Call status changes" to .*, "A message comes in" to /,
    async () => ({ public_url: await serve(204) }),
  ],
  [
    'models',
    'do not answer',
    /bedrock\/nova-2-lite does not answer \(.*\): enable it .* gpt-4.1-mini does not answer/,
    async () => ({ model: await nowhere() }),
  ],
  [
    'multimodal',
    'lack an account at OpenAI',
    /The model secret lacks openai_project_id, so callers of the 1 that are multimodal hear an apology\. Give the settings MODEL_/,
    async () => ({}),
    { MODEL_OPENAI_PROJECT_ID: '' },
  ],
  [
    'clock',
    'is behind',
    /This machine's clock is 10 minutes behind: .*NTP/,
    async () => ({ public_url: await serve(204, { date: new Date(Date.now() + 600_000).toUTCString() }) }),
  ],
])('%s that %s: in words, with exit status 1', async (what, _, sentence, notice, more) => {
  const ended = await doctor(await notice(), more)
  expect(ended.status).toBe(1)
  expect(about(what, ended)).toMatch(/^WRONG /)
  expect(about(what, ended)).toMatch(sentence)
})

test('asks an embedding model once; without vectors search uses words', async () => {
  const settings = { MODEL_EMBEDDING_MODEL: 'double', MODEL_EMBEDDING_DIMENSIONS: '32' }
  expect(about('models', await doctor({}, settings))).toContain('gpt-4.1-mini, double/32 answer.')
  const ended = await doctor(
    { model: await serve(200, { 'content-type': 'application/json' }, '{"data": []}') },
    settings,
  )
  expect(about('models', ended)).toMatch(
    /^WRONG .*double\/32 embeds nothing \(.*\): documents are found by their words alone/,
  )
})

test('a model whose stream ends without a word does not answer', async () => {
  const ended = await doctor({ model: await serve(200, { 'content-type': 'text/event-stream' }, 'data: [DONE]\n\n') })
  expect(about('models', ended)).toMatch(/^WRONG .*bedrock\/nova-2-lite does not answer \(/)
})

test('numbers that an application, a trunk or GET takes away', async () => {
  const number = {
    sid: 'PN1',
    friendly_name: 'Support',
    voice_application_sid: 'AP1',
    sms_application_sid: 'AP2',
    voice_method: 'GET',
    status_callback_method: 'POST',
    sms_method: 'POST',
  }
  const urls = { voice_url: '/incoming-call', status_callback: '/incoming-status', sms_url: '/incoming-message' }
  const base = `${world.parts.settings.required('PUBLIC_URL')}/api/carrier`
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://carrier').searchParams.get('PhoneNumber')
    const led = Object.fromEntries(Object.entries(urls).map(([name, path]) => [name, base + path]))
    response.end(JSON.stringify({ incoming_phone_numbers: [{ phone_number: asked, ...led, ...number }] }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const ended = await doctor({}, { CARRIER_URL: `http://127.0.0.1:${typeof address === 'object' && address?.port}` })
  expect(about('carrier numbers', ended)).toMatch(
    /take \+1202•••\d{4} out of AP1, which .*; take \+1202•••\d{4} out of AP2, .*; let \+1202•••\d{4} use HTTP POST for each.*"number point" does so/,
  )
  expect(about('carrier numbers', ended)).not.toContain('A call comes in')
})

test.each([
  ['suspended', /The carrier account is suspended: no call and no message goes out/],
  ['closed', /The carrier account is closed/],
])('an account of the carrier that is %s', async (status, sentence) => {
  const ended = await doctor({}, { CARRIER_URL: await serve(200, {}, JSON.stringify({ status })) })
  expect(about('carrier account', ended)).toMatch(sentence)
  expect(ended.status).toBe(1)
})

test('missing credentials: the first is wrong, dependent checks are untold', async () => {
  const noted = await noticeOf(world)
  onTestFinished(noted.close)
  const ended = await run({ DATA_DIR: noted.dataDir }, 'doctor')
  expect(ended.status).toBe(1)
  expect(about('carrier secret', ended)).toContain('lacks account_sid and auth_token. Give the settings CARRIER_…')
  expect(marked(ended)).toMatchObject({
    'carrier secret': 'WRONG',
    'carrier account': '-',
    'carrier numbers': '-',
    callbacks: '-',
    conversations: '-',
    models: 'ok',
  })
})

test('dead letters: how many, since when, whom it hurts and what to do', async () => {
  const QueueUrl = `${world.sqsEndpoint}/000000000000/copy-recording-dead`
  await world.parts.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }))
  const ended = await doctor()
  expect(ended.status).toBe(1)
  expect(about('dead letters', ended)).toMatch(
    /copy-recording gave up on 1, the oldest from \d+ seconds ago: recordings stay at the carrier.*dead-letters redrive/,
  )
})

test('a schedule that does not run: what is past its deadline says so', async () => {
  await typicalPath(receiveCallStatus, { world, user: await world.user() })
  const late = await doctor({}, {}, world.clock.now() + 24 * 3600_000)
  expect(about('schedule', late)).toMatch(
    /^WRONG .*things \(.*call.*\) are past their deadline by over 10 minutes: the schedule redrive-due/,
  )
})

test('a model that is not offered in the region of the stack', () => {
  const faultOf = (name: string, region: string) => {
    const model = models.find((each) => each.name === name)
    return model && regionFault(model, region)
  }
  expect(faultOf('bedrock/nova-micro-us', 'eu-central-1')).toBe(
    'bedrock/nova-micro-us is not offered in eu-central-1: let its assistants use bedrock/nova-micro-eu.',
  )
  expect(faultOf('bedrock/nova-pro-eu', 'ap-south-1')).toBe(
    'bedrock/nova-pro-eu is not offered in ap-south-1: let its assistants use bedrock/nova-2-lite.',
  )
  expect(faultOf('bedrock/nova-micro-us', 'us-east-1')).toBeUndefined()
  expect(faultOf('bedrock/nova-2-lite', 'ap-south-1')).toBeUndefined()
  expect(faultOf('gpt-4.1-mini', 'ap-south-1')).toBeUndefined()
})

const tellCarrier = (what: string, body: object) =>
  world.parts.fetch(`${world.carrierUrl}/_double/${what}`, { method: 'POST', body: JSON.stringify(body) })
const lineAbout = async (what: string) => {
  const noted = await noticeOf(world)
  onTestFinished(noted.close)
  const stack = await localStack(noted.environment)
  const tools = { ...dependenciesOf(adminUses, registry, stack.parts), stack, warn: () => {}, showProgress: () => {} }
  const found = await must(checks[what], what)(tools, knocking(tools))
  return about(what, { status: 0, answer: undefined, stderr: '', stdout: lineOf({ about: what, ...found }) })
}
const demand = async (demands: object) => {
  expect((await tellCarrier('demands', demands)).status).toBe(200)
  onTestFinished(async () => void (await tellCarrier('demands', {})))
}

test.each([
  ['countries', { barred_from_calls: ['US'] }, /^WRONG .*calls to US fail with 21215: allow them .*Geo permissions\.$/],
  ['countries', { barred_from_texts: ['US', 'FR'] }, /^WRONG .*texts to US fail with 21408: Messaging, Settings, Geo/],
  ['countries', { barred_from_calls: ['FR'] }, /^ok The carrier allows calls and texts to US\./],
  [
    'countries',
    { denied: ['voice'] },
    /^- These credentials may not read geo permissions \(20003\): use the auth token/,
  ],
  [
    'countries',
    { busy: ['accounts'] },
    /^- The carrier takes no more questions about geo permissions \(20429\): ask again/,
  ],
  ['bundles', { denied: ['numbers'] }, /^- These credentials may not read regulatory bundles/],
  ['bundles', { busy: ['numbers'] }, /^- The carrier takes no more questions about regulatory bundles/],
  ['text senders', { brand: null, campaign: null }, /30034, because no brand is registered: .* \(A2P 10DLC\)/],
  ['text senders', { brand: 'IN_REVIEW', campaign: null }, /30034, because no brand is registered \(IN_REVIEW\)/],
  ['text senders', { campaign: null }, /30034: register a campaign for the messaging service Texts/],
  ['text senders', { campaign: 'FAILED' }, /30034: the campaign of the messaging service Texts is FAILED/],
  ['text senders', { denied: ['messaging'] }, /^- These credentials may not read messaging services/],
  ['text senders', { busy: ['messaging'] }, /^- The carrier takes no more questions about messaging services/],
])('%s when the account has %j', async (what, demands, sentence) => {
  await demand(demands)
  expect(await lineAbout(what)).toMatch(sentence)
})

test('a long code outside the messaging service of the campaign sends no texts', async () => {
  const { phone_number } = await world.number(await world.user())
  await demand({ outside_service: [phone_number] })
  expect(await lineAbout('text senders')).toMatch(
    /^WRONG Texts are not delivered: \+1202•••\d{4} to US phones with 30034: put it into the messaging service of a/,
  )
})

test('a toll-free number that is not verified, and one that is', async () => {
  const user = await world.user()
  const phone_number = '+18005550123'
  const { id } = await world.number(user, { phone_number })
  const saying = async (status?: string) => {
    await demand(status ? { toll_free: { [phone_number]: status } } : {})
    return lineAbout('text senders')
  }
  expect(await saying()).toMatch(
    /^WRONG .*with 30032, because it is not verified: in its console, Phone Numbers, Regul/,
  )
  expect(await saying('PENDING_REVIEW')).toMatch(/with 30032, because its verification is PENDING_REVIEW:/)
  expect(await saying('TWILIO_REJECTED')).toMatch(/its verification is TWILIO_REJECTED \(Invalid information\)/)
  expect(await saying('TWILIO_APPROVED')).toMatch(
    /^ok Registered: \d+ long codes of the United States and 1 toll-free;/,
  )
  expect((await world.api(user.token, 'DELETE', `/user/phone-numbers/${id}`)).status).toBe(200)
})

test('a bundle that is rejected or expires soon, with its number', async () => {
  const { phone_number } = await world.number(await world.user())
  const bundleOf = (status: string, days: number | null) => ({
    bundles: [
      {
        ...{ sid: 'BU1', status, phone_numbers: [phone_number] },
        valid_until: days === null ? null : new Date(Date.now() + days * 24 * 3600_000).toISOString(),
      },
    ],
  })
  await demand(bundleOf('twilio-rejected', null))
  expect(await lineAbout('bundles')).toMatch(
    /^WRONG .*that of \+1202•••\d{4} \(BU1\) is twilio-rejected\. In its console/,
  )
  await demand(bundleOf('twilio-approved', 10))
  expect(await lineAbout('bundles')).toMatch(/\(BU1\) expires in 10 days: submit a copy with new documents now/)
  await demand(bundleOf('twilio-approved', -1))
  expect(await lineAbout('bundles')).toMatch(/\(BU1\) has expired/)
  await demand(bundleOf('twilio-approved', 90))
  expect(await lineAbout('bundles')).toMatch(/^ok Every number has the documents/)
  await demand({ bundles: [{ sid: 'BU2', status: 'pending-review', valid_until: null, phone_numbers: [] }] })
  expect(await lineAbout('bundles')).toMatch(/^ok .*Not approved yet: BU2 is pending-review\./)
})

test('a caller id that the carrier has forgotten', async () => {
  const { phone_number, id } = await world.number(await world.user(), { type_label: 'Caller ID' })
  await tellCarrier('account', { lost_numbers: [phone_number] })
  onTestFinished(async () => void (await tellCarrier('account', { lost_numbers: [] })))
  expect(await lineAbout('caller ids')).toMatch(
    new RegExp(
      `^WRONG The carrier has not verified .*\\(id ${id} of user \\d+\\), so calls from it fail with 21210: let`,
    ),
  )
})

test('credentials of another region are named with the address that refused them', async () => {
  world.carrier.serveRegion('IE1')
  onTestFinished(() => world.carrier.serveRegion('US1'))
  expect(await lineAbout('carrier account')).toMatch(
    /^WRONG The carrier refuses account_sid and auth_token at http:.* Each region has its own auth token: copy that/,
  )
})

test('a trial account is named with what it may do', async () => {
  await tellCarrier('account', { standing: 'trial' })
  onTestFinished(async () => void (await tellCarrier('account', { standing: 'active' })))
  expect(await lineAbout('carrier account')).toMatch(
    /^- .*It is a trial: only confirmed phones can be called \(21219\)/,
  )
  expect(await lineAbout('text senders')).toMatch(/because no brand is registered/)
})

test('the relay: whether the last calls had a conversation', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  const call = async () => {
    await world.api(user.token, 'POST', '/user/make_call', { assistant_id, phone_number: '+12025550106' })
    await world.run(120)
  }
  await tellCarrier('account', { relay: false })
  await call()
  expect(await lineAbout('relay')).toMatch(/^WRONG The last answered call had no conversation: .*Addendum/)
  await tellCarrier('account', { relay: true })
  await call()
  expect(await lineAbout('relay')).toBe('ok It is on: a call of the last hour had a conversation.')
})

test('a deployed stack that is well, and one of which much is not', async () => {
  const { settings } = world.parts
  const carrier = {
    url: settings.required('CARRIER_URL'),
    account_sid: settings.required('CARRIER_ACCOUNT_SID'),
    auth_token: settings.required('CARRIER_AUTH_TOKEN'),
  }
  const openai = { openai_api_key: 'key', openai_project_id: 'proj_1', openai_webhook_secret: 'whsec_1' }
  const model = { base_url: settings.required('MODEL_BASE_URL'), ...openai }
  const well = await serveAws(world, { secrets: { CarrierSecret: carrier, ModelSecret: model } })
  const healthy = await spawned(well, 'doctor', '--stack', 'parlance-dev')
  expect(healthy.stderr).toBe('')
  expect(marked(healthy)).toMatchObject({
    ...Object.fromEntries(wellChecks.map((name) => [name, 'ok'])),
    'dead letters': expect.anything(),
  })

  const ill = await serveAws(world, {
    secrets: { ModelSecret: model },
    switchedOff: ['RedriveDueSchedule'],
    concurrency: 10,
  })
  const ended = await spawned(ill, 'doctor', '--stack', 'parlance-dev')
  expect(ended.status).toBe(1)
  expect(about('schedule', ended)).toContain('RedriveDueSchedule is switched off or gone: enable it')
  expect(about('concurrency', ended)).toMatch(
    /^WRONG The account may run 10 functions at once in this region, where .* need about 50: callers will wait/,
  )
  expect(about('carrier secret', ended)).toMatch(
    /The secret CarrierSecret is empty\. Run: aws secretsmanager put-secret-value --secret-id CarrierSecret --secret-string '\{"account_sid"/,
  )
})

test('a table without what defends it, each with the command that gives it back', async () => {
  const table = { expires: false, isRestorable: false, isProtected: false }
  const bare = await spawned(await serveAws(world, { table }), 'doctor', '--stack', 'parlance-dev')
  expect(about('table', bare)).toMatch(
    /^WRONG Nothing in it expires: run aws dynamodb update-time-to-live .* It cannot be restored .* update-continuous-backups .*--table-name \S+\. A table/,
  )
  expect(about('table', bare)).not.toContain('deleted by mistake')
  const key = { id: 'key-1', holds: ['Table', 'Log', 'Recordings'] }
  const unprotected = { ...table, expires: true, isRestorable: true }
  const prod = await spawned(await serveAws(world, { table: unprotected, key }), 'doctor', '--stack', 'parlance-dev')
  expect(about('table', prod)).toMatch(/^WRONG It can be deleted by mistake: run aws dynamodb update-table --deletion/)
  expect(about('key', prod)).toMatch(/^ok Table, log groups and recordings are under/)
  expect(about('concurrency', prod)).toMatch(/^WRONG .* deploy with -c reservedConcurrency=500/i)
  expect(about('calling rules', prod)).toMatch(/^WRONG The stage is prod .* deploy with -c callingRules=enforce/)
  expect(about('prices', prod)).toMatch(
    /^WRONG The stage is prod and charges users by the example in prices\.json: .* delete is_example/,
  )
})

test.each(['Table', 'Log', 'Recordings'])('%s that is not under the key of its stage', async (what) => {
  const key = { id: 'key-1', holds: ['Table', 'Log', 'Recordings'].filter((id) => id !== what) }
  const ended = await spawned(await serveAws(world, { key }), 'doctor', '--stack', 'parlance-dev')
  expect(ended.status).toBe(1)
  expect(about('key', ended)).toMatch(
    new RegExp(`^WRONG ${what} is not under the key of the stage, key-1: give it back`),
  )
})
