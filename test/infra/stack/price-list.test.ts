import { expect, test } from 'vitest'
import { readPriceOwner } from '../../../infra/stack/price-list.ts'
import list from '../../../prices.json' with { type: 'json' }

const { default: _, ...withoutDefault } = list
const { is_example, ...own } = list

test('accepts the example and says whose prices they are', () => {
  expect(is_example).toBe(true)
  expect(readPriceOwner()).toBe('example')
  expect(readPriceOwner({ ...own, countries: { DE: { sms_segment: 0, call_minute: 0.000001 } } })).toBe('own')
})

const price = { sms_segment: 0.1, call_minute: 0.2 }
test.each([
  [{ ...own, countries: { XX: price } }, 'countries.XX is no country: write an ISO 3166-1 code such as DE'],
  [{ ...own, countries: { de: price } }, 'countries.de is no country: write an ISO 3166-1 code such as DE'],
  [{ ...own, countries: { DE: { ...price, call_minute: -1 } } }, 'countries.DE.call_minute cannot be negative'],
  [{ ...own, countries: { DE: { call_minute: 1 } } }, 'countries.DE.sms_segment is missing'],
  [{ ...own, countries: { DE: { ...price, minute: 1 } } }, 'countries.DE.minute is unknown'],
  [{ ...own, platform_minute: '0.05' }, 'platform_minute must be a number'],
  [{ ...own, transcription_minute: 0.0000001 }, 'transcription_minute can have six decimal places at most'],
  [{ ...own, default: { ...price, sms_segment: 1001 } }, 'default.sms_segment cannot be more than 1000'],
  [withoutDefault, 'default is missing'],
  [{ ...own, model_default: undefined }, 'model_default is missing'],
  [
    { ...own, models: { 'gpt-0': { input: 1, output: 1 } } },
    'models.gpt-0 is no model: GET /user/assistants/models lists the names',
  ],
  [{ ...own, currency: 'EUR' }, 'currency is unknown'],
])('refuses a wrong list with one sentence (%#)', (prices, sentence) => {
  expect(() => readPriceOwner(prices)).toThrow(new Error(`prices.json: ${sentence}.`))
})

test('names each wrong entry', () => {
  const wrong = { ...own, platform_minute: -1, countries: { XX: price } }
  expect(() => readPriceOwner(wrong)).toThrow(/platform_minute cannot be negative; countries\.XX is no country/)
})
