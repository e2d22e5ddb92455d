import { beforeEach, describe, expect, test } from 'vitest'
import { assistantFor, campaignFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

let campaign_id: number

const world = useWorld()
const user = useUser(world)

beforeEach(async () => {
  campaign_id = await campaignFor(world, user)
})

const add = (body: object, headers?: Record<string, string>) =>
  world.api(user.token, 'POST', '/user/lead', { phone_number: '+12025550101', campaign_id, ...body }, headers)
const refused = (errors: Record<string, string[]>) => ({ message: 'Validation failed', errors })
const taken = 'The phone number has already been added to this campaign.'

test('200 with the lead, its campaign and its contacts', async () => {
  const { status, body } = await add({
    phone_number: '+1 (202) 555-0101',
    variables: { customer_name: 'Ada', email: 'ada@example.com' },
    secondary_contacts: [
      { phone_number: '0012025550102', variables: { customer_name: 'Bob' } },
      { phone_number: '+12025550103' },
    ],
  })
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const place = { timezone: null, region: null }
  const member = { id: expect.any(Number), status: 'created', ...place, created_at: time, updated_at: time }
  expect(status).toBe(200)
  expect(body).toEqual({
    message: 'Lead created successfully',
    data: {
      ...member,
      campaign_id,
      phone_number: '+12025550101',
      variables: { customer_name: 'Ada', email: 'ada@example.com' },
      campaign: { id: campaign_id, name: 'Spring' },
      secondary_contacts: [
        { ...member, phone_number: '+12025550102', variables: { customer_name: 'Bob' } },
        { ...member, phone_number: '+12025550103', variables: {} },
      ],
    },
  })
})

/**
 * Counts capacity units of writes in this emulator; other emulators count transactions differently.
 */
const unitsOf = async (act: () => Promise<unknown>) => {
  world.consumed.length = 0
  await act()
  return world.consumed
    .filter(({ command }) => /Write|Put|Update|Delete/.test(command))
    .flatMap(({ capacity }) => capacity)
    .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

test('costs six write units without contacts', async () => {
  const small = { pk: 'small', sk: '1' }
  const inIndexes = { ...small, queue_key: 'queue', queue_at: '1', phone_key: 'phone' }
  const six = await unitsOf(() => world.parts.table.write([{ put: inIndexes }, { put: { ...small, sk: '2' } }]))
  const units = await unitsOf(() => add({ variables: { customer_name: 'Ada', email: 'ada@example.com' } }))
  expect(six).toBeGreaterThanOrEqual(6)
  expect(units).toBeGreaterThan(0)
  expect(units).toBeLessThanOrEqual(six)
})

describe('in this order it is refused', () => {
  test('422 for fields that are missing or of the wrong kind, all at once', async () => {
    const { status, body } = await add({
      phone_number: ' ',
      campaign_id: 'x',
      variables: 'x',
      allow_dupplicate: 'true',
      secondary_contacts: [{ variables: {} }, 'x'],
    })
    expect(status).toBe(422)
    expect(body).toEqual(
      refused({
        phone_number: ['The phone number field is required.'],
        campaign_id: ['The campaign id field must be an integer.'],
        variables: ['Variables must be an array'],
        allow_dupplicate: ['The allow dupplicate field must be true or false.'],
        'secondary_contacts.0.phone_number': ['The secondary contacts.0.phone number field is required.'],
        'secondary_contacts.1': ['The secondary contacts.1 field must be an object.'],
      }),
    )
  })

  test('422 for more than ten contacts', async () => {
    const secondary_contacts = Array.from({ length: 11 }, (_, index) => ({ phone_number: `+1202555015${index}` }))
    const { body } = await add({ secondary_contacts })
    expect(body).toEqual(
      refused({ secondary_contacts: ['The secondary contacts field must not have more than 10 items.'] }),
    )
  })

  test('returns 404 for a missing or foreign campaign before the number', async () => {
    const stranger = await world.user()
    for (const campaign_id of [0, -1, 2 ** 53, 12345, await campaignFor(world, stranger)]) {
      const { status, body } = await add({ campaign_id, phone_number: 'nonsense' })
      expect({ status, body }).toEqual({ status: 404, body: { message: 'Campaign not found' } })
    }
  })

  test('422 for a number that is none, before those of contacts', async () => {
    const { status, body } = await add({ phone_number: '555', secondary_contacts: [{ phone_number: '555' }] })
    expect({ status, body }).toEqual({ status: 422, body: { message: 'Invalid phone number' } })
  })

  test('422 at the place of a contact whose number is none', async () => {
    const { status, body } = await add({
      secondary_contacts: [{ phone_number: '+12025550102' }, { phone_number: '555' }],
    })
    const field = 'secondary_contacts.1.phone_number'
    expect(status).toBe(422)
    expect(body).toEqual(
      refused({ [field]: ['The secondary contacts.1.phone number field must be a valid phone number.'] }),
    )
  })
})

describe('a duplicate', () => {
  test('422 when the campaign has the number, as a lead or as a contact', async () => {
    await add({ secondary_contacts: [{ phone_number: '+12025550102' }] })
    for (const phone_number of ['+12025550101', '+12025550102']) {
      const { status, body } = await add({ phone_number })
      expect({ status, body }).toEqual({ status: 422, body: refused({ phone_number: [taken] }) })
    }
  })

  test('422 at the place of the contact whose number the campaign has', async () => {
    await add({})
    const { body } = await add({
      phone_number: '+12025550105',
      secondary_contacts: [{ phone_number: '+12025550106' }, { phone_number: '+12025550101' }],
    })
    expect(body).toEqual(refused({ 'secondary_contacts.1.phone_number': [taken] }))
  })

  test('422 at the later place when one request has a number twice', async () => {
    const { body } = await add({ secondary_contacts: [{ phone_number: '+12025550101' }] })
    expect(body).toEqual(refused({ 'secondary_contacts.0.phone_number': [taken] }))
  })

  test('200 when duplicates are allowed, also inside one request', async () => {
    await add({})
    const { status } = await add({ allow_dupplicate: true, secondary_contacts: [{ phone_number: '+12025550101' }] })
    expect(status).toBe(200)
  })

  test('is still one while any of those that were allowed is there', async () => {
    const first = await add({})
    const second = await add({ allow_dupplicate: 1 })
    await world.api(user.token, 'DELETE', `/user/leads/${first.body.data.id}`)
    expect((await add({})).status).toBe(422)
    await world.api(user.token, 'DELETE', `/user/leads/${second.body.data.id}`)
    expect((await add({})).status).toBe(200)
  })

  test('is none in another campaign', async () => {
    await add({})
    expect((await add({ campaign_id: await campaignFor(world, user) })).status).toBe(200)
  })

  test('of twenty at once, one is added', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({})))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  })
})

test('the same request with its key again is the same lead', async () => {
  const [one, other] = [await add({}, { 'idempotency-key': 'k' }), await add({}, { 'idempotency-key': 'k' })]
  expect(other.text).toBe(one.text)
})

test('a refused family leaves nothing behind', async () => {
  await add({})
  await add({ phone_number: '+12025550107', secondary_contacts: [{ phone_number: '+12025550101' }] })
  expect((await add({ phone_number: '+12025550107' })).status).toBe(200)
})

test('returns 422 when variables make the greeting too long', async () => {
  const assistant_id = await assistantFor(world, user, { initial_message: '{{a}}'.repeat(300) })
  const own = await campaignFor(world, user, { assistant_id })
  const variables = { a: 'x'.repeat(2_000) }
  const sentence = (path: string) => [`The ${path} field makes the initial message longer than 4000 characters.`]
  const contact = { phone_number: '+12025550102', variables }
  const { status, body } = await add({ campaign_id: own, variables, secondary_contacts: [contact] })
  expect(status).toBe(422)
  expect(body.errors.variables).toEqual(sentence('variables'))
  expect(Object.keys(body.errors).toSorted()).toEqual(['secondary_contacts.0.variables', 'variables'])
})
