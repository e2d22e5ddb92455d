import { expect, test } from 'vitest'
import * as z from 'zod'
import { virtualClock } from '../../../../infra/local/clock.ts'
import { createRealtimeDouble } from '../../../../infra/local/model/realtime.ts'

const account = {
  apiKey: 'sk-1',
  projectId: 'proj_1',
  webhookSecret: `whsec_${Buffer.from('a secret of the double').toString('base64')}`,
  webhookUrl: 'https://product.test/api/realtime/incoming-call',
}
const address = 'sip:proj_1@sip.api.openai.com;transport=tls?X-Parlance-Call=1-2&X-Parlance-Ticket=abc'

const Event = z.looseObject({ data: z.object({ call_id: z.string(), sip_headers: z.array(z.unknown()) }) })

const open = (statuses: number[] = [204], meanwhile: (id: string) => Promise<unknown> = async () => undefined) => {
  const clock = virtualClock(0)
  const events: z.output<typeof Event>[] = []
  const double = createRealtimeDouble({
    ...account,
    clock,
    fetch: async (input, init) => {
      const event = Event.parse(await new Request(input, init).json())
      events.push(event)
      await meanwhile(event.data.call_id)
      return new Response(null, { status: statuses[Math.min(events.length, statuses.length) - 1] ?? 204 })
    },
  })
  const post = async (id: string, what: string, body: object = {}, key = account.apiKey) => {
    const url = `http://vendor.test/v1/realtime/calls/${id}/${what}`
    const headers = { authorization: `Bearer ${key}` }
    return (await double.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })))?.status
  }
  return { clock, events, double, post }
}
const settings = { type: 'realtime', model: 'gpt-realtime' }

test('an address with headers rings, and an accepted call is picked up', async () => {
  const answers: unknown[] = []
  const { double, events, post } = open([204], async (id) => answers.push(await post(id, 'accept', settings)))
  expect((await double.ring(address)).status).toBe(200)
  expect(answers).toEqual([200])
  expect(events).toMatchObject([
    {
      type: 'realtime.call.incoming',
      data: { sip_headers: expect.arrayContaining([{ name: 'X-Parlance-Ticket', value: 'abc' }]) },
    },
  ])
  expect(double.calls()).toMatchObject([{ status: 200, settings }])
})

test('the first answer stands', async () => {
  const answers: unknown[] = []
  const { double, post } = open([204], async (id) => {
    for (const what of ['reject', 'accept', 'reject'])
      answers.push(await post(id, what, what === 'accept' ? settings : {}))
  })
  expect((await double.ring(address)).status).toBe(603)
  expect(answers).toEqual([200, 404, 404])
})

test('refuses unknown settings, a foreign key and an unknown call', async () => {
  const answers: unknown[] = []
  const { double, post, clock } = open([204], async (id) => {
    answers.push(await post(id, 'accept', { ...settings, temperature: 0.5 }))
    answers.push(await post(id, 'accept', { ...settings, audio: { output: { speed: 2 } } }))
    answers.push(await post(id, 'accept', settings, 'sk-2'))
    answers.push(await post('rtc_nobody', 'accept', settings))
  })
  const rung = double.ring(address)
  await clock.advance(20_000)
  expect((await rung).status).toBe(408)
  expect(answers).toEqual([400, 400, 401, 404])
})

test('an event that is not taken is told again, and nobody rings for ever', async () => {
  const { double, events, clock } = open([500, 500, 500, 500])
  const rung = double.ring(address)
  await clock.advance(60_000)
  expect((await rung).status).toBe(408)
  expect(events).toHaveLength(4)
  expect(new Set(events.map(({ data }) => data.call_id)).size).toBe(1)
})

test('nobody is at another address', async () => {
  expect((await open().double.ring('sip:proj_2@sip.api.openai.com;transport=tls')).status).toBe(404)
})
