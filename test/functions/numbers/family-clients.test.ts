import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { assistantFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import type { ApiReply, TestUser } from '../../world.ts'
import { monthPrice } from './buyer.ts'

const world = useWorld()

/**
 * Requests that two public clients send: bekservice/Famulor-MCP @12c85e4 and
 * bekservice/Famulor-Skill @475d90c.
 */
interface Sent {
  method: string
  path: string
  body?: object
}

/** Famulor-MCP and Famulor-Skill send these headers even without a body. */
const send = (user: TestUser, { method, path, body }: Sent): Promise<ApiReply> => {
  expect(world.url).toMatch(/\/api$/)
  return world.request(method, path, {
    headers: {
      Authorization: `Bearer ${user.token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'User-Agent': 'python-requests/2.32.3',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The client Famulor-MCP puts an array into `result`, then checks it against its tool's schema. */
const structured = (body: unknown) => (Array.isArray(body) ? { result: body } : body)
const listed = z.looseObject({ result: z.array(z.looseObject({})) })
const wrapped = z.looseObject({ data: z.array(z.looseObject({})) })
const acted = z.looseObject({
  message: z.string().optional(),
  data: z.union([z.looseObject({}), z.array(z.unknown()), z.null()]).optional(),
})

/** Fields of an error that the client Famulor-Skill prints. */
const refused = z.looseObject({ message: z.string(), errors: z.record(z.string(), z.array(z.string())).default({}) })

const open = async () => {
  const user = await world.user()
  const top_up = { user_id: user.id, type: 'top_up' as const, amount: 5 * monthPrice, description: 'Top-up' }
  await world.services.ledger.move(top_up)
  return user
}

const numbers = '/user/phone-numbers'
const purchase = (phone_number: string): Sent => ({
  method: 'POST',
  path: `${numbers}/purchase`,
  body: { phone_number },
})

describe.each([
  ['MCP server', `${numbers}/all`],
  ['Python skill', `${numbers}/all`],
  ['older Python skill', numbers],
])('the %s of the family', (client, list) => {
  let user: TestUser
  let id: number
  let phone_number: string
  beforeAll(async () => {
    user = await open()
  })

  test('searches numbers', async () => {
    const { status, body } = await send(user, {
      method: 'GET',
      path: `${numbers}/search?country_code=US&contains=4157000`,
    })
    expect(status).toBe(200)
    const { data } = wrapped.parse(structured(body))
    const onSale = z.looseObject({
      phone_number: z.e164(),
      phone_number_formatted: z.string(),
      country_code: z.literal('US'),
      price: z.number(),
      stripe_price_id: z.string(),
      address_requirements: z.enum(['none', 'local', 'foreign', 'inventory']),
      sms_capable: z.boolean(),
    })
    const found = z.array(onSale).min(1).parse(data)
    phone_number = found.find(({ address_requirements }) => address_requirements === 'none')?.phone_number ?? ''
  })

  test('buys one of them', async () => {
    const { status, body } = await send(user, purchase(phone_number))
    const { data } = acted.parse(structured(body))
    expect({ status, data }).toEqual({
      status: 201,
      data: { id: expect.any(Number), phone_number, country_code: 'US', type: 'normal', sms_capable: true },
    })
    id = body.data.id
  })

  test('lists it', async () => {
    const { status, body } = await send(user, { method: 'GET', path: list })
    expect(status).toBe(200)
    const rows = list === numbers ? listed.parse(structured(body)).result : wrapped.parse(structured(body)).data
    expect(rows).toMatchObject([{ id, phone_number, nickname: null, type: 'normal', has_active_subscription: true }])
    const attachable = await send(user, { method: 'GET', path: '/user/assistants/phone-numbers' })
    expect(listed.parse(structured(attachable.body)).result).toMatchObject([{ id, phone_number }])
  })

  test('names it, and removes the name', async () => {
    for (const nickname of ['Sales', null]) {
      const { status, body } = await send(user, { method: 'PUT', path: `${numbers}/${id}`, body: { nickname } })
      expect({ status, data: body.data }).toMatchObject({ status: 200, data: { id, phone_number, nickname } })
      expect(acted.parse(body).message).toBe('Phone number updated successfully.')
    }
  })

  test('makes a campaign that calls from it, starts and stops it', async () => {
    const assistant_id = await assistantFor(world, user)
    const body = { name: 'Autumn', assistant_id, phone_number_ids: [id], max_calls_in_parallel: 3 }
    const created = await send(user, { method: 'POST', path: '/user/campaigns', body })
    expect(created.status).toBe(201)
    const campaign_id = z.looseObject({ data: z.looseObject({ id: z.int() }) }).parse(acted.parse(created.body)).data.id
    await leadFor(world, user, campaign_id, '+12025550101')
    for (const action of ['start', 'stop']) {
      const change = client === 'MCP server' ? { campaign_id, action } : { campaign_id, status: action }
      const changed = await send(user, { method: 'POST', path: '/user/campaigns/update-status', body: change })
      expect({ status: changed.status, body: changed.body }).toMatchObject({ status: 200, body: { success: true } })
    }
    const shown = await send(user, { method: 'GET', path: '/user/campaigns' })
    expect(listed.parse(structured(shown.body)).result).toMatchObject([{ id: campaign_id }])
    const deleted = await send(user, { method: 'DELETE', path: `/user/campaign/${campaign_id}` })
    expect({ status: deleted.status, ...acted.parse(deleted.body) }).toMatchObject({
      status: 200,
      message: 'Campaign deleted successfully',
    })
  })

  test('releases it', async () => {
    const { status, body } = await send(user, { method: 'DELETE', path: `${numbers}/${id}` })
    expect({ status, message: acted.parse(structured(body)).message }).toEqual({
      status: 200,
      message: 'Phone number released successfully. It will be removed at the end of the billing period.',
    })
  })

  test('reads the sentence of a refusal under both of its keys', async () => {
    const texts: [Sent, number, string][] = [
      [{ method: 'DELETE', path: `${numbers}/${id}` }, 400, 'Phone number is already scheduled for release.'],
      [{ method: 'DELETE', path: `${numbers}/1` }, 404, 'Phone number not found.'],
      [{ method: 'PUT', path: `${numbers}/1`, body: { nickname: null } }, 404, 'Phone number not found.'],
      [purchase(phone_number), 400, 'This phone number is already in use.'],
      [
        purchase('+33970000000'),
        400,
        'This phone number is not available for purchase. Please search for available numbers first.',
      ],
      [purchase('030'), 422, 'Unable to parse phone number. Please provide a valid E.164 format number.'],
    ]
    for (const [sent, expected, sentence] of texts) {
      const { status, body } = await send(user, sent)
      expect({ status, message: refused.parse(body).message, error: body.error }).toEqual({
        status: expected,
        message: sentence,
        error: sentence,
      })
    }
    const long = await send(user, { method: 'PUT', path: `${numbers}/${id}`, body: { nickname: 'n'.repeat(51) } })
    const sentence = 'The nickname must not exceed 50 characters.'
    expect({ status: long.status, ...refused.parse(long.body) }).toMatchObject({
      status: 422,
      message: sentence,
      errors: { nickname: [sentence] },
    })
  })
})

test('searches German numbers when the MCP server sends neither country nor digits', async () => {
  const { status, body } = await send(await open(), { method: 'GET', path: `${numbers}/search` })
  expect(status).toBe(200)
  expect(wrapped.parse(structured(body)).data[0]).toMatchObject({ country_code: 'DE' })
})
