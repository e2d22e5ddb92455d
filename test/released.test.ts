import { readdirSync, readFileSync } from 'node:fs'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, test } from 'vitest'
import * as keys from '../shared/data/keys.ts'
import type { Item } from '../shared/data/table.ts'
import { belongingNouns } from '../shared/data/user-data.ts'
import { hashToken, writeToken } from '../shared/domain/account/token.ts'
import { httpOperations, workerOperations } from '../shared/operations/index.ts'
import { queueSetting } from '../shared/providers/queue.ts'
import * as registry from '../shared/runtime/registry.ts'
import { dueLeft } from './due-left.ts'
import { pathWith } from './requests.ts'
import { useWorld } from './use-world.ts'

/** What former versions stored and sent, this one still reads, shows and acts on. */

type Stored = keys.Key & Item
/** Everything of a user that belongs together, at one moment. */
interface Sample {
  user_id: number | null
  items: Stored[]
}

const releases = readdirSync(new URL('released', import.meta.url)).filter((name) => /^\d/.test(name))
const readSamples = (release: string, file: string) =>
  JSON.parse(readFileSync(new URL(`released/${release}/${file}`, import.meta.url), 'utf8'))

/** `12#sms` → sms; what has no partition of its own is called by its sort key, what belongs to no user by its partition. */
const nounOf = ({ pk, sk }: keys.Key): string => {
  const [owner = '', noun] = pk.split('#')
  if (!/^\d+$/.test(owner)) return owner
  return noun ?? sk
}

/** Every noun that has a key, read from what the keys are made with. */
const nouns = Object.entries(keys).flatMap(([name, made]: [string, unknown]) => {
  if (!/^(?!read).*Key$/.test(name)) return []
  const key = typeof made === 'function' ? Reflect.apply(made, undefined, [1, 1, 1, 1, 1]) : made
  return 'pk' in key && 'sk' in key ? [nounOf(key)] : []
})

/** What a GET of one thing is about. */
const nounsShown: Record<string, string> = {
  'get-suppression-list': 'suppression-import',
  'get-assistant': 'assistant',
  'get-call': 'call',
  'get-call-evidence': 'evidence',
  'get-document': 'document',
  'get-evidence-export': 'evidence-export',
  'get-knowledgebase': 'knowledgebase',
  'get-person-erasure': 'person-work',
  'get-person-export': 'person-work',
  'get-simulation': 'simulation',
  'list-call-events': 'call',
  'list-documents': 'knowledgebase',
  'get-campaign': 'campaign',
  'preview-campaign': 'campaign',
  'get-lead': 'lead',
  'get-sms': 'sms',
  'get-tool': 'tool',
}

/** Nouns and workers that the first version did not know. */
const newNouns = [
  'call-number',
  'call-to-dial',
  'campaign-clear',
  'campaign-place',
  'campaign-to-dial',
  'campaigns-to-dial',
  'consent',
  'consent-number',
  'dialled',
  'dialling',
  'document',
  'erased-opt-out',
  'event-webhook',
  'evidence',
  'evidence-block',
  'evidence-export',
  'evidence-facts',
  'evidence-keys',
  'evidence-unsigned',
  'knowledge-work',
  'knowledgebase',
  'move-1',
  'person-work',
  'rule',
  'sealing',
  'simulation',
  'simulation-place',
  'simulation-run',
  'suppression-block',
  'suppression-event',
  'suppression-import',
  'suppression-list',
  'texted',
  'tool',
  'tool-call',
  'tool-secret',
]
const newWorkers = [
  'carry-out-wish',
  'clear-campaign',
  'handle-person',
  'import-list',
  'link-evidence',
  'read-documents',
  'run-simulation',
  'seal-history',
  'steer-session',
  'write-evidence',
]

/** Longer than anything waits for its next look. */
const drivenSeconds = 30 * 60

describe.each(releases)('what version %s', (release) => {
  const samples: Sample[] = readSamples(release, 'items.json')
  const messages: Record<string, object[]> = readSamples(release, 'messages.json')
  const all = samples.flatMap(({ items }) => items)
  const world = useWorld({
    startAt: Date.UTC(2026, 10, 28, 10),
    open: ({ open }, parts) => open({ ...parts, fetch: withRecordings(parts.fetch) }, registry),
  })

  const put = () => Promise.all(all.map((item) => world.parts.table.write([{ put: item }])))
  const tokenOf = async (user_id: number): Promise<string> => {
    const token = writeToken(user_id, new Uint8Array(32))
    const created_at = world.clock.now()
    await world.services.tokens.create({ hash: hashToken(token), user_id, ending: token.slice(-6), created_at })
    return token
  }
  const accidents = () => world.logged.filter(({ level }) => level === 'error')

  test('stored has a sample of every noun that it knew, and of every message', () => {
    const missing = new Set(nouns.filter((noun) => !all.some((item) => nounOf(item) === noun)))
    expect([...missing].toSorted()).toEqual(newNouns)
    expect(
      workerOperations
        .filter(({ id }) => !messages[id]?.length)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(newWorkers)
  })

  test('stored is shown by every operation that shows', async () => {
    await put()
    const shows = httpOperations.filter(({ method }) => method === 'GET')
    for (const { user_id, items } of samples) {
      if (user_id === null) continue
      const token = await tokenOf(user_id)
      const isGone = (id: number) => items.some((item) => item.deleted_at !== undefined && refersTo(item, id))
      const asked = shows.flatMap((operation) => {
        if (!operation.path.includes('{id}')) return [{ operation, path: operation.path, status: 200 }]
        const noun = nounsShown[operation.id]
        if (!noun) throw new Error(`What ${operation.id} shows is not known`)
        const ids = items.filter((item) => nounOf(item) === noun).map(({ sk }) => Number(sk))
        return ids.map((id) => ({ operation, path: pathWith(operation, id), status: isGone(id) ? 404 : 200 }))
      })
      for (const { operation, path, status } of asked) {
        const reply = await world.api(token, 'GET', path)
        expect([path, reply.status, reply.status === status ? '' : reply.text]).toEqual([path, status, ''])
        if (status === 200) expect(operation.returns.parse(reply.body)).toEqual(reply.body)
      }
    }
    expect(accidents()).toEqual([])
  })

  test('stored is read by whatever looks it up', async () => {
    const { parts, services } = world
    const now = world.clock.now()
    const readers: Record<string, (item: Stored, user_id: number) => Promise<unknown>> = {
      users: (_item, user_id) => services.users.find(user_id),
      token: async ({ sk }, user_id) => (await services.tokens.list(user_id)).find(({ hash }) => hash === sk),
      balance: (_item, user_id) => services.ledger.balance(user_id),
      phone: ({ pk }) => services.numbers.ownerOf(pk.slice('phone#'.length)),
      connection: ({ pk }) => services.conversations.ofConnection(pk.slice('connection#'.length)),
      'carrier-call': ({ pk }) => services.calls.ofCarrier(pk.slice('carrier-call#'.length)),
      talk: ({ sk }, user_id) => services.conversations.find({ user_id, call_id: Number(sk) }),
      utterance: async ({ sk }, user_id) =>
        (await services.conversations.recent({ user_id, call_id: Number(sk.split('#')[0]) })).get(1),
      slot: async ({ sk }, user_id) =>
        (await registry.dials(parts).taken({ user_id, campaign_id: Number(sk.split('#')[0]) }))[0],
      'campaign-wake': ({ sk }, user_id) => registry.campaigns(parts).wakesAt({ user_id, campaign_id: Number(sk) }),
      blacklisted: async ({ sk }, user_id) => (await registry.blacklist(parts).has(user_id, sk)) || undefined,
      delivery: ({ sk }, user_id) => registry.deliveries(parts).find({ user_id, delivery_id: Number(sk) }, now),
      rate: ({ sk }, user_id) => {
        const [hash = '', minute] = sk.split('#')
        return registry.rateLimit(parts).seen({ user_id, hash }, Number(minute) * 60_000)
      },
      'lead-import': async ({ sk, first_id }, user_id) => {
        const [campaign, hash = ''] = sk.split('#')
        const begun = await registry.leadImports(parts).begin(user_id, Number(campaign), hash, 1)
        return begun.first_id === first_id ? begun : undefined
      },
      pace: () => registry.dialRate(parts).takeSingle({ user_id: 1, call_id: 1 }),
    }
    for (const { user_id, items } of samples)
      for (const item of items) {
        const found = readers[nounOf(item)]?.(item, user_id ?? 0) ?? item
        expect([item.pk, item.sk, (await found) !== undefined]).toEqual([item.pk, item.sk, true])
      }
    for (const { user_id } of samples)
      for (const noun of belongingNouns) if (user_id !== null) await registry.userData(parts).page(user_id, noun)
  })

  test.each(workerOperations.map((operation) => [operation.id, operation] as const))(
    'sent to %s is acted on',
    async (id, { message, queue }) => {
      for (const sent of messages[id] ?? []) {
        expect(message.parse(sent)).toEqual(sent)
        const QueueUrl = world.parts.settings.required(queueSetting(queue))
        await world.parts.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(sent) }))
      }
      await world.run(20)
      expect(accidents()).toEqual([])
    },
  )

  test('stored with a deadline is driven on', async () => {
    const began = world.clock.now()
    await world.run(drivenSeconds)
    expect(accidents()).toEqual([])
    expect(await dueLeft(world.services.deadlines, began)).toEqual([])
  })
})

/** The carrier double has no recordings of calls that it did not carry; the carrier had. */
const withRecordings =
  (send: typeof fetch): typeof fetch =>
  (url, init) =>
    /\/Recordings\/RE\w+/.test(String(url)) ? Promise.resolve(new Response('a recording')) : send(url, init)

/** The thing itself, or a contact of it. */
const refersTo = ({ sk, contacts = [] }: Stored, id: number): boolean =>
  Number(sk) === id || (Array.isArray(contacts) && contacts.some((contact) => contact.id === id))
