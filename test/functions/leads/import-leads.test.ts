import { beforeEach, expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

let campaign_id: number

const world = useWorld()
const user = useUser(world)

beforeEach(async () => {
  campaign_id = await campaignFor(world, user)
})

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ phone_number: `+1202${5550000 + index}` }))
const importLeads = (leads: unknown, body: object = {}, headers?: Record<string, string>) =>
  world.api(user.token, 'POST', '/user/leads/import', { campaign_id, leads, ...body }, headers)
const listed = async (query = '') => {
  const { body } = await world.api(user.token, 'GET', `/user/leads?campaign_id=${campaign_id}${query}`)
  return body
}
const taken = 'The phone number has already been added to this campaign.'

test('imports 1,000 leads with one request and lists them at once', async () => {
  const { status, body } = await importLeads(numbers(1000))
  expect(status).toBe(200)
  expect(body).toMatchObject({ message: 'Leads imported successfully', imported: 1000, rejected: [] })
  expect(new Set(body.ids).size).toBe(1000)
  expect((await listed()).total).toBe(1000)
})

test('imports good leads and names the errors of the others by index', async () => {
  const first = { phone_number: '+12025550101', variables: { name: 'Ada' }, timezone: 'America/Denver' }
  const family = { phone_number: '+12025550103', secondary_contacts: [{ phone_number: '+12025550104' }] }
  const { body } = await importLeads([
    first,
    { phone_number: 'none' },
    'no object',
    { variables: {} },
    first,
    { ...family, secondary_contacts: [{ phone_number: '12' }] },
    family,
    { phone_number: '+12025550105', timezone: 'Mars' },
  ])
  expect(body).toEqual({
    message: 'Leads imported successfully',
    imported: 2,
    rejected: [
      { index: 1, errors: { phone_number: [expect.stringContaining('phone number')] } },
      { index: 2, errors: { body: ['The body field must be an object.'] } },
      { index: 3, errors: { phone_number: ['The phone number field is required.'] } },
      { index: 4, errors: { phone_number: [taken] } },
      { index: 5, errors: { 'secondary_contacts.0.phone_number': [expect.stringContaining('phone number')] } },
      { index: 7, errors: { timezone: ['The timezone field must be a valid timezone.'] } },
    ],
    ids: [expect.any(Number), expect.any(Number)],
  })
  const one = await world.api(user.token, 'GET', `/user/leads/${body.ids[0]}`)
  expect(one.body).toMatchObject({ ...first, campaign_id })
})

test('answers the same errors as creating the leads one by one', async () => {
  const drafts = [
    { phone_number: '' },
    { phone_number: '+12025550101', variables: 'Ada' },
    { phone_number: '+12025550102', consent: { kind: 'none' } },
    { phone_number: '+12025550103', consent: { kind: 'express', given_at: '2999-01-01' } },
    { phone_number: '+12025550104', secondary_contacts: [{ phone_number: '+12025550104' }] },
    { phone_number: '+12025550105', region: 'Mars' },
  ]
  const { body } = await importLeads(drafts)
  const alone = await Promise.all(
    drafts.map((draft) => world.api(user.token, 'POST', '/user/lead', { campaign_id, ...draft })),
  )
  expect(alone.map(({ status }) => status)).toEqual(drafts.map(() => 422))
  expect(body.rejected).toEqual(alone.map(({ body: { errors } }, index) => ({ index, errors })))
})

test('rejects variables that make a text of the assistant too long', async () => {
  const assistant_id = await assistantFor(world, user, { initial_message: '{{name}}'.repeat(20) })
  campaign_id = await campaignFor(world, user, { assistant_id })
  const { body } = await importLeads([
    { phone_number: '+12025550101', variables: { name: 'x'.repeat(5000) } },
    { phone_number: '+12025550102', variables: { name: 'Ada' } },
  ])
  expect(body.imported).toBe(1)
  expect(body.rejected).toEqual([{ index: 0, errors: { variables: [expect.stringContaining('longer than')] } }])
})

test('imports a number again when duplicates are allowed', async () => {
  await importLeads([{ phone_number: '+12025550101' }])
  const { body } = await importLeads([{ phone_number: '+12025550101' }], { allow_dupplicate: true })
  expect(body).toMatchObject({ imported: 1, rejected: [] })
})

test('a repeated request after a crash imports no lead twice', async () => {
  const leads = [{ phone_number: '+12025550101', consent: { kind: 'express' } }, { phone_number: '+12025550102' }]
  const first = await importLeads(leads, {}, { 'idempotency-key': 'one' })
  const again = await importLeads(leads, {}, { 'idempotency-key': 'one' })
  expect(again.body).toEqual(first.body)
  expect((await listed()).total).toBe(2)
})

test('records the consents that leads bring', async () => {
  await importLeads([{ phone_number: '+12025550177', consent: { kind: 'express' } }])
  const { body } = await world.api(user.token, 'GET', '/user/consents?phone_number=%2B12025550177')
  expect(body.data).toMatchObject([{ kind: 'express', status: 'granted' }])
})

test('422 for no campaign, no list, and more than 1,000 leads', async () => {
  expect((await importLeads(undefined, { campaign_id: undefined })).body.errors).toEqual({
    campaign_id: ['The campaign id field is required.'],
    leads: ['The leads field is required.'],
  })
  expect((await importLeads(numbers(1001))).body.errors).toEqual({
    leads: ['The leads field must not have more than 1000 items.'],
  })
})

test('404 for a campaign of another user', async () => {
  const other = await world.user()
  const foreign = await campaignFor(world, other)
  expect((await importLeads(numbers(1), { campaign_id: foreign })).status).toBe(404)
})

test('calls the leads of an import into a running campaign at once', async () => {
  const caller = await world.user()
  await world.number(caller)
  const own = await campaignFor(world, caller, { assistant_id: await assistantFor(world, caller) })
  await leadFor(world, caller, own, '+12025550105')
  const start = { campaign_id: own, action: 'start' }
  await world.api(caller.token, 'POST', '/user/campaigns/update-status', start)
  await world.run(5)
  const body = { campaign_id: own, leads: numbers(1) }
  await world.api(caller.token, 'POST', '/user/leads/import', body)
  await world.run(5)
  expect((await world.api(caller.token, 'GET', '/user/calls')).body.total).toBe(2)
})

test('records the consent of a person who opted out and was erased since', async () => {
  const phone_number = '+12025550178'
  await world.api(user.token, 'POST', '/user/blacklist', { phone_number, reason: 'By letter' })
  await world.api(user.token, 'POST', '/user/people/erasures', { phone_number })
  await world.run(20)
  const { body } = await importLeads([{ phone_number, consent: { kind: 'express' } }])
  expect(body.imported).toBe(1)
  const query = encodeURIComponent(phone_number)
  expect((await world.api(user.token, 'GET', `/user/consents?phone_number=${query}`)).body.total).toBe(1)
})
