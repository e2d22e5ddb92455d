import { describe, expect, test } from 'vitest'
import { readRelayFrame } from '../../../infra/local/carrier/relay-frames.ts'
import type { Speech } from '../../../shared/domain/conversations/speech.ts'
import { FrameOut, readFrame, writeFrame } from '../../../shared/providers/twilio/relay.ts'

describe('frames of the carrier', () => {
  test('every published field list is read', () => {
    const setup = {
      type: 'setup',
      sessionId: 'VX1',
      accountSid: 'AC1',
      callSid: 'CA1',
      parentCallSid: '',
      from: '+12025550100',
      to: '+12025560100',
      forwardedFrom: '',
      callType: 'PSTN',
      callerName: '',
      direction: 'inbound',
      callStatus: 'IN_PROGRESS',
      customParameters: { call: '1-2', ticket: 'secret' },
    }
    expect(readFrame(JSON.stringify(setup))).toEqual({
      type: 'setup',
      session_id: 'VX1',
      carrier_sid: 'CA1',
      ref: { user_id: 1, call_id: 2 },
      ticket: 'secret',
    })
    expect(readFrame('{"type":"prompt","voicePrompt":"Hi ","lang":"en-US","last":true,"agentSpeaking":false}')).toEqual(
      { type: 'prompt', text: 'Hi', last: true },
    )
    expect(readFrame('{"type":"dtmf","digit":"#"}')).toEqual({ type: 'key', key: '#' })
    expect(
      readFrame('{"type":"interrupt","utteranceUntilInterrupt":"We open","durationUntilInterruptMs":460}'),
    ).toEqual({ type: 'interrupt', until: 'We open' })
    expect(readFrame('{"type":"info","name":"agentSpeaking","value":"on"}')).toEqual({ type: 'info' })
    expect(readFrame('{"type":"error","description":"Invalid message"}')?.type).toBe('error')
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{"type":'],
    ['no object', '42'],
    ['null', 'null'],
    ['an unknown type', '{"type":"media"}'],
    ['a prompt without words', '{"type":"prompt"}'],
    ['a prompt of another type', '{"type":"prompt","voicePrompt":{"a":1}}'],
    ['a key that no telephone has', '{"type":"dtmf","digit":"12"}'],
    ['parameters that are no words', '{"type":"setup","callSid":"CA1","customParameters":{"call":7}}'],
    ['too much', JSON.stringify({ type: 'prompt', voicePrompt: 'x'.repeat(33_000) })],
  ])('%s is none', (_, text) => {
    expect(readFrame(text)).toBeUndefined()
  })
})

test.each<[Speech, object]>([
  [
    { type: 'text', text: 'Hello', last: true },
    { type: 'text', token: 'Hello', last: true },
  ],
  [
    { type: 'text', text: '', last: false },
    { type: 'text', token: '', last: false },
  ],
  [
    { type: 'filler', text: 'One moment.' },
    { type: 'text', token: 'One moment.', last: false, preemptible: true },
  ],
  [
    { type: 'end', reason: 'limit' },
    { type: 'end', handoffData: '{"reason":"limit"}' },
  ],
])('what is sent is a frame to us and to the carrier: %j', (speech, frame) => {
  const text = writeFrame(speech)
  expect(FrameOut.parse(JSON.parse(text))).toEqual(frame)
  expect(readRelayFrame(text)).toEqual(frame)
})
