import { describe, expect, test } from 'vitest'
import { readDetail, writeDetail } from '../../../shared/data/calls/call-detail.ts'
import { transcriptOf } from '../../../shared/domain/conversations/transcript.ts'

const now = Date.UTC(2026, 10, 25, 10)
const variables = { variables: {}, input_variables: {} }
const sizeOf = (detail: object) => JSON.stringify(detail).length

describe('what was said', () => {
  const said = Array.from({ length: 20 }, (_, index) => ({
    sender: index % 2 ? ('bot' as const) : ('human' as const),
    text: `“What”, I asked,\nwas it ${index}?`,
    at: now + index * 4321,
    ...(index % 2 && { latency_ms: 700 + index, model_ms: 600 + index }),
  }))

  test('is read as it was written, and stored in half the space', () => {
    const detail = { ...variables, ...transcriptOf(said), evaluation: { score: 7 } }
    const item = writeDetail(detail)
    expect(readDetail(item)).toEqual(detail)
    expect(sizeOf(item)).toBeLessThan(sizeOf(detail) / 2)
  })

  test('without any wait has no waits', () => {
    const detail = {
      ...variables,
      ...transcriptOf(said.map(({ latency_ms: _latency, model_ms: _model, ...each }) => each)),
    }
    expect(readDetail(writeDetail(detail))).toEqual(detail)
  })

  test.each([
    { transcript: 'AI: Hello' },
    { transcript: 'AI: Hello', messages: [{ text: 'Hello', type: 'transcript', sender: 'bot', timestamp: 'at ten' }] },
    { transcript: 'Anna: Hello', messages: transcriptOf(said).messages },
  ])('in another form is kept in that form: %j', (told) => {
    const detail = { ...variables, ...told }
    expect(readDetail(writeDetail(detail))).toEqual(detail)
  })
})
