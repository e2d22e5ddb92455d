import { expect, test } from 'vitest'
import { webhookUrlMisfit } from '../../shared/domain/webhook-url.ts'

const misfit = { webhook_url: ['The webhook url field must be a valid URL.'] }

test.each([
  ['https://a.example', {}, {}],
  ['https://localhost', {}, {}],
  ['http://localhost', {}, misfit],
  ['http://LOCALHOST:80', {}, misfit],
  ['http://127.0.0.1:3000/x', {}, misfit],
  ['http://127.255.1.2', {}, misfit],
  ['http://127.1', {}, misfit],
  ['http://[::1]:8080', {}, misfit],
  ['http://a.example', misfit, misfit],
  ['http://localhost.a.example', misfit, misfit],
  ['http://127.0.0.1.a.example', misfit, misfit],
  ['http://128.0.0.1', misfit, misfit],
  ['http://[::2]', misfit, misfit],
  [null, {}, {}],
  [undefined, {}, {}],
])('%s', (url, local, deployed) => {
  expect(webhookUrlMisfit(url, { isLocal: true })).toEqual(local)
  expect(webhookUrlMisfit(url, { isLocal: false })).toEqual(deployed)
})
