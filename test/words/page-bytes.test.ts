import { expect, test } from 'vitest'
import { callView, listed } from '../../shared/domain/calls/call-view.ts'
import type { Delivery } from '../../shared/domain/webhooks/delivery.ts'
import { listedDelivery } from '../../shared/domain/webhooks/delivery-view.ts'
import { ringingCall } from '../fixtures.ts'

/** Returns the size of a row in Lambda's answer, which encodes the JSON body as JSON again. */
const answeredBytes = (row: object) => Buffer.byteLength(JSON.stringify(JSON.stringify(row)))
const rowsMax = 100
const lambdaBytesMax = 6 * 1024 * 1024

const dear = ['語', '\u0001', '"', '\\']

const delivery = (response: string, attempts = 20): Delivery => ({
  id: 1,
  user_id: 1,
  call_id: 1,
  assistant_id: 1,
  kind: 'post_call',
  url: `https://a.example/${'x'.repeat(2000)}`,
  includes_recording: false,
  schema: [],
  state: 'failed',
  queued_at: 0,
  tries: 10,
  by_hand: false,
  attempts: Array.from({ length: attempts }, () => ({ at: 0, http_status: 500, duration_ms: 15_000, response })),
  updated_at: 0,
  revision: 1,
  expires_at_seconds: 1,
})

test.each(dear)('a hundred deliveries fit into what Lambda may answer, with %j in every answer', (letter) => {
  const row = listedDelivery(delivery(letter.repeat(500)))
  expect(answeredBytes(row) * rowsMax).toBeLessThan(lambdaBytesMax)
})

test('shows recorded answers in full unless a row is too large', () => {
  const [attempt] = listedDelivery(delivery('x'.repeat(500))).attempts
  expect(attempt?.response).toBe('x'.repeat(500))
  const [short] = listedDelivery(delivery('\u0001'.repeat(500))).attempts
  expect(short?.response).toBe(`${'\u0001'.repeat(100)}…`)
})

test.each(dear)('a hundred calls fit, with %j in all that was said and answered', (letter) => {
  const much = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, letter.repeat(200)]))
  const call = ringingCall({ id: 1, user_id: 1, assistant_id: 1 }, 0)
  const detail = {
    transcript: letter.repeat(100_000),
    variables: {},
    input_variables: much,
    evaluation: much,
    webhook_response: { status: 'success', data: much },
  }
  const row = listed(callView(call, detail as never, () => ''))
  expect(answeredBytes(row) * rowsMax).toBeLessThan(lambdaBytesMax)
})
