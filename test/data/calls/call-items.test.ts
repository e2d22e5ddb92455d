import { describe, expect, test } from 'vitest'
import { callWrite, readCall, type StoredCall } from '../../../shared/data/calls/call-items.ts'
import { must } from '../../../shared/words/must.ts'
import { ringingCall } from '../../fixtures.ts'

const call = ringingCall({ id: 2, user_id: 1, assistant_id: 3 }, 1000)
const grouped = {
  ...call,
  covered_seconds: 180,
  transcription_minute: 30_000,
  rollout: { id: 4, person: 'hash' },
  page: { hash: 'token', until: 2000 },
}
const { rollout: _rollout, page: _page, ...rest } = grouped
/** A call as version 0.2.0 stored it. */
const flat: StoredCall = { ...rest, rollout_id: 4, rollout_person: 'hash', follow_hash: 'token', page_until: 2000 }

const stored = (written: Parameters<typeof callWrite>[0]) => {
  const write = callWrite(written, 1)
  return JSON.parse(JSON.stringify(must('put' in write ? write.put : undefined, 'put')))
}

describe('a stored call', () => {
  test('of 0.2.0 is read in groups', () => {
    expect(readCall(flat)).toEqual(grouped)
  })

  test('is written as 0.2.0 reads it', () => {
    expect(stored(grouped)).toMatchObject(flat)
    expect(stored(grouped)).not.toHaveProperty('rollout')
    expect(stored(grouped)).not.toHaveProperty('page')
  })

  test('without a hold, a rollout and a page lacks their members', () => {
    const { covered_seconds: _covered, transcription_minute: _price, ...bare } = call
    const written = stored(call)
    for (const name of ['covered_seconds', 'transcription_minute', 'rollout_id', 'follow_hash', 'page_until'])
      expect(written).not.toHaveProperty(name)
    expect(readCall(bare)).toEqual(call)
  })
})
