import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { needsOf } from '../infra/grants.ts'
import { permissionsOf } from '../infra/permissions.ts'
import type { Key } from '../shared/data/keys.ts'
import type { Item } from '../shared/data/table.ts'
import { httpOperations, operations } from '../shared/operations/index.ts'
import * as registry from '../shared/runtime/registry.ts'
import { assistantFor, campaignFor, leadFor } from './fixtures.ts'
import { typicalRequest } from './requests.ts'
import { useWorld } from './use-world.ts'

/**
 * What this version writes and sends, a released one still reads: it may run beside this one during an update, and again after
 * one that was rolled back. What its readers need is what all its samples have; docs/upgrading.md tells the rule.
 */

/** By field, the kinds of its values; a field that every sample has is needed. */
interface Shape {
  count: number
  fields: Map<string, { count: number; kinds: Set<string>; words: Set<string> }>
}
type Shapes = Map<string, Shape>

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
/** A word of a state, as far from free text as can be told. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z_-]{2,23}$/.test(value)

const note = (shapes: Shapes, noun: string, thing: Record<string, unknown>) => {
  const shape = shapes.get(noun) ?? { count: 0, fields: new Map() }
  shapes.set(noun, shape)
  shape.count++
  for (const [name, value] of Object.entries(thing)) {
    // One member for each slot of a receiver, or for each live call: the name is data.
    const field = name.replace(/\d+$/, '#')
    const known = shape.fields.get(field) ?? { count: 0, kinds: new Set(), words: new Set() }
    shape.fields.set(field, known)
    known.count++
    known.kinds.add(kindOf(value))
    known.words.add(isWord(value) ? value : '…')
  }
}

/** A contact's item, which leads to its lead, is a thing of its own. */
const nounOf = ({ pk, sk, ...item }: Key & Item): string => {
  const [owner = '', noun] = pk.split('#')
  if (!/^\d+$/.test(owner)) return owner
  return noun === 'lead' && item.main_id !== undefined ? 'contact' : (noun ?? sk)
}

const readSamples = (release: string, file: string) =>
  JSON.parse(readFileSync(new URL(`released/${release}/${file}`, import.meta.url), 'utf8'))

/** What former readers do not find as they knew it. */
const missed = (written: Shapes, known: Shapes): string[] =>
  [...written].flatMap(([noun, { count, fields }]) => {
    const former = known.get(noun)
    if (!former) return [`${noun}: is new`]
    return [...former.fields].flatMap(([field, wanted]) => {
      const found = fields.get(field)
      const isNeeded = wanted.count === former.count
      if (isNeeded && (found?.count ?? 0) < count) return [`${noun}.${field}: is not always there`]
      const kinds = [...(found?.kinds ?? [])].filter((kind) => !wanted.kinds.has(kind))
      const words = wanted.words.has('…') ? [] : [...(found?.words ?? [])].filter((word) => !wanted.words.has(word))
      return [
        ...kinds.map((kind) => `${noun}.${field}: may be ${kind}`),
        ...words.map((word) => `${noun}.${field}: may say ${word}`),
      ]
    })
  })

/** Of each release, the differences that are known, each with what its readers make of it; docs/upgrading.md has them for people. */
const known: Record<string, Record<string, string>> = {
  '0.1.0': {
    'blacklist-mark: is new': 'It reads the records themselves for its lists.',
    'call-mark: is new': 'It reads the records themselves for its lists.',
    'lead-mark: is new': 'It reads the records themselves for its lists.',
    'campaign-to-dial: is new': 'The campaigns in it wake by their deadlines, too.',
    'campaigns-to-dial: is new': 'The campaigns in it wake by their deadlines, too.',
    ...Object.fromEntries(
      [
        'evidence',
        'evidence-block',
        'evidence-export',
        'evidence-facts',
        'evidence-keys',
        'evidence-unsigned',
        'link-evidence',
        'write-evidence',
      ].map((noun) => [`${noun}: is new`, 'It records no evidence; what is not linked yet waits.']),
    ),
    ...Object.fromEntries(
      ['document', 'knowledge-work', 'knowledgebase', 'read-documents'].map((noun) => [
        `${noun}: is new`,
        'Its assistants know no documents.',
      ]),
    ),
    ...Object.fromEntries(
      ['simulation', 'simulation-place', 'simulation-run', 'run-simulation'].map((noun) => [
        `${noun}: is new`,
        'It plays no talks; those that wait are played later.',
      ]),
    ),
    ...Object.fromEntries(
      ['erased-opt-out', 'person-work', 'handle-person'].map((noun) => [
        `${noun}: is new`,
        'It erases no people, and does not know the opt-outs of those who were: docs/upgrading.md says so.',
      ]),
    ),
    'rule: is new': 'It judges by the campaign alone.',
    'carry-out-wish: is new': 'It has no such worker, and its own never get the message.',
    'steer-session: is new': 'It has no such worker, and its own never get the message.',
    'talk.ending: may say transfer': 'It takes it for an end of the talk, and the call ends.',
    'ledger.type: may say release': 'It said so, and no sample has it.',
    ...Object.fromEntries(
      ['blacklist', 'call', 'consent', 'delivery', 'lead', 'ledger', 'sms'].map((noun) => [
        `${noun}-history: is new`,
        'It reads the records themselves for its lists.',
      ]),
    ),
    'sealing: is new': 'Only the sealer looks at it.',
    'consent: is new': 'Its campaigns want none.',
    'consent-mark: is new': 'It knows no consents.',
    'consent-number: is new': 'Its campaigns want none.',
    'dialled: is new': 'It knows no caps; what it dials is not counted.',
    'event-webhook: is new': 'It sends only what its assistants are told.',
    ...Object.fromEntries(
      ['suppression-block', 'suppression-import', 'suppression-list', 'import-list'].map((noun) => [
        `${noun}: is new`,
        'It knows no do-not-call lists: while it runs, they bar no number.',
      ]),
    ),
    'suppression-event: is new': 'Only new code tells of what was suppressed.',
    'seal-history: is new': 'It has no such worker, and its own never get the message.',
    'tool: is new': 'Its assistants have none.',
    'tool-secret: is new': 'Its assistants have none.',
    'texted: is new': 'Only new code counts messages to neighbouring numbers.',
    'call.hang_up: may say limit': 'It said so, and no sample has it.',
    'ledger.type: may say capture': 'It said so, and no sample has it.',
    'ledger.type: may say hold': 'It said so, and no sample has it.',
  },
}

/** Of each release, what its functions may no longer do while this version's roles are there. */
const knownRoles: Record<string, string[]> = {
  '0.1.0': [
    'list-leads: Query the index queue',
    'delete-campaign: DISPATCH_CAMPAIGN_QUEUE_URL',
    // Its START put leads back in line for calls.
    'receive-message: BatchGetItem',
    'receive-message: DISPATCH_CAMPAIGN_QUEUE_URL',
    'receive-message: Query the index phone',
  ],
}

const releases = readdirSync(new URL('released', import.meta.url)).filter((name) => /^\d/.test(name))
const stored: Shapes = new Map()
const sent: Shapes = new Map()
const world = useWorld({
  startAt: Date.UTC(2026, 10, 27, 10),
  open: ({ open }, parts) =>
    open(
      {
        ...parts,
        sqs: Object.assign(Object.create(parts.sqs), {
          send: (command: { input: { QueueUrl?: string; Entries?: { MessageBody?: string }[] } }) => {
            const { QueueUrl = '', Entries = [] } = command.input
            const worker = QueueUrl.split('/').at(-1) ?? ''
            for (const { MessageBody } of Entries) if (MessageBody) note(sent, worker, JSON.parse(MessageBody))
            return Reflect.apply(parts.sqs.send, parts.sqs, [command])
          },
        }),
      },
      registry,
    ),
})

beforeAll(async () => {
  const look = async () => {
    for (const item of await world.items()) note(stored, nounOf(item), item)
  }
  const live = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await world.run(5)
      await look()
    }
  }
  for (const operation of httpOperations) {
    const user = await world.user()
    const { path, body } = await typicalRequest(operation, { world, user })
    await world.api(user.token, operation.method, path, body)
  }
  await look()
  const user = await world.user()
  await world.number(user)
  const told = { webhook_url: 'https://example.com/calls', is_webhook_active: true, record_call: true }
  const assistant_id = await assistantFor(world, user, { ...told, post_call_evaluation: true })
  const campaign_id = await campaignFor(world, user, { assistant_id, max_retries: 1 })
  for (const ending of ['0100', '0101', '0103', '0104', '0106', '0109'])
    await leadFor(world, user, campaign_id, `+1202555${ending}`)
  await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await live(120)
}, 300_000)

describe.each(releases)('version %s reads', (release) => {
  const formerStored: Shapes = new Map()
  const formerSent: Shapes = new Map()
  for (const { items } of readSamples(release, 'items.json'))
    for (const item of items) note(formerStored, nounOf(item), item)
  for (const [worker, messages] of Object.entries<Record<string, unknown>[]>(readSamples(release, 'messages.json')))
    for (const message of messages) note(formerSent, worker, message)

  test('what this one stores and sends, but for what is known', () => {
    const found = [...missed(stored, formerStored), ...missed(sent, formerSent)]
    // What the sealer makes is not made in each run.
    expect(found.filter((one) => !Object.hasOwn(known[release] ?? {}, one))).toEqual([])
  })

  test('under roles that still allow its functions what they use', () => {
    const former: Record<string, string[]> = readSamples(release, 'permissions.json')
    const taken = operations.flatMap((operation) => {
      const held = permissionsOf(needsOf(operation))
      return (former[operation.id] ?? [])
        .filter((permission) => !held.includes(permission))
        .map((permission) => `${operation.id}: ${permission}`)
    })
    const gone = Object.keys(former).filter((id) => !operations.some((operation) => operation.id === id))
    expect([...taken, ...gone]).toEqual(knownRoles[release] ?? [])
  })
})
