import { expect, test } from 'vitest'
import { leadHistory } from '../../../shared/data/leads/lead-history.ts'
import { compactionStarter } from '../../../shared/lists/compaction-starter.ts'
import { heads } from '../../../shared/lists/store/head.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { idAt } from '../../../shared/words/id.ts'
import { campaignFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { openSender } from '../sms/sender.ts'

const world = useWorld()
const user = useUser(world)

const unitsOf = async (token: string, path: string) => {
  await world.settled()
  const before = world.consumed.length
  const answer = await world.api(token, 'GET', path)
  const units = world.consumed
    .slice(before)
    .filter(({ command }) => /Get|Query/.test(command))
    .flatMap(({ capacity }) => capacity)
    .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
  return { status: answer.status, total: answer.body.total, units }
}

test('compacts the leads of a flood of requests in a new stage', async () => {
  const campaign_id = await campaignFor(world, user)
  const count = 800
  for (let made = 0; made < count; made++) {
    const phone_number = `+1202${5_550_000 + made}`
    await world.api(user.token, 'POST', '/user/lead', { campaign_id, phone_number })
    if (made % 50 === 0) await world.run(1)
  }
  expect(await unitsOf(user.token, '/user/leads')).toMatchObject({ status: 200, total: count })
  expect((await unitsOf(user.token, '/user/leads')).units).toBeLessThan(40)
  expect((await heads(world.parts.table, leadHistory).read(user.id)).sealed_until).toBeGreaterThan(0)
})

test('lists 1,500 texts of the last minute for a third of their read units', async () => {
  const { user: sender, number } = await openSender(world)
  const texts = registry.sms(world.parts)
  const { nudge } = registry.sealHistoryQueue(world.parts)
  const sending = compactionStarter({ ...world.parts, nudge })
  const text = { user_id: sender.id, phone_number_id: number.id, from: number.phone_number, to: '+12025550101' }
  const price = { segments: 1, segment_price: 1, total_cost: 1 }
  for (let sent = 0; sent < 1_500; sent++) {
    const now = world.clock.now()
    const id = idAt(now, (sent * 0.6180339887) % 1)
    const times = { asked_at: now, updated_at: now, revision: 0 }
    await texts.record({
      ...text,
      ...price,
      ...times,
      id,
      body: 'Your table is booked.',
      status: 'delivered',
      money: 'captured',
    })
    await sending.start(sender.id, ['sms'], id)
    if (sent % 25 === 0) await world.run(1)
  }
  await world.run(12)
  const listed = await unitsOf(sender.token, '/user/sms')
  expect(listed).toMatchObject({ status: 200, total: 1_500 })
  expect(listed.units).toBeLessThan(36)
})
