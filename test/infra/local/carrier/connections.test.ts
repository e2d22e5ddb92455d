import { describe, expect, test } from 'vitest'
import type { Converse } from '../../../../infra/local/carrier/conversation.ts'
import { accountSid, ourNumber, product, startCarrier, twiml, untilAnswered } from './harness.ts'

describe('incoming calls', () => {
  const incoming = async (from: string, verbs?: string) => {
    const carrier = startCarrier({}, verbs === undefined ? {} : { '/voice': () => twiml(verbs) })
    const { sid } = await carrier.control('/_double/incoming-call', { to: ourNumber, from })
    await carrier.pass(60)
    return { carrier, sid }
  }

  test('rings at the voice URL, follows its TwiML and reports only the end', async () => {
    const { carrier, sid } = await incoming('+12025550100')
    expect(carrier.trace()).toEqual(['0 /voice ringing', '12 /action completed completed', '12.5 /status completed'])
    expect(carrier.last('/voice')).toEqual({
      CallSid: sid,
      AccountSid: accountSid,
      From: '+12025550100',
      To: ourNumber,
      CallStatus: 'ringing',
      Direction: 'inbound',
      ApiVersion: '2010-04-01',
      StirVerstat: 'TN-Validation-Passed-A',
    })
    expect(carrier.last('/status')).toMatchObject({ Direction: 'inbound', CallDuration: '12' })
  })

  test('the caller chooses how the talk ends', async () => {
    const { carrier } = await incoming('+12025550106')
    expect(carrier.trace()[1]).toBe('12 /action ended in-progress')
  })

  test.each([
    ['<Reject/>', 'no-answer'],
    ['<Reject reason="busy"/>', 'busy'],
  ])('%s ends it unanswered as %s', async (verb, status) => {
    const { carrier } = await incoming('+12025550100', verb)
    expect(carrier.trace()).toEqual(['0 /voice ringing', `0.5 /status ${status}`])
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '0' })
  })

  test('a number may have addresses of its own', async () => {
    const numbers = { [ourNumber]: { voiceUrl: `${product}/own-voice`, statusUrl: `${product}/own-status` } }
    const carrier = startCarrier({ numbers })
    await carrier.control('/_double/incoming-call', { to: ourNumber, from: '+12025550100' })
    await carrier.pass(60)
    expect(carrier.heard.map(({ path }) => path)).toEqual(['/own-voice', '/own-status'])
  })
})

describe('a conversation of another kind', () => {
  test('gets leg and relay, and reports a failure to the action', async () => {
    const started: unknown[] = []
    const failing: Converse = (leg, relay, over) => {
      started.push({ leg, relay })
      void over({ status: 'failed', errorCode: '64102', errorMessage: 'Unable to connect' })
      return { stop: () => {} }
    }
    const carrier = startCarrier({ converse: failing }, { '/action': () => twiml('<Say>Sorry</Say>') })
    const { sid } = await carrier.dial('+12025550100')
    await carrier.pass(60)
    expect(started).toEqual([
      {
        leg: expect.objectContaining({
          callSid: sid,
          from: ourNumber,
          to: '+12025550100',
          direction: 'outbound-api',
        }),
        relay: expect.objectContaining({ url: 'wss://product.test/relay', welcomeGreeting: 'Hello' }),
      },
    ])
    expect(carrier.last('/action')).toMatchObject({
      SessionStatus: 'failed',
      CallStatus: 'in-progress',
      ErrorCode: '64102',
      ErrorMessage: 'Unable to connect',
    })
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '2' })
  })

  test('is stopped when the call ends, and can then end it no more', async () => {
    const events: string[] = []
    let hangUp = () => {}
    const waiting: Converse = (_leg, _relay, over) => {
      hangUp = () => void over({ status: 'completed' })
      return { stop: () => events.push('stopped') }
    }
    const carrier = startCarrier({ converse: waiting })
    await carrier.dial('+12025550100', { TimeLimit: '5' })
    await carrier.pass(60)
    hangUp()
    await carrier.pass(60)
    expect(events).toEqual(['stopped'])
    expect(carrier.trace().slice(4)).toEqual(['9 /action completed completed', '9.5 /status completed'])
  })
})

describe('a SIP address that is dialled', () => {
  const address = 'sip:p@sip.test;transport=tls?X-Call=1'
  const dial = `<Dial action="${product}/dialled" timeLimit="30" answerOnBridge="true"><Sip>${address}</Sip></Dial>`
  const dialled = async (to: string, status: number) => {
    const rung: string[] = []
    const invite = async (address: string) => {
      rung.push(address)
      return { status }
    }
    const carrier = startCarrier({ invite }, { '/voice': () => twiml(dial), '/dialled': () => twiml('<Say>Bye</Say>') })
    await carrier.dial(to)
    await carrier.pass(120)
    expect(rung).toEqual([address])
    return carrier
  }

  test('is bridged until the caller hangs up', async () => {
    const carrier = await dialled('+12025550100', 200)
    expect(carrier.trace()).toEqual([...untilAnswered, '16 /dialled completed', '16.5 /status completed'])
    expect(carrier.last('/dialled')).toMatchObject({
      DialCallSid: expect.stringMatching(/^CA[0-9a-f]{32}$/),
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '12',
    })
  })

  test('ends at the limit, and the call follows the action', async () => {
    const carrier = await dialled('+12025550105', 200)
    expect(carrier.trace()).toEqual([...untilAnswered, '34 /dialled in-progress', '36.5 /status completed'])
    expect(carrier.last('/dialled')).toMatchObject({ DialCallStatus: 'completed', DialCallDuration: '30' })
  })

  test.each([
    [486, 'busy'],
    [408, 'no-answer'],
    [603, 'failed'],
    [503, 'failed'],
  ])('that answers %i is told as %s', async (status, told) => {
    const carrier = await dialled('+12025550100', status)
    expect(carrier.trace()).toEqual([...untilAnswered, '4 /dialled in-progress', '6.5 /status completed'])
    expect(carrier.last('/dialled')).toMatchObject({ DialCallStatus: told, DialBridged: 'false' })
    expect(carrier.last('/dialled')).not.toHaveProperty('DialCallDuration')
  })

  test('still rings when the caller is hung up on: it was canceled', async () => {
    const invite = async () => {
      await carrier.update(carrier.last('/voice')?.CallSid ?? '', { Status: 'completed' })
      return { status: 200 }
    }
    const carrier = startCarrier({ invite }, { '/voice': () => twiml(dial) })
    await carrier.dial('+12025550100')
    await carrier.pass(10)
    expect(carrier.trace()).toEqual([...untilAnswered, '4 /dialled completed', '4.5 /status completed'])
    expect(carrier.last('/dialled')).toMatchObject({ CallStatus: 'completed', DialCallStatus: 'canceled' })
  })
})
