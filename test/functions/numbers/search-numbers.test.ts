import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useUser(world)

const search = (query: string) => world.api(user.token, 'GET', `/user/phone-numbers/search?${query}`)
const shown = async (query: string): Promise<string[]> =>
  (await search(query)).body.data.map(({ phone_number }: { phone_number: string }) => phone_number)

test('returns numbers on sale with list prices, German by default', async () => {
  const { status, body } = await search('limit=1')
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: [
        {
          phone_number: '+493070000000',
          phone_number_formatted: '+49 30 70000000',
          country_code: 'DE',
          price: 1.15,
          stripe_price_id: '',
          address_requirements: 'none',
          sms_capable: false,
        },
      ],
    },
  })
})

test('says which address a number needs, in words of the family', async () => {
  const needs = async (contains: string) =>
    (await search(`country_code=us&contains=${contains}`)).body.data[0].address_requirements
  expect(await needs('4157000092')).toBe('local')
  expect(await needs('4157000093')).toBe('local')
})

test('goes by area code, type and limit', async () => {
  expect(await shown('country_code=US&area_code=212&limit=2')).toEqual(['+12127000000', '+12127000001'])
  expect(await shown('country_code=US&type=toll_free&limit=1')).toEqual(['+18007000000'])
  expect(await shown('country_code=DE&type=mobile&limit=1')).toEqual(['+4915112345600'])
  expect(await shown('country_code=US&contains=999999')).toEqual([])
})

test('does not show a number that belongs to a user, also of another one', async () => {
  await world.number(await world.user(), { phone_number: '+14157000000' })
  expect(await shown('country_code=US&contains=141570000&limit=2')).toEqual(['+14157000001'])
})

test.each([
  ['country_code=XX', 'country_code', 'The selected country code is invalid.'],
  ['country_code=DEU', 'country_code', 'The selected country code is invalid.'],
  ['country_code=FR', 'country_code', 'The selected country code is invalid.'],
  ['country_code=DK', 'country_code', 'The selected country code is invalid.'],
  ['contains=12a', 'contains', 'The contains field must be 2 to 10 digits.'],
  ['contains=12345678901', 'contains', 'The contains field must be 2 to 10 digits.'],
  ['limit=51', 'limit', 'The limit field must be between 1 and 50.'],
  ['type=shared', 'type', 'The selected type is invalid.'],
])('422 for %s', async (query, field, sentence) => {
  const { status, body } = await search(query)
  expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [sentence] } })
})
