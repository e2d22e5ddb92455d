import { beforeEach, describe, expect, test } from 'vitest'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

let campaign_id: number
let id: number
let contact: number

const world = useWorld()
const user = useUser(world)

beforeEach(async () => {
  campaign_id = await campaignFor(world, user)
  const lead = await leadFor(world, user, campaign_id, '+12025550101', {
    variables: { a: 1, b: 2 },
    secondary_contacts: [{ phone_number: '+12025550102' }],
  })
  id = lead.id
  contact = lead.secondary_contacts[0].id
})

const update = (body: unknown, of = id) => world.api(user.token, 'PUT', `/user/leads/${of}`, body)
const read = async (of = id) => (await world.api(user.token, 'GET', `/user/leads/${of}`)).body
const done = { status: 200, body: { message: 'Lead updated successfully' } }
const answerTo = async (body: unknown, of = id) => {
  const answer = await update(body, of)
  return { status: answer.status, body: answer.body }
}
const refused = (errors: Record<string, string[]>) => ({ status: 422, body: { message: 'Validation failed', errors } })

test('200, and only what was given changes', async () => {
  const before = await read()
  expect(await answerTo({ phone_number: '+1 202 555 0109' })).toEqual(done)
  expect(await read()).toEqual({ ...before, phone_number: '+12025550109', updated_at: expect.any(String) })
})

test('200 for nothing at all', async () => {
  expect(await answerTo({})).toEqual(done)
})

test('variables are merged, and null takes one away', async () => {
  await update({ variables: { b: null, c: { deep: [1] } } })
  expect((await read()).variables).toEqual({ a: 1, c: { deep: [1] } })
})

test('variables that would be too many after the merge are refused', async () => {
  const many = (prefix: string) => Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${prefix}${n}`, n]))
  expect(await answerTo({ variables: many('x') })).toEqual(done)
  expect(await answerTo({ variables: many('y') })).toEqual(refused({ variables: ['Variables must be an array'] }))
})

test('a contact changes under its own id, and nobody else with it', async () => {
  await update({ phone_number: '+12025550108', variables: { mine: true } }, contact)
  const lead = await read()
  expect(lead).toMatchObject({ phone_number: '+12025550101', variables: { a: 1, b: 2 } })
  expect(lead.secondary_contacts).toMatchObject([{ phone_number: '+12025550108', variables: { mine: true } }])
  expect(await read(contact)).toMatchObject({ id: contact, phone_number: '+12025550108', secondary_contacts: [] })
})

test.each(['completed', 'reached-max-retries', 'created'])('the status can be set to %s', async (status) => {
  expect(await answerTo({ status })).toEqual(done)
  expect((await read()).status).toBe(status)
})

test('moves the whole family and frees its numbers', async () => {
  const other = await campaignFor(world, user)
  await update({ campaign_id: other }, contact)
  expect(await read()).toMatchObject({ campaign_id: other, campaign: { id: other } })
  for (const phone_number of ['+12025550101', '+12025550102']) {
    const again = await world.api(user.token, 'POST', '/user/lead', { phone_number, campaign_id })
    const there = await world.api(user.token, 'POST', '/user/lead', { phone_number, campaign_id: other })
    expect([again.status, there.status]).toEqual([200, 422])
  }
})

describe('in this order it is refused', () => {
  test('404 for a lead that is missing or somebody else’s, whatever the body', async () => {
    const stranger = await world.user()
    const foreign = await leadFor(world, stranger, await campaignFor(world, stranger), '+12025550101')
    for (const of of [foreign.id, 12345])
      expect(await answerTo({ unknown: 1, status: 'x' }, of)).toEqual({
        status: 404,
        body: { message: 'Lead not found' },
      })
  })

  test('422 for fields that are not among the four, by name, before their values', async () => {
    expect(await answerTo({ status: 'x', name: 'Ada', id: 4 })).toEqual({
      status: 422,
      body: { message: 'Invalid fields: name, id' },
    })
  })

  test.each([[[]], ['x'], [7]])('422 for a body that is %j', async (body) => {
    expect(await answerTo(body)).toEqual(refused({ body: ['The body field must be an object.'] }))
  })

  test('422 for values that a field cannot hold, all at once', async () => {
    expect(await answerTo({ campaign_id: 0, phone_number: '', status: 'dialling', variables: 'x' })).toEqual(
      refused({
        campaign_id: ['The selected campaign does not exist'],
        phone_number: ['The phone number field is required.'],
        status: ['This status is assigned automatically and cannot be set manually'],
        variables: ['Variables must be an array'],
      }),
    )
  })

  test.each([-3, 1.5, 'abc', {}])('422 for campaign_id %j', async (campaign_id) => {
    expect(await answerTo({ campaign_id })).toEqual(refused({ campaign_id: ['The selected campaign does not exist'] }))
  })

  test('404 for a campaign that is missing or somebody else’s, before the number', async () => {
    const foreign = await campaignFor(world, await world.user())
    for (const campaign_id of [foreign, 12345, '12345', 2 ** 53])
      expect(await answerTo({ campaign_id, phone_number: '555' })).toEqual({
        status: 404,
        body: { message: 'Campaign not found' },
      })
  })

  test('422 for a number that is none', async () => {
    expect(await answerTo({ phone_number: '555' })).toEqual({ status: 422, body: { message: 'Invalid phone number' } })
  })

  test('422 for a number that the campaign has already', async () => {
    const duplicate = refused({ phone_number: ['The phone number has already been added to this campaign.'] })
    expect(await answerTo({ phone_number: '+12025550102' })).toEqual(duplicate)
    const other = await campaignFor(world, user)
    await leadFor(world, user, other, '+12025550102')
    expect(await answerTo({ campaign_id: other })).toEqual(duplicate)
  })
})

test('twenty changes at once are all kept', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `v${n}`)
  const answers = await Promise.all(names.map((name) => update({ variables: { [name]: true } })))
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
  expect(Object.keys((await read()).variables)).toEqual(expect.arrayContaining(names))
})
