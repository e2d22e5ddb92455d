import { expect, test } from 'vitest'
import { dialEndedBy } from '../../../shared/domain/calls/carrier-report.ts'
import { readSessionEnd } from '../../../shared/providers/twilio/words.ts'

const carrier_sid = 'CA1'

test.each([
  [{ SessionStatus: 'completed' }, { kind: 'over', ended_by: 'customer' }],
  [
    { SessionStatus: 'ended', HandoffData: '{"reason":"limit"}' },
    { kind: 'over', ended_by: 'limit' },
  ],
  [
    { SessionStatus: 'ended', HandoffData: '{"reason":"assistant"}' },
    { kind: 'over', ended_by: 'assistant' },
  ],
  [{ SessionStatus: 'ended' }, { kind: 'over', ended_by: 'assistant' }],
  [{ SessionStatus: 'on-the-moon' }, { kind: 'over', ended_by: undefined }],
  [{}, { kind: 'over', ended_by: undefined }],
  [
    { SessionStatus: 'failed', SessionId: 'VX1', ErrorCode: '64105' },
    { kind: 'lost', session_id: 'VX1', code: '64105', neverOpened: false },
  ],
  [
    { SessionStatus: 'failed', SessionId: 'VX1', ErrorCode: '64102' },
    { kind: 'lost', session_id: 'VX1', code: '64102', neverOpened: true },
  ],
  [{ SessionStatus: 'failed' }, { kind: 'lost', session_id: '', code: '', neverOpened: false }],
  [
    { CallStatus: 'in-progress', DialCallStatus: 'completed', DialCallDuration: '61' },
    { kind: 'dialled', by: 'model', seconds: 61 },
  ],
  [
    { CallStatus: 'in-progress', DialCallStatus: 'answered' },
    { kind: 'dialled', by: 'model', seconds: 0 },
  ],
  [
    { CallStatus: 'completed', DialCallStatus: 'no-answer' },
    { kind: 'dialled', by: 'caller', seconds: 0 },
  ],
  [
    { CallStatus: 'in-progress', DialCallStatus: 'failed', DialSipResponseCode: '603' },
    { kind: 'not picked up', status: 'failed', code: '603' },
  ],
])('the end of a session, %j', (form, expected) => {
  const told = readSessionEnd({ CallSid: carrier_sid, ...form }, { question: 'q1', legs: 0, anew: 0 })
  expect(told).toEqual({ carrier_sid, question: 'q1', ...('seconds' in expected && { legs: 0, anew: 0 }), ...expected })
})

test('a model that talked until the limit was ended by the limit', () => {
  expect(dialEndedBy({ by: 'model', seconds: 60 }, 60)).toBe('limit')
  expect(dialEndedBy({ by: 'model', seconds: 59 }, 60)).toBe('assistant')
  expect(dialEndedBy({ by: 'caller', seconds: 60 }, 60)).toBe('customer')
})
