import { expect, test } from 'vitest'
import { addressInWords, twilioRegionOf } from '../../../shared/providers/twilio/region.ts'

test.each([
  ['https://api.twilio.com', 'US1'],
  ['https://api.ashburn.us1.twilio.com', 'US1'],
  ['https://api.dublin.ie1.twilio.com/2010-04-01', 'IE1'],
  ['https://api.au1.twilio.com', 'AU1'],
  ['http://127.0.0.1:4000', undefined],
  ['https://twilio.com.example', undefined],
])('the region of %s is %s', (url, region) => {
  expect(twilioRegionOf(url)).toBe(region)
})

test('names the host and its region', () => {
  expect(addressInWords('https://api.dublin.ie1.twilio.com')).toBe('api.dublin.ie1.twilio.com, which is region IE1')
  expect(addressInWords()).toBe('api.twilio.com, which is region US1')
  expect(addressInWords('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000')
})
