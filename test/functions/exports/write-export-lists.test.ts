import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { exported, idsIn, oldCalls } from './exporting.ts'

const historyLimits = { tailRows: 5, rowsMin: 1 }
const world = useWorld({ open: ({ open }, parts) => open({ ...parts, historyLimits }, registry) })

test('waits until the list is compacted, and has every row then', async () => {
  const user = await world.user()
  const ids = await oldCalls(world, user, 12)
  const early = await exported(world, user, { what: 'calls', format: 'jsonl' }, 5)
  expect(early.body).toMatchObject({ status: 'writing', rows: 0 })
  await world.run(600)
  const { body } = await world.api(user.token, 'GET', `/user/exports/${early.body.id}`)
  const text = await (await fetch(body.url)).text()
  expect(body).toMatchObject({ status: 'done', rows: 12 })
  expect(idsIn(text)).toEqual(ids)
})

test('finds leads by a number in any spelling', async () => {
  const user = await world.user()
  const campaign_id = await campaignFor(world, user)
  const { id } = await leadFor(world, user, campaign_id, '+12025550101')
  await leadFor(world, user, campaign_id, '+12025550102')
  await world.run(1)
  const filters = { phone_number: '001 202-555-0101' }
  const { text } = await exported(world, user, { what: 'leads', format: 'jsonl', filters })
  expect(idsIn(text)).toEqual([id])
})
