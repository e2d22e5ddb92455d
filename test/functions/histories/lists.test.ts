import { expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import type { HistoryNoun } from '../../../shared/table/history-ref.ts'
import {
  blacklistKey,
  callKey,
  consentKey,
  deliveryKey,
  historyKeys,
  ledgerKey,
  type StoredKey,
  smsKey,
} from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { assistantFor, ringingCall } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { authToken } from '../conversations/line.ts'
import { openSender } from '../sms/sender.ts'

const startAt = Date.UTC(2026, 10, 25, 10)
/** Small limits, so that few records fill pages. */
const historyLimits = { idPageRows: 2, segmentRows: 4, rowsMin: 1, batchRows: 3, overridesPerSegment: 1, tailRows: 4 }
const world = useWorld({ startAt, open: ({ open }, parts) => open({ ...parts, historyLimits }, registry) })
const user = useUser(world)

const compactedSeconds = 240
const headOf = (noun: HistoryNoun, user_id: number) =>
  world.parts.table.get<{ due_at?: number; sealed_until?: number }>(historyKeys(noun).head(user_id))

type KeyOf = (user: number, id: number) => StoredKey
const lists: [path: string, noun: HistoryNoun, keyOf: KeyOf, record: object][] = [
  [
    'sms',
    'sms',
    smsKey,
    {
      phone_number_id: 1,
      to: '+12025550101',
      body: '',
      segments: 1,
      segment_price: 1,
      total_cost: 1,
      status: 'sent',
      updated_at: startAt,
    },
  ],
  ['transactions', 'ledger', ledgerKey, { type: 'top_up', amount: 1, description: '', created_at: startAt }],
  [
    'blacklist',
    'blacklist',
    blacklistKey,
    { phone_number: '+12025550101', reason: null, causes: { user: startAt }, created_at: startAt },
  ],
  [
    'webhook-deliveries',
    'delivery',
    deliveryKey,
    {
      call_id: 1,
      assistant_id: 1,
      kind: 'post_call',
      url: 'https://a.example',
      state: 'failed',
      attempts: [],
      updated_at: startAt,
      expires_at_seconds: startAt / 1000 + 86_400,
    },
  ],
]

test.each(lists)('/user/%s returns 503 before its compaction, then the list', async (path, noun, keyOf, record) => {
  const ids = Array.from({ length: 7 }, (_, index) => idAt(startAt - (index + 1) * 1000, 0.5))
  for (const id of ids)
    await world.parts.table.write([{ put: { ...keyOf(user.id, id), ...record, id, user_id: user.id } }])
  const list = () => world.api(user.token, 'GET', `/user/${path}?per_page=3&page=2`)
  const refused = await list()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect((await headOf(noun, user.id))?.due_at).toBeDefined()

  await world.run(compactedSeconds)
  expect((await headOf(noun, user.id))?.sealed_until).toBeGreaterThan(ids[0] ?? 0)
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body.total).toBe(7)
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(3, 6))
})

test('503 from the list of calls while too many are not compacted', async () => {
  const other = await world.user()
  for (let place = 0; place < 7; place++) {
    const id = idAt(startAt - (place + 1) * 1000, 0.5)
    await world.parts.table.write([{ put: { ...callKey(other.id, id), id, user_id: other.id } }])
  }
  expect((await world.api(other.token, 'GET', '/user/calls')).status).toBe(503)
  expect((await headOf('call', other.id))?.due_at).toBeDefined()
})

test.each(['versions', 'versions/1'])('503 from %s of an assistant, until its calls can be counted', async (path) => {
  const other = await world.user()
  const assistant_id = await assistantFor(world, other)
  for (let place = 0; place < 7; place++) {
    const id = idAt(startAt - (place + 1) * 1000, 0.5)
    const call = ringingCall({ id, user_id: other.id, assistant_id, assistant_version: 1, closed_at: startAt }, startAt)
    await world.parts.table.write([{ put: { ...callKey(other.id, id), ...call } }])
  }
  const ask = () => world.api(other.token, 'GET', `/user/assistants/${assistant_id}/${path}`)
  expect((await ask()).status).toBe(503)
  expect((await headOf('call', other.id))?.due_at).toBeDefined()

  await world.run(compactedSeconds)
  expect(await ask()).toMatchObject({
    status: 200,
    body: path === 'versions' ? { data: [{ calls: 7 }] } : { calls: 7 },
  })
})

test('503 from the list of consents while too many are not compacted', async () => {
  const other = await world.user()
  const asked = { kind: 'express', phone_number: '+12025550101' }
  const { data } = (await world.api(user.token, 'POST', '/user/consents', asked)).body
  const recorded = await registry.consents(world.parts).find(user.id, data.id)
  for (let place = 0; place < 7; place++) {
    const id = idAt(startAt - (place + 1) * 1000, 0.5)
    await world.parts.table.write([{ put: { ...recorded, ...consentKey(other.id, id), id, user_id: other.id } }])
  }
  const list = () => world.api(other.token, 'GET', '/user/consents?per_page=3&page=2')
  expect((await list()).status).toBe(503)
  expect((await headOf('consent', other.id))?.due_at).toBeDefined()

  await world.run(compactedSeconds)
  expect(await list()).toMatchObject({ status: 200, body: { total: 7 } })
})

test('503 from sending deliveries of a period again, until they are compacted', async () => {
  const other = await world.user()
  const record = lists[3]?.[3] ?? {}
  for (let place = 0; place < 7; place++) {
    const id = idAt(startAt - (place + 1) * 1000, 0.5)
    const delivery = { ...deliveryKey(other.id, id), ...record, revision: 1, id, user_id: other.id }
    await world.parts.table.write([{ put: delivery }])
  }
  const period = { from: '2026-11-25', to: '2026-11-25' }
  const resend = () => world.api(other.token, 'POST', '/user/webhook-deliveries/resend', period)
  expect((await resend()).status).toBe(503)
  await world.run(compactedSeconds)
  expect(await resend()).toMatchObject({ status: 200, body: { data: { queued: 7, remaining: 0 } } })
})

test('many messages or blacklisted numbers start the compactor', async () => {
  const texting = await openSender(world)
  const listing = await world.user()
  const stopped = await openSender(world)
  const url = `${world.url}/carrier/incoming-message`
  for (let place = 0; place < 64; place++) {
    const number = `+12025${String(550_100 + place)}`
    await texting.send('+12025550100')
    await world.api(listing.token, 'POST', '/user/blacklist', { phone_number: number })
    const form = {
      From: number,
      To: stopped.number.phone_number,
      Body: 'STOP',
      MessageSid: `SM${place}`,
      AccountSid: 'AC',
    }
    const headers = { 'x-twilio-signature': sign(authToken, url, form) }
    await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  }
  expect(await headOf('sms', texting.user.id)).toBeDefined()
  expect(await headOf('ledger', texting.user.id)).toBeDefined()
  expect(await headOf('blacklist', listing.id)).toBeDefined()
  expect(await headOf('blacklist', stopped.user.id)).toBeDefined()
})
