import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCarrierDouble } from '../../../../infra/local/carrier/double.ts'
import { talkOverSockets } from '../../../../infra/local/carrier/relay.ts'
import { serveCarrier } from '../../../../infra/local/carrier/server.ts'
import { scaledClock } from '../../../../infra/local/clock.ts'
import { freePort } from '../../../../infra/local/dynamodb.ts'
import { killPrograms, startProgram } from '../program.ts'

/** These tests run `npm start -- --carrier twilio` as a process, against a simulated Twilio. */

const accountSid = `AC${'2'.repeat(32)}`
const authToken = 'token-of-a-laptop'
const number = '+12025550177'
const phone = '+12025550100'
const elsewhere = 'https://elsewhere.test/voice'

let folder: string
let carrier: ReturnType<typeof createCarrierDouble>
let server: Awaited<ReturnType<typeof serveCarrier>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laptop-'))
  const clock = scaledClock(1)
  const log = () => undefined
  const { converse } = talkOverSockets({ clock, authToken, log })
  carrier = createCarrierDouble({ clock, accountSid, authToken, converse, log })
  server = await serveCarrier(carrier, 0)
})
afterAll(async () => {
  killPrograms()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const control = (what: string, body: object) =>
  fetch(`${server.url}/_double/${what}`, { method: 'POST', body: JSON.stringify(body) })
const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
const leadsTo = async (): Promise<string> => {
  const path = `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json`
  const query = new URLSearchParams({ PhoneNumber: number })
  const response = await fetch(`${server.url}${path}?${query}`, { headers: { authorization } })
  return JSON.parse(await response.text()).incoming_phone_numbers[0].voice_url
}

let port: string
const start = async (isReady: RegExp, more: Record<string, string> = {}, ...args: string[]) => {
  port = String(await freePort())
  const options = ['--carrier', 'twilio', '--number', number, '--public-url', `http://127.0.0.1:${port}`, ...args]
  const environment = {
    DATA_DIR: join(folder, 'data'),
    PORT: port,
    CARRIER_URL: server.url,
    CARRIER_ACCOUNT_SID: accountSid,
    CARRIER_AUTH_TOKEN: authToken,
    ...more,
  }
  return startProgram('infra/local/main.ts', options, environment, isReady)
}
const runs = /Ctrl-C stops everything/

test('points the number here, calls a phone, and restores on Ctrl-C', async () => {
  await control('number', { phone_number: number, voiceUrl: elsewhere })
  const stack = await start(runs, {}, '--call', phone)
  expect(stack.printed()).toContain('ok     conversation     ConversationRelay is switched on')
  expect(stack.printed()).not.toContain(authToken)
  expect(await leadsTo()).toBe(`http://127.0.0.1:${port}/api/carrier/incoming-call`)
  expect((await control('incoming-call', { to: number, from: '+12025550111' })).status).toBe(201)
  await stack.stop()
  expect(stack.printed()).toContain(`${number} leads again to where it did before.`)
  expect(await leadsTo()).toBe(elsewhere)
})

test('the next run restores a killed run’s number', async () => {
  await control('number', { phone_number: number, voiceUrl: elsewhere })
  const killed = await start(runs, {}, '--call', 'none')
  expect(killed.printed()).toContain(`Call ${number} now`)
  killPrograms()
  await killed.ended
  expect(await leadsTo()).not.toBe(elsewhere)
  const restoring = await start(/leads again/, {}, '--restore')
  expect(await restoring.ended).toBe(0)
  expect(await leadsTo()).toBe(elsewhere)
})

test('an account without ConversationRelay is told where to switch it on', async () => {
  await control('account', { relay: false })
  const stack = await start(runs, {}, '--call', phone)
  await control('account', { relay: true })
  expect(stack.printed()).toContain('turn on "Predictive and Generative AI/ML Features Addendum"')
  await stack.stop()
})

test.each([
  ['credentials that the carrier refuses', { CARRIER_AUTH_TOKEN: 'wrong' }, /WRONG|401/],
  ['a tunnel that leads elsewhere', { PORT: '0' }, /WRONG|PORT/],
])(
  '%s: one sentence, and the number stays where it leads',
  async (_, more, sentence) => {
    await control('number', { phone_number: number, voiceUrl: elsewhere })
    const stack = await start(sentence, more, '--call', 'none')
    expect(await stack.ended).toBe(1)
    expect(stack.printed()).toMatch(sentence)
    expect(await leadsTo()).toBe(elsewhere)
  },
  120_000,
)
