import { expect, test } from 'vitest'
import { webUrl } from '../../shared/words/fields.ts'
import { form, read } from '../../shared/words/form.ts'
import { webhookUrlMisfit } from '../../shared/words/webhook-url.ts'
import { forbiddenHosts, publicIPv4, publicIPv6 } from '../addresses.ts'

const misfit = { webhook_url: ['The webhook url field must be a valid URL.'] }

const findings = (webhook_url: unknown, isLocal: boolean) => {
  const { values, errors } = read(form({ webhook_url: webUrl() }), { webhook_url })
  return { ...errors, ...webhookUrlMisfit(values.webhook_url, { isLocal }) }
}

test.each([
  ['https://a.example', {}, {}],
  ['https://a.example:8443/x/y?z=@#f', {}, {}],
  ['HTTPS://A.EXAMPLE', {}, {}],
  ['https://ä.example', {}, {}],
  ['https://a.example.', {}, {}],
  ['https://127.0.0.1.a.example', {}, {}],
  [`https://a.example/${'x'.repeat(2030)}`, {}, {}],
  ['https://localhost', {}, misfit],
  ['http://localhost', {}, misfit],
  ['http://LOCALHOST:80', {}, misfit],
  ['http://hooks.localhost.', {}, misfit],
  ['http://127.0.0.1:3000/x', {}, misfit],
  ['http://127.255.1.2', {}, misfit],
  ['http://127.1', {}, misfit],
  ['http://[::1]:8080', {}, misfit],
  ['http://a.example', misfit, misfit],
  ['http://localhost.a.example', misfit, misfit],
  ['http://127.0.0.1.a.example', misfit, misfit],
  ['http://128.0.0.1', misfit, misfit],
  ['http://[::2]', misfit, misfit],
])('%s', (url, local, deployed) => {
  expect(findings(url, true)).toEqual(local)
  expect(findings(url, false)).toEqual(deployed)
})

test.each([
  ...['a.example', '//a.example', 'https:a.example', 'https:/a.example', 'https:///a.example', 'https:\\\\a.example'],
  ...['https://', 'https://?', 'https://#', 'https://.', 'https://a..example', 'https://.a.example', 'https://:443'],
  ...['ftp://a.example', 'file:///etc/passwd', 'data:text/plain,x', 'javascript:alert(1)', 'gopher://a.example'],
  ...['ws://a.example', 'blob:https://a.example/x', 'https+unix://a.example', ' javascript:https://a.example'],
  ...[
    'https://u@a.example',
    'https://u:p@a.example',
    'https://@a.example',
    'https://:@a.example',
    'https://a\\@b.example',
  ],
  ...['https://a.example:99999', 'https://a.example:-1', 'https://a.example:x', 'https://a.example:80:80'],
  ...[
    'https://[::1',
    'https://::1',
    'https://[fe80::1%25eth0]',
    'https://[1.2.3.4]',
    'https://256.1.1.1',
    'https://1.2.3.4.5',
  ],
  ...[
    'https://a b.example',
    'https://a.example/\u0000',
    'https://a.example/\n/x',
    'https://a\u0001.example',
    'https://a.example/x y',
  ],
  ...['https://a%00.example', 'https://a%2f.example', 'https://a<b>.example', 'https://a.example/\ud800'],
  ...[`https://a.example/${'x'.repeat(2031)}`, `https://${'a.'.repeat(127)}example`],
])('%j is no URL', (url) => {
  expect(findings(url, false)).toEqual(misfit)
  expect(findings(url, true)).toEqual(misfit)
})

test('text it must be', () => {
  for (const value of [1, true, {}, ['https://a.example']])
    expect(findings(value, false)).toEqual({ webhook_url: ['The webhook url field must be a string.'] })
})

test('refuses a private address in every spelling, not its neighbour', () => {
  const accepted = forbiddenHosts.filter((host) => !findings(`https://${host}/`, false).webhook_url)
  expect(accepted).toEqual([])
  const hosts = [...publicIPv4, ...publicIPv6.map((address) => `[${address}]`)]
  expect(hosts.filter((host) => findings(`https://${host}/`, false).webhook_url)).toEqual([])
})
