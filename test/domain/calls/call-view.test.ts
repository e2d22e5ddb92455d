import { expect, test } from 'vitest'
import { callView, listed } from '../../../shared/domain/calls/call-view.ts'
import { ringingCall } from '../../fixtures.ts'

const call = ringingCall({ id: 1, user_id: 1, assistant_id: 1 }, 0)
const viewOf = (detail: object) => callView(call, { variables: {}, input_variables: {}, ...detail }, () => '')
const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value))

test('shows the whole call in a list row unless it is too large', () => {
  const row = viewOf({
    transcript: 'AI: Hello.',
    webhook_response: { status: 'success', data: { text: 'x'.repeat(40_000) } },
  })
  expect(listed(row)).toBe(row)
})

test('a long answer of a webhook is left out first', () => {
  const row = viewOf({
    transcript: 'AI: Hello.',
    webhook_response: { status: 'success', data: { text: 'x'.repeat(60_000) } },
  })
  expect(listed(row)).toEqual({ ...row, webhook_response: { status: 'success', data: { truncated: true } } })
})

test('a hundred rows fit into what Lambda may answer, whatever was said in them', () => {
  const much = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, '語'.repeat(200)]))
  const row = viewOf({
    transcript: '語'.repeat(100_000),
    input_variables: much,
    evaluation: much,
    webhook_response: { status: 'success', data: much },
  })
  expect(bytesOf(row)).toBeGreaterThan(400_000)
  expect(bytesOf(listed(row)) * 100).toBeLessThan(5_500_000)
  expect(listed(row).transcript).toMatch(/語…$/)
})
