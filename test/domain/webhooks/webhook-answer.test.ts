import { describe, expect, test } from 'vitest'
import {
  answeredVariables,
  retryAfterMs,
  type WebhookAnswer,
  webhookResponse,
} from '../../../shared/domain/webhooks/webhook-answer.ts'

const answer = (text: string, more: Partial<WebhookAnswer> = {}): WebhookAnswer => ({
  http_status: 200,
  text,
  is_cut: false,
  is_binary: false,
  duration_ms: 5,
  ...more,
})
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('webhook_response', () => {
  test.each<[string, WebhookAnswer, object]>([
    ['a JSON object', answer('{"ok":true}'), { data: { ok: true } }],
    ['a large JSON object', answer(JSON.stringify({ x: 'y'.repeat(60_000) })), { data: { x: 'y'.repeat(60_000) } }],
    ['JSON that is no object', answer('[1]'), { data: { body: '[1]' } }],
    ['text', answer('thanks'), { data: { body: 'thanks' } }],
    ['nothing', answer(''), { data: {} }],
    ['long text', answer('x'.repeat(20_000)), { data: { body: 'x'.repeat(16_384), truncated: true } }],
    [
      'long text with a character on the edge',
      answer(`${'x'.repeat(16_383)}😀`),
      { data: { body: 'x'.repeat(16_383), truncated: true } },
    ],
    [
      'JSON that broke off',
      answer('{"ok":true}', { is_cut: true }),
      { data: { body: '{"ok":true}', truncated: true } },
    ],
    ['bytes that are no text', answer('\ufffd', { is_binary: true }), { data: { body: '\ufffd', invalid_utf8: true } }],
    [
      'JSON in bytes that are no text',
      answer('{"a":"\ufffd"}', { is_binary: true }),
      { data: { body: '{"a":"\ufffd"}', invalid_utf8: true } },
    ],
    ['JSON of 32 levels', answer(nested(32)), { data: JSON.parse(nested(32)) }],
    ['JSON of 33 levels', answer(nested(33)), { data: { body: nested(33) } }],
  ])('keeps %s', (_what, given, kept) => {
    expect(webhookResponse(given)).toEqual({ status: 'success', http_status: 200, ...kept })
  })

  test('says what failed', () => {
    expect(webhookResponse(answer('no', { http_status: 500 }))).toEqual({
      status: 'failed',
      http_status: 500,
      data: { body: 'no' },
    })
    expect(webhookResponse(answer('', { http_status: null, error: 'No answer within 15 s' }))).toEqual({
      status: 'failed',
      http_status: null,
      data: {},
      error: 'No answer within 15 s',
    })
  })

  test('survives JSON that is deeper than any stack', () => {
    const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    expect(webhookResponse(answer(deep)).data).toMatchObject({ truncated: true })
  })
})

describe('variables in an answer', () => {
  test.each([
    ['flat', '{"name":"Ada","age":36}', { name: 'Ada', age: 36 }],
    ['under variables', '{"variables":{"name":"Ada"},"other":1}', { name: 'Ada' }],
    ['none', '{}', {}],
    ['no JSON', 'Ada', {}],
    ['a list of text', '["Ada"]', {}],
    ['an empty list', '[]', {}],
    ['a list of objects', '[{"name":"Ada","age":1},{"age":36}]', { name: 'Ada', age: 36 }],
    ['a list under variables', '{"variables":[{"name":"Ada"},{"age":36}]}', { name: 'Ada', age: 36 }],
    ['a list of variables', '[{"variables":{"name":"Ada"}},{"variables":[{"age":36}]}]', { name: 'Ada', age: 36 }],
    ['a list of an object and text', '[{"name":"Ada"},"x"]', {}],
    ['a byte order mark', '\ufeff{"name":"Ada"}', { name: 'Ada' }],
    ['a __proto__ member', '{"name":"Ada","__proto__":{"age":36}}', { name: 'Ada' }],
    ['too many', JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1]))), {}],
  ])('%s', (_what, text, variables) => {
    expect(answeredVariables(answer(text))).toEqual(variables)
  })

  test('count only when it is a yes', () => {
    expect(answeredVariables(answer('{"a":1}', { http_status: 404 }))).toEqual({})
    expect(answeredVariables(answer('{"a":1}', { http_status: null }))).toEqual({})
    expect(answeredVariables(answer('{"a":1}', { is_cut: true }))).toEqual({})
  })
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['0', 0],
  ['3', 3_000],
  ['1.5', undefined],
  ['-1', undefined],
  ['later', undefined],
  ['Thu, 01 Jan 1970 00:00:20 GMT', 10_000],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
])('Retry-After: %j', (header, ms) => {
  expect(retryAfterMs(header, 10_000)).toBe(ms)
})
