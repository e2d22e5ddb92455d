import { beforeEach, expect, test } from 'vitest'
import { listAll } from '../../../infra/admin/reconcile/carrier-lists.ts'
import { createCarrierDouble } from '../../../infra/local/carrier/double.ts'
import { virtualClock } from '../../../infra/local/clock.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { carrier } from '../../../shared/providers/twilio/rest.ts'

const account_sid = `AC${'0'.repeat(32)}`
const auth_token = 'a-token-of-the-carrier'
const own = '+12025550900'
const startAt = Date.parse('2026-11-10T09:00:00Z')
let clock: ReturnType<typeof virtualClock>
let asked: string[]

const openBoth = (listsPerSecondMax?: number) => {
  const double = createCarrierDouble({
    clock,
    accountSid: account_sid,
    authToken: auth_token,
    inboundMessageUrl: 'https://product.test/message',
    inboundVoiceUrl: 'https://product.test/voice',
    listsPerSecondMax,
    fetch: async () => new Response('<Response><Say>Hi</Say></Response>', { headers: { 'content-type': 'text/xml' } }),
  })
  const adapter = carrier({
    settings: settingsFrom({ PUBLIC_URL: 'https://product.test' }),
    secrets: { read: async () => ({ account_sid, auth_token, url: 'https://carrier.test' }) },
    worldTime: () => clock.now(),
    fetch: async (url, init) => {
      if (!init?.method || init.method === 'GET') asked.push(String(url).split('?')[1] ?? '')
      return double.handle(new Request(String(url), init))
    },
  })
  const hear = (what: 'call' | 'message', body = '') =>
    double.handle(
      new Request(`https://carrier.test/_double/incoming-${what}`, {
        method: 'POST',
        body: JSON.stringify({ to: own, from: '+12025550177', body }),
      }),
    )
  return { adapter, hear }
}

beforeEach(() => {
  clock = virtualClock(startAt)
  asked = []
})

/** Advances the clock when `listAll` sleeps between two pages. */
const sleeping = { now: () => clock.now(), sleep: (delayMs: number) => clock.advance(delayMs) }
const all = ({ adapter }: ReturnType<typeof openBoth>) =>
  listAll({
    page: (next) => adapter.listMessages(startAt, next),
    nameOf: ({ sms_sid }) => sms_sid,
    onPage: () => {},
    clock: sleeping,
  })

test('yields every message once, oldest first, over changing pages', async () => {
  const both = openBoth()
  for (let count = 0; count < 2500; count++) await both.hear('message', `${count}`)
  const page = both.adapter.listMessages
  let pages = 0
  both.adapter.listMessages = async (...args) => {
    if (++pages > 1) await both.hear('message', 'later')
    return page(...args)
  }
  const listed = await all(both)
  expect(pages).toBe(3)
  expect(listed.map(({ body }) => body)).toEqual(Array.from({ length: 2500 }, (_, count) => `${count}`))
  expect(asked[0]).toBe('DateSent%3E=2026-11-10&PageSize=1000')
})

test('pauses after a rate limit, then repeats the page', async () => {
  const both = openBoth(1)
  for (let count = 0; count < 2500; count++) await both.hear('message', `${count}`)
  expect(await all(both)).toHaveLength(2500)
  expect(asked.length).toBeGreaterThan(3)
  expect(new Set(asked).size).toBe(3)
  expect(clock.now()).toBeGreaterThanOrEqual(startAt + 2 * 5_000)
})

test('what the carrier says by itself is left out', async () => {
  const both = openBoth()
  await both.hear('message', 'STOP')
  expect(await all(both)).toMatchObject([{ direction: 'inbound', body: 'STOP', from: '+12025550177', to: own }])
})

test('shows what is known of calls, also of unstarted ones', async () => {
  const { adapter, hear } = openBoth()
  await hear('call')
  await clock.advance(60_000)
  const intent = {
    ref: '1-2',
    from: own,
    ring_seconds: 60,
    max_duration_seconds: 600,
    record: false,
    waits_for_beep: false,
    leaves_by: Infinity,
  }
  await adapter.placeCall({ ...intent, to: '+12025550101', detect_machine: false })
  await clock.advance(60_000)
  await adapter.placeCall({ ...intent, to: '+12025550100', detect_machine: false })
  const calls = await listAll({
    page: (next) => adapter.listCalls(startAt, next),
    nameOf: ({ carrier_sid }) => carrier_sid,
    onPage: () => {},
    clock: { now: () => clock.now(), sleep: async () => {} },
  })
  expect(calls).toMatchObject([
    { direction: 'inbound', from: '+12025550177', to: own, created_at: startAt, report: { outcome: 'completed' } },
    { direction: 'outbound', to: '+12025550101', report: { outcome: 'busy', over_at: expect.any(Number) } },
    { direction: 'outbound', to: '+12025550100', created_at: startAt + 120_000 },
  ])
  expect(calls[2]?.report).not.toHaveProperty('outcome')
})
