import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { assistantFor } from '../../fixtures.ts'
import { openRawReceiver, switchProtocols } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { authToken, relayOf } from '../conversations/line.ts'

const world = useWorld()
const user = useUser(world)

const answered = async (more: Record<string, unknown> = {}) => {
  const number = await world.number(user)
  const receiving = { calls_direction: 'receive', phone_number_id: number.id, max_call_duration: 120, ...more }
  const assistant_id = await assistantFor(world, user, receiving)
  return { number, assistant_id }
}

let calls = 0
const newSid = () => `CA${String(calls++).padStart(32, '0')}`

const ask = async (To: string, CallSid = newSid(), signature?: string) => {
  const url = `${world.url}/carrier/incoming-call`
  const form = { To, From: '+12025550100', CallSid, CallStatus: 'ringing', Direction: 'inbound' }
  const headers = { 'x-twilio-signature': signature ?? sign(authToken, url, form) }
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  return { status: answer.status, twiml: await answer.text() }
}
const recorded = async (phone_number: string) =>
  (await world.api(user.token, 'GET', '/user/calls?type=inbound&per_page=100')).body.data.filter(
    ({ assistant_phone_number }: { assistant_phone_number: string }) => assistant_phone_number === phone_number,
  )

describe('a call to a number of ours', () => {
  test('is connected to its assistant and recorded as inbound', async () => {
    const { number } = await answered({ initial_message: 'Office, good morning.' })
    const { twiml } = await ask(number.phone_number)
    expect(relayOf(twiml).welcomeGreeting).toBe('Office, good morning.')
    expect(await recorded(number.phone_number)).toMatchObject([{ type: 'inbound', status: 'in-progress' }])
  })

  test('is recorded once, however often the carrier asks, with one and the same answer', async () => {
    const { number } = await answered()
    const sid = newSid()
    const first = await ask(number.phone_number, sid)
    const again = await Promise.all([1, 2, 3].map(() => ask(number.phone_number, sid)))
    expect(again.map(({ twiml }) => twiml)).toEqual([first.twiml, first.twiml, first.twiml])
    expect(await recorded(number.phone_number)).toHaveLength(1)
  })

  test('is recorded once when the carrier asks several times at once', async () => {
    const { number } = await answered()
    const sid = newSid()
    const twimls = await Promise.all([1, 2, 3].map(() => ask(number.phone_number, sid)))
    expect(new Set(twimls.map(({ twiml }) => relayOf(twiml).parameters.ticket)).size).toBe(1)
    expect(await recorded(number.phone_number)).toHaveLength(1)
  })

  test('starts a recording when its assistant records', async () => {
    const { number } = await answered({ record_call: true })
    const { twiml } = await ask(number.phone_number)
    expect(twiml).toMatch(
      /<Start><Recording recordingStatusCallback="http[^"]+\/recording" recordingStatusCallbackEvent="completed absent"\/><\/Start><Connect/,
    )
  })

  test('without an assistant is politely refused, in words', async () => {
    const number = await world.number(user)
    expect((await ask(number.phone_number)).twiml).toMatch(/<Say language="en-US">Thank you for calling\..*<Hangup\/>/)
    expect(await recorded(number.phone_number)).toEqual([])
  })

  test.each([
    ['that nobody owns', async () => '+12025559999'],
    ['that has expired', async () => (await world.number(user, { expires_at: world.clock.now() - 1 })).phone_number],
    ['that is none', async () => 'sip:somebody@example.com'],
  ])('%s is rejected', async (_, numberOf) => {
    expect((await ask(await numberOf())).twiml).toContain('<Reject/>')
  })

  test('whose assistant was released from it a moment ago is refused', async () => {
    const { number, assistant_id } = await answered()
    await world.api(user.token, 'DELETE', `/user/assistant/${assistant_id}`)
    expect((await ask(number.phone_number)).twiml).toContain('<Say')
  })

  test('403 without the carrier’s signature, and nothing is recorded', async () => {
    const { number } = await answered()
    expect((await ask(number.phone_number, newSid(), 'forged')).status).toBe(403)
    expect(await recorded(number.phone_number)).toEqual([])
  })
})

describe('the inbound webhook', () => {
  const receiver = async (answer: string, delayMs = 0) => {
    const events: { event: string }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        events.push(JSON.parse(body))
        setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), delayMs)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const close = () => {
      server.closeAllConnections()
      server.close()
    }
    return { url: `http://127.0.0.1:${port}/hook`, events, close }
  }
  const hooked = async (url: string) => {
    const made = await answered({ initial_message: 'Hello {{name}}{{who}}.', variables: { who: 'you' } })
    const body = { assistant_id: made.assistant_id, webhook_url: url }
    await world.api(user.token, 'POST', '/user/assistants/enable-inbound-webhook', body)
    return made
  }

  test('tells who calls, before anybody says a word', async () => {
    const { url, events, close } = await receiver('{"variables":{"name":"Ada ","who":"Lovelace"}}')
    const { number } = await hooked(url)
    expect(relayOf((await ask(number.phone_number)).twiml).welcomeGreeting).toBe('Hello Ada Lovelace.')
    expect(events).toMatchObject([{ event: 'call.started', status: 'ringing', customer_phone: '+12025550100' }])
    expect(await recorded(number.phone_number)).toMatchObject([{ variables: { name: 'Ada ', who: 'Lovelace' } }])
    close()
  })

  test('that answers nonsense, or nothing in time, holds nobody up', async () => {
    const mute = await receiver('{"name":"late"}', 60_000)
    const odd = await receiver('<html>')
    const numbers = await Promise.all([mute, odd].map(async ({ url }) => (await hooked(url)).number.phone_number))
    const started = performance.now()
    const twimls = await Promise.all(numbers.map((number) => ask(number)))
    expect(performance.now() - started).toBeLessThan(12_000)
    expect(twimls.map(({ twiml }) => relayOf(twiml).welcomeGreeting)).toEqual(['Hello you.', 'Hello you.'])
    mute.close()
    odd.close()
  })

  test('that switches protocols holds nobody up', async () => {
    const { url, close } = await openRawReceiver(switchProtocols)
    const { number } = await hooked(`${url}/hook`)
    const started = performance.now()
    const { status, twiml } = await ask(number.phone_number)
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(status).toBe(200)
    expect(relayOf(twiml).welcomeGreeting).toBe('Hello you.')
    await close()
  })
})

test('a whole incoming call talks, ends and costs, visible to its user only', async () => {
  const { number } = await answered()
  await world.incomingCall({ to: number.phone_number, from: '+12025550106' })
  await world.run(60)
  const [call] = await recorded(number.phone_number)
  expect(call).toMatchObject({ status: 'ended_by_assistant', client_phone_number: '+12025550106' })
  expect(call.transcript).toContain('Goodbye!')
  expect(call.total_cost).toBeGreaterThan(0)
  const stranger = await world.user()
  expect((await world.api(stranger.token, 'GET', '/user/calls')).body.total).toBe(0)
})

test('an incoming call whose caller never stops talking ends at its limit', async () => {
  const { number } = await answered({ max_silence_duration: 120, re_engagement_interval: 600 })
  await world.incomingCall({ to: number.phone_number, from: '+12025550105' })
  await world.run(300)
  expect(await recorded(number.phone_number)).toMatchObject([{ status: 'ended' }])
})

test.each([
  ['TN-Validation-Passed-A', true],
  [undefined, true],
  ['TN-Validation-Passed-B', false],
  ['TN-Validation-Failed-A', false],
  ['No-TN-Validation', false],
  [null, false],
] as const)('keeps of the attestation %s whether the number is vouched for: %s', async (verstat, is_attested) => {
  const { number } = await answered()
  await world.incomingCall({ to: number.phone_number, from: '+12025550101', verstat })
  await world.run(2)
  const { id } = (await world.api(user.token, 'GET', '/user/calls')).body.data[0]
  expect((await world.services.calls.find({ user_id: user.id, call_id: id }))?.is_attested).toBe(is_attested)
})
