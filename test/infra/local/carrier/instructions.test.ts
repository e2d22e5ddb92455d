import { describe, expect, test } from 'vitest'
import { detection, product, relayTwiml, startCarrier, twiml, untilAnswered, untilHungUp } from './harness.ts'

describe('TwiML', () => {
  const answering = async (verbs: string, to = '+12025550100') => {
    const carrier = startCarrier({}, { '/voice': () => twiml(verbs) })
    await carrier.dial(to)
    await carrier.pass(60)
    return carrier
  }

  test('Say takes two seconds, Pause its length, Hangup none', async () => {
    const carrier = await answering('<Say>Hello</Say><Pause length="3"/><Pause/><Hangup/><Say>Not heard</Say>')
    expect(carrier.trace().at(-1)).toBe('10.5 /status completed')
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '6' })
  })

  test('an empty response hangs up', async () => {
    const carrier = await answering('')
    expect(carrier.trace()).toEqual([...untilAnswered, '4.5 /status completed'])
  })

  test.each([
    ['a verb it does not know', '<Dial>+12025550100</Dial>', 'twiml_unsupported'],
    ['a Connect without a relay', '<Connect><Stream url="wss://product.test"/></Connect>', 'twiml_unsupported'],
    ['text that is not escaped', '<Say>Tom & Jerry</Say>', 'twiml_invalid'],
  ])('%s is logged and ends the call', async (_, verbs, event) => {
    const carrier = await answering(verbs)
    expect(carrier.facts).toEqual([expect.objectContaining({ event })])
    expect(carrier.trace()).toEqual([...untilAnswered, '4.5 /status completed'])
  })

  test('instructions that are not sent as XML are logged and end the call', async () => {
    const carrier = startCarrier({}, { '/voice': () => Response.json('<Response/>') })
    await carrier.dial('+12025550100')
    await carrier.pass(60)
    expect(carrier.facts).toEqual([expect.objectContaining({ event: 'twiml_invalid', reason: 'not sent as XML' })])
    expect(carrier.trace().at(-1)).toBe('4.5 /status completed')
  })

  test('instructions that cannot be fetched end the call after one more attempt', async () => {
    const carrier = startCarrier({}, { '/voice': () => new Response(null, { status: 500 }) })
    await carrier.dial('+12025550100')
    await carrier.pass(60)
    expect(carrier.trace()).toEqual([...untilAnswered, '5 /voice in-progress', '5.5 /status completed'])
  })

  test('the answer to an action continues the call that the assistant left', async () => {
    const carrier = startCarrier({}, { '/action': () => twiml('<Say>Goodbye</Say>') })
    await carrier.dial('+12025550106')
    await carrier.pass(60)
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '14' })
  })

  test('without an action the verbs after Connect continue the call', async () => {
    const relay = '<Connect><ConversationRelay url="wss://product.test/relay"/></Connect><Say>Goodbye</Say>'
    const carrier = await answering(relay, '+12025550106')
    expect(carrier.trace()).toEqual([...untilAnswered, '18.5 /status completed'])
  })

  test('instructions may come with the request itself', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550100', { Twiml: relayTwiml })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual(untilHungUp.filter((line) => !line.includes('/voice')))
  })

  test('instructions are fetched with GET when asked so', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550100', { Method: 'GET' })
    await carrier.pass(5)
    expect(carrier.heard.findLast(({ path }) => path === '/voice')).toMatchObject({
      method: 'GET',
      form: { CallStatus: 'in-progress' },
    })
  })
})

describe('updates of a call', () => {
  test('completed ends a call in progress: the action first, then the status', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550105')
    await carrier.pass(10)
    const answer = await carrier.update(sid, { Status: 'completed' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'completed', duration: '6' } })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual([...untilAnswered, '10 /action completed completed', '10.5 /status completed'])
  })

  test('a machine can be hung up on as soon as it is found', async () => {
    const carrier = startCarrier(
      {},
      {
        '/detected': async ({ form }) => {
          await carrier.update(form.CallSid ?? '', { Status: 'completed' })
          return new Response(null, { status: 204 })
        },
      },
    )
    await carrier.dial('+12025550104', detection)
    await carrier.pass(60)
    expect(carrier.trace().slice(-3)).toEqual([
      '8 /detected machine_start',
      '8 /action completed completed',
      '8.5 /status completed',
    ])
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '4' })
  })

  test('completed and canceled both cancel a call that still rings', async () => {
    const carrier = startCarrier()
    const one = await carrier.dial('+12025550100')
    const two = await carrier.dial('+12025550100')
    await carrier.pass(2)
    await carrier.update(one.sid, { Status: 'completed' })
    await carrier.update(two.sid, { Status: 'canceled' })
    await carrier.pass(60)
    expect(carrier.trace().slice(4)).toEqual(['2.5 /status canceled', '2.5 /status canceled'])
  })

  test('canceled leaves a call in progress alone', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    await carrier.pass(10)
    expect(await carrier.update(sid, { Status: 'canceled' })).toMatchObject({ body: { status: 'in-progress' } })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual(untilHungUp)
  })

  test('refuse to end an ended call again with 21220', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    await carrier.pass(60)
    const answer = await carrier.update(sid, { Status: 'completed' })
    expect(answer).toMatchObject({ status: 400, body: { code: 21220 } })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual(untilHungUp)
  })

  test('replace the conversation, whose action is told and not followed', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550105')
    await carrier.pass(10)
    await carrier.update(sid, { Twiml: '<Response><Say>Please call back</Say></Response>' })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual([...untilAnswered, '10 /action completed in-progress', '12.5 /status completed'])
  })

  test('a new URL is fetched and followed', async () => {
    const carrier = startCarrier({}, { '/voicemail': () => twiml('<Pause length="5"/>') })
    const { sid } = await carrier.dial('+12025550105')
    await carrier.pass(10)
    await carrier.update(sid, { Url: `${product}/voicemail` })
    await carrier.pass(60)
    expect(carrier.trace().slice(4)).toEqual([
      '10 /voicemail in-progress',
      '10 /action completed in-progress',
      '15.5 /status completed',
    ])
  })

  test('400 when a call that is not in progress is given new instructions', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    const answer = await carrier.update(sid, { Twiml: '<Response/>' })
    expect(answer).toMatchObject({ status: 400, body: { code: 21220 } })
  })

  test('400 when the status is none that a call can be given', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    expect(await carrier.update(sid, { Status: 'busy' })).toMatchObject({ status: 400, body: { code: 20001 } })
  })
})
