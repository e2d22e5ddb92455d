import { expect, test } from 'vitest'
import * as z from 'zod'
import { rest, startCarrier } from './harness.ts'

const buy = (phone: string, more: [string, string][] = []) =>
  rest('/IncomingPhoneNumbers.json', [['PhoneNumber', phone], ['VoiceUrl', 'https://product.test/voice'], ...more])
const Body = z.object({ sid: z.string().optional(), incoming_phone_numbers: z.array(z.unknown()).optional() }).loose()
const bodyOf = async (response: Response) => ({ status: response.status, body: Body.parse(await response.json()) })

test('sells a number once, and answers on it from then on', async () => {
  const { double } = startCarrier()
  const list = async () =>
    (await bodyOf(await double.handle(rest('/IncomingPhoneNumbers.json?PhoneNumber=%2B14157000001')))).body
  expect((await list()).incoming_phone_numbers).toEqual([])
  const { status, body } = await bodyOf(await double.handle(buy('+14157000001', [['FriendlyName', 'Ours']])))
  expect({ status, body }).toMatchObject({ status: 201, body: { friendly_name: 'Ours', capabilities: { sms: true } } })
  expect((await list()).incoming_phone_numbers).toMatchObject([
    { sid: body.sid, voice_url: 'https://product.test/voice' },
  ])
  expect(await bodyOf(await double.handle(buy('+14157000001')))).toMatchObject({ status: 400, body: { code: 21422 } })
})

test.each([
  ['+14157000091', 400, 21422],
  ['+14157000092', 400, 21631],
  ['+14157000093', 400, 21649],
  ['+14157000094', 403, 20003],
  ['+14157000095', 429, 20429],
  ['+12025550199', 400, 21422],
  ['none', 400, 21421],
])('refuses to sell %s', async (phone, status, code) => {
  const { double } = startCarrier()
  expect(await bodyOf(await double.handle(buy(phone)))).toMatchObject({ status, body: { code } })
})

test('a trial account gets one number', async () => {
  const { double } = startCarrier()
  double.haveStanding('trial')
  expect((await double.handle(buy('+14157000001'))).status).toBe(201)
  expect(await bodyOf(await double.handle(buy('+14157000002')))).toMatchObject({ status: 400, body: { code: 10002 } })
})

test('takes a number back, and sells it again', async () => {
  const { double } = startCarrier()
  const { body } = await bodyOf(await double.handle(buy('+14157000001')))
  const release = () => {
    const { url, headers } = rest(`/IncomingPhoneNumbers/${body.sid}.json`)
    return double.handle(new Request(url, { method: 'DELETE', headers }))
  }
  expect((await release()).status).toBe(204)
  expect((await release()).status).toBe(404)
  expect((await double.handle(buy('+14157000001'))).status).toBe(201)
})
