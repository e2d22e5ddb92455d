import { describe, expect, test } from 'vitest'
import { requestOf } from '../../../shared/domain/tools/tool-request.ts'

const tool = {
  endpoint: 'https://shop.example/customers/{customer}/orders?phone={{caller_number}}',
  method: 'GET' as const,
  headers: [{ name: 'authorization', mask: '' }],
}

const pathOf = (customer: string) => new URL(requestOf(tool, ['x'], { customer }, {}).url).pathname

describe('what a model says in the path', () => {
  test.each(['../admin', 'a/b', '?x=1', '#x', '%2e%2e'])('%s stays one segment', (customer) => {
    expect(pathOf(customer)).toBe(`/customers/${encodeURIComponent(customer)}/orders`)
  })

  test.each(['.', '..'])('%s does not climb out of it', (customer) => {
    expect(pathOf(customer)).toBe('/customers//orders')
  })
})

test('a variable comes from the call, also where the model says its placeholder', () => {
  const { url } = requestOf(tool, ['x'], { customer: '{{caller_number}}' }, { caller_number: '+12025550100' })
  const { pathname, searchParams } = new URL(url)
  expect(pathname).toBe(`/customers/${encodeURIComponent('{{caller_number}}')}/orders`)
  expect(searchParams.get('phone')).toBe('+12025550100')
})

test('sends other arguments in a GET’s query and a POST’s body', () => {
  const args = { customer: '7', limit: 3 }
  expect(new URL(requestOf(tool, ['x'], args, {}).url).searchParams.get('limit')).toBe('3')
  const { body } = requestOf({ ...tool, method: 'POST' }, ['x'], args, {})
  expect(JSON.parse(body ?? '')).toEqual({ limit: 3 })
})

test('encodes line breaks and control characters in a header', () => {
  const named = { ...tool, headers: [{ name: 'x-name', mask: '' }] }
  const { headers } = requestOf(named, ['{{name}}'], { customer: '7' }, { name: 'Ada\r\nx-admin: 1\u0000\u007f' })
  expect(headers.find(({ name }) => name === 'x-name')?.value).toBe('Ada%0D%0Ax-admin: 1%00%7F')
})
