import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CallRef, RecordingRef, readCallRef, writeCallRef } from '../../../shared/domain/calls/call-ref.ts'

const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

test('what is written into a URL is read back', () => {
  fc.assert(
    fc.property(ids, ids, (user_id, call_id) => {
      const ref = { user_id, call_id }
      expect(readCallRef(writeCallRef(ref))).toEqual(ref)
      expect(CallRef.parse(JSON.parse(JSON.stringify(ref)))).toEqual(ref)
    }),
  )
})

test.each([undefined, '', '-', '1', '1-', '-1', '1--2', '1-2-3', '0-1', '1-0', 'a-b', '1 -2', '01-2', `1-${2 ** 53}`])(
  '%j names no call',
  (text) => {
    expect(readCallRef(text)).toBeUndefined()
  },
)

test('a recording is named in hexadecimal digits of either case', () => {
  const ref = { user_id: 1, call_id: 2, recording_sid: `RE${'0aF'.repeat(10)}BE` }
  expect(RecordingRef.parse(ref)).toEqual(ref)
  expect(RecordingRef.safeParse({ ...ref, recording_sid: 'RE../secret' }).success).toBe(false)
})
