import { describe, expect, test } from 'vitest'
import { accountSid, detection, ourNumber, product, recording, startCarrier, traceOf } from './harness.ts'

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

  test('report a recording six seconds after the end', async () => {
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
