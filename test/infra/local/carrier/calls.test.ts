import { describe, expect, test } from 'vitest'
import type { Converse } from '../../../../infra/local/carrier/conversation.ts'
import type { LocalClock } from '../../../../infra/local/clock.ts'
import { accountSid, ourNumber, product, relayTwiml, startAt, startCarrier, twiml } from './harness.ts'

const detection = {
  MachineDetection: 'Enable',
  AsyncAmd: 'true',
  AsyncAmdStatusCallback: `${product}/detected`,
}
const recording = { Record: 'true', RecordingStatusCallback: `${product}/recorded` }
const untilAnswered = ['0.2 /status initiated', '1 /status ringing', '4 /status in-progress', '4 /voice in-progress']
const untilHungUp = [...untilAnswered, '16 /action completed completed', '16.5 /status completed']

const traceOf = async (to: string, more: Record<string, string> = {}) => {
  const carrier = startCarrier()
  await carrier.dial(to, more)
  await carrier.pass(120)
  expect(carrier.clock.pending()).toBe(0)
  return carrier.trace()
}

describe('what each number does', () => {
  test('0100 answers, talks for twelve seconds and hangs up', async () => {
    expect(await traceOf('+12025550100')).toEqual(untilHungUp)
  })

  test('any other number behaves like 0100', async () => {
    expect(await traceOf('+4915112345678')).toEqual(untilHungUp)
    expect(await traceOf('+13125550101')).toEqual(untilHungUp)
  })

  test('0101 is busy two seconds after it began to ring', async () => {
    expect(await traceOf('+12025550101')).toEqual(['0.2 /status initiated', '1 /status ringing', '3.5 /status busy'])
  })

  test('0102 is not answered within the time-out', async () => {
    expect(await traceOf('+12025550102', { Timeout: '25' })).toEqual([
      '0.2 /status initiated',
      '1 /status ringing',
      '26.5 /status no-answer',
    ])
  })

  test('0104 is a machine that talks for twenty seconds', async () => {
    expect(await traceOf('+12025550104', detection)).toEqual([
      ...untilAnswered,
      '8 /detected machine_start',
      '24 /action completed completed',
      '24.5 /status completed',
    ])
  })

  test('0105 stays until the time limit', async () => {
    expect(await traceOf('+12025550105', { TimeLimit: '60' })).toEqual([
      ...untilAnswered,
      '64 /action completed completed',
      '64.5 /status completed',
    ])
  })

  test('0106 is ended by the assistant while the call is still in progress', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550106')
    await carrier.pass(60)
    expect(carrier.trace()).toEqual([...untilAnswered, '16 /action ended in-progress', '16.5 /status completed'])
    expect(carrier.last('/action')).toMatchObject({ HandoffData: '{"reason":"assistant"}', SessionDuration: '12' })
  })

  test('0109 tells everything at the end, twice and backwards, but fetches its instructions in time', async () => {
    expect(await traceOf('+12025550109', detection)).toEqual([
      '4 /voice in-progress',
      '16.5 /status completed',
      '16.5 /status completed',
      '16.5 /action completed completed',
      '16.5 /action completed completed',
      '16.5 /detected human',
      '16.5 /detected human',
      '16.5 /status in-progress',
      '16.5 /status in-progress',
      '16.5 /status ringing',
      '16.5 /status ringing',
      '16.5 /status initiated',
      '16.5 /status initiated',
    ])
  })

  test('0110 tells nothing after it began to ring, but fetches its instructions', async () => {
    expect(await traceOf('+12025550110', { ...detection, ...recording })).toEqual([
      '0.2 /status initiated',
      '1 /status ringing',
      '4 /voice in-progress',
    ])
  })
})

describe('callbacks of a call', () => {
  test('the last status report carries every documented field', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    await carrier.pass(60)
    expect(carrier.last('/status')).toEqual({
      CallSid: sid,
      AccountSid: accountSid,
      From: ourNumber,
      To: '+12025550100',
      CallStatus: 'completed',
      Direction: 'outbound-api',
      ApiVersion: '2010-04-01',
      Timestamp: 'Tue, 10 Nov 2026 09:00:16 +0000',
      CallbackSource: 'call-progress-events',
      SequenceNumber: '3',
      CallDuration: '12',
      Duration: '1',
      SipResponseCode: '200',
    })
  })

  test('status reports are numbered from 0, and only the last one has a duration', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550101')
    await carrier.pass(60)
    expect(carrier.heard.map(({ form }) => [form.SequenceNumber, form.CallDuration, form.SipResponseCode])).toEqual([
      ['0', undefined, undefined],
      ['1', undefined, undefined],
      ['2', '0', '486'],
    ])
  })

  test('the instructions and the action are asked for with the fields of the call', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    await carrier.pass(60)
    const fields = {
      CallSid: sid,
      AccountSid: accountSid,
      From: ourNumber,
      To: '+12025550100',
      Direction: 'outbound-api',
      ApiVersion: '2010-04-01',
    }
    expect(carrier.last('/voice')).toEqual({ ...fields, CallStatus: 'in-progress' })
    expect(carrier.last('/action')).toEqual({
      ...fields,
      CallStatus: 'completed',
      SessionId: expect.stringMatching(/^VX[0-9a-f]{32}$/),
      SessionStatus: 'completed',
      SessionDuration: '12',
    })
  })

  test('a finding about who answered has four fields', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100', detection)
    await carrier.pass(7)
    expect(carrier.last('/detected')).toEqual({
      CallSid: sid,
      AccountSid: accountSid,
      AnsweredBy: 'human',
      MachineDetectionDuration: '3000',
    })
  })

  test('nobody is detected unless it was asked for in the background', async () => {
    expect(await traceOf('+12025550104', { MachineDetection: 'Enable' })).not.toContain('8 /detected machine_start')
  })

  test('only the events asked for are told, and only the end when none was', async () => {
    const carrier = startCarrier()
    const form: [string, string][] = [
      ['To', '+12025550101'],
      ['From', ourNumber],
      ['Url', `${product}/voice`],
      ['StatusCallback', `${product}/status`],
    ]
    await carrier.create('/Calls.json', [...form, ['StatusCallbackEvent', 'ringing']])
    await carrier.create('/Calls.json', form)
    await carrier.create('/Calls.json', [...form, ['StatusCallbackEvent', 'initiated ringing completed']])
    await carrier.pass(60)
    expect(carrier.trace()).toEqual(['1 /status ringing', '3.5 /status busy'])
    expect(carrier.heard.map(({ form }) => form.SequenceNumber)).toEqual(['0', '0'])
  })

  test('a recording is reported six seconds after the end, long after the last status, and can be fetched', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100', recording)
    await carrier.pass(60)
    expect(carrier.trace().slice(-2)).toEqual(['16.5 /status completed', '22 /recorded completed'])
    const report = carrier.last('/recorded')
    expect(report).toEqual({
      RecordingSid: expect.stringMatching(/^RE[0-9a-f]{32}$/),
      RecordingUrl: `http://carrier.test/2010-04-01/Accounts/${accountSid}/Recordings/${report?.RecordingSid}`,
      RecordingStatus: 'completed',
      RecordingDuration: '12',
      RecordingChannels: '1',
      RecordingSource: 'OutboundAPI',
      RecordingStartTime: 'Tue, 10 Nov 2026 09:00:04 +0000',
      CallSid: sid,
      AccountSid: accountSid,
    })
    expect(carrier.last('/status')).toMatchObject({ RecordingSid: report?.RecordingSid, RecordingDuration: '12' })
  })

  describe('a call too short to be recorded', () => {
    const hungUpAtOnce = async (...events: string[]) => {
      const carrier = startCarrier()
      const form = { To: '+12025550100', From: ourNumber, Url: `${product}/voice`, ...recording }
      const wanted = events.map((event): [string, string] => ['RecordingStatusCallbackEvent', event])
      const { sid } = await carrier.create('/Calls.json', [...Object.entries(form), ...wanted])
      await carrier.pass(5)
      await carrier.update(sid, { Status: 'completed' })
      await carrier.pass(60)
      return carrier.trace().filter((line) => line.includes('/recorded'))
    }

    test('has none, and that is reported if it was asked for', async () => {
      expect(await hungUpAtOnce('completed', 'absent')).toEqual(['11 /recorded absent'])
    })

    test.each([[[]], [['completed']], [['completed absent']]])('is not reported to %j', async (events) => {
      expect(await hungUpAtOnce(...events)).toEqual([])
    })
  })

  test('a call that was not answered has no recording', async () => {
    expect(await traceOf('+12025550101', recording)).toEqual([
      '0.2 /status initiated',
      '1 /status ringing',
      '3.5 /status busy',
    ])
  })
})

describe('time limits', () => {
  test('a talk is cut at the time limit, which is then its duration', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550100', { TimeLimit: '7' })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual([...untilAnswered, '11 /action completed completed', '11.5 /status completed'])
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '7', Duration: '1' })
  })

  test('without a limit a silent caller is cut after four hours', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550105')
    await carrier.pass(4 * 3600 + 60)
    expect(carrier.last('/status')).toMatchObject({ CallDuration: '14400', Duration: '240' })
  })

  test('a call rings for sixty seconds, or as long as it was told to', async () => {
    expect((await traceOf('+12025550102')).at(-1)).toBe('61.5 /status no-answer')
    expect((await traceOf('+12025550100', { Timeout: '2' })).at(-1)).toBe('3.5 /status no-answer')
  })
})

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

  test('200 when a call that is over is ended again, and nothing more is told', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    await carrier.pass(60)
    expect(await carrier.update(sid, { Status: 'completed' })).toMatchObject({ status: 200 })
    await carrier.pass(60)
    expect(carrier.trace()).toEqual(untilHungUp)
  })

  test('new TwiML replaces the conversation, whose action is told of its end and not followed', async () => {
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
  test('is given the leg and the relay, and a failure is told to the action while the call goes on', async () => {
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

test('a machine so busy that timers run late and the newest first loses and reorders nothing', async () => {
  const waiting: { task: () => void | Promise<void> }[] = []
  let lateMs = 0
  const busy: LocalClock = {
    now: () => startAt + lateMs,
    after: (_delayMs, task) => {
      const entry = { task }
      waiting.push(entry)
      return () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
  }
  const told = async (to: string) => {
    const carrier = startCarrier({ clock: busy })
    await carrier.dial(to)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      lateMs += 1000
      await next.task()
    }
    return carrier.trace().map((line) => line.replace('0 ', ''))
  }
  const inOrder = untilHungUp.map((line) => line.replace(/^\S+ /, ''))
  expect(await told('+12025550100')).toEqual(inOrder)
  const [voice, ...reports] = await told('+12025550109')
  const backwards = inOrder.filter((line) => line !== voice).toReversed()
  expect(reports).toEqual(backwards.flatMap((line) => [line, line]))
})

test('the same clock, seed and requests give the same sids, another seed gives others', async () => {
  const sidsOf = async (seed: number) => {
    const carrier = startCarrier({ seed })
    const { sid } = await carrier.dial('+12025550100', recording)
    await carrier.pass(60)
    return [sid, carrier.last('/action')?.SessionId, carrier.last('/recorded')?.RecordingSid]
  }
  expect(await sidsOf(1)).toEqual(await sidsOf(1))
  expect(await sidsOf(1)).not.toEqual(await sidsOf(2))
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

  test('is cut at the limit, and the call goes on with what the action says', async () => {
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
