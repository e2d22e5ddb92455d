import { expect, test } from 'vitest'
import { openJobsMax } from '../../../shared/domain/account/job-limits.ts'
import { campaignFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { fileOwner, phones } from './file-owner.ts'

const world = useWorld()

test('201 with a form that takes a file of exactly the announced size', async () => {
  const owner = await fileOwner(world, await world.user())
  const { status, body } = await owner.begin('phone_number\n+12025550100\n')
  expect([status, body.message, body.data]).toEqual([
    201,
    'Leads will be imported',
    expect.objectContaining({ status: 'waiting', rows: 0, imported: 0, rejected: 0, name: 'leads.csv' }),
  ])
  expect(await owner.upload(body.upload, Buffer.from('another size'))).toBe(400)
})

test('404 for the campaign of another user', async () => {
  const owner = await fileOwner(world, await world.user())
  const campaign_id = await campaignFor(world, await world.user())
  const { status, body } = await owner.begin('phone_number\n', { campaign_id })
  expect([status, body.message]).toEqual([404, 'Campaign not found'])
})

test('422 for a file of more than 100 MB, and for what is missing', async () => {
  const owner = await fileOwner(world, await world.user())
  expect((await owner.begin('', { size: 100 * 1024 * 1024 })).status).toBe(201)
  const { status, body } = await owner.begin('', { size: 100 * 1024 * 1024 + 1, name: undefined })
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['name', 'size']])
})

test('429 beyond the imports that may be open, until one of them is over', async () => {
  const owner = await fileOwner(world, await world.user())
  const file = `phone_number\n${phones(2).join('\n')}`
  const begun = []
  for (let count = 0; count < openJobsMax.lead_imports; count++) begun.push(await owner.begin(file))
  expect((await owner.begin(file)).status).toBe(429)
  await owner.upload(begun[0]?.body.upload, Buffer.from(file))
  await world.run(90)
  expect((await owner.begin(file)).status).toBe(201)
})

test('a request that is sent again with its key makes one import', async () => {
  const user = await world.user()
  const { campaign_id, api } = await fileOwner(world, user)
  const draft = { campaign_id, name: 'leads.csv', size: 10 }
  const send = () => world.api(user.token, 'POST', '/user/lead-imports', draft, { 'idempotency-key': 'one' })
  expect((await send()).body).toEqual((await send()).body)
  expect((await api('GET', '/user/lead-imports')).body.total).toBe(1)
})
