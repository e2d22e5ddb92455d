import { expect, test } from 'vitest'
import { readSettings } from '../../../infra/local/settings.ts'

const carrier = { CARRIER_URL: 'https://api.twilio.com', CARRIER_ACCOUNT_SID: 'AC1', CARRIER_AUTH_TOKEN: 'a' }

test.each([
  ['a carrier without credentials', { CARRIER_URL: carrier.CARRIER_URL }, 'CARRIER_URL needs CARRIER_ACCOUNT_SID'],
  ['a carrier elsewhere without a public address', carrier, 'CARRIER_URL needs PUBLIC_URL'],
  ['a key of a model without its address', { MODEL_API_KEY: 'k' }, 'MODEL_API_KEY and MODEL_NAME need MODEL_BASE_URL'],
  ['a name of a model without its address', { MODEL_NAME: 'm' }, 'MODEL_API_KEY and MODEL_NAME need MODEL_BASE_URL'],
])('refuses %s in one sentence', (_, environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence)
})

test('takes a carrier elsewhere with a public address, and one of this machine without', () => {
  expect(readSettings({ ...carrier, PUBLIC_URL: 'https://a.example' })).toMatchObject(carrier)
  const here = { ...carrier, CARRIER_URL: 'http://127.0.0.1:4000' }
  expect(readSettings(here)).toMatchObject(here)
})
