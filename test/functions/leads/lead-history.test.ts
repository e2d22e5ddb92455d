import { describe, expect, test } from 'vitest'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { historyKeys } from '../../../shared/table/keys.ts'
import { must } from '../../../shared/words/must.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

/** Small limits, so that few leads fill pages. */
const historyLimits = { idPageRows: 2, segmentRows: 4, rowsMin: 1, batchRows: 3, overridesPerSegment: 1, tailRows: 20 }
const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  open: ({ open }, parts) => open({ ...parts, historyLimits }, registry),
})
const user = useCaller(world)
const other = useCaller(world)

const { head, override } = historyKeys('lead')
const list = async (owner: TestUser, query = '') => {
  const { status, body } = await world.api(owner.token, 'GET', `/user/leads${query}`)
  return { status, total: body.total, ids: body.data?.map(({ id }: { id: number }) => id) }
}
const countsOf = async (owner: TestUser, campaign: number) =>
  (await world.api(owner.token, 'GET', `/user/campaigns/${campaign}`)).body.leads_count
const headOf = ({ id }: TestUser) => world.parts.table.get<{ sealed_until: number; due_at?: number }>(head(id))
const marksOf = async ({ id }: TestUser) =>
  (await world.parts.table.query<{ sk: string }>({ pk: override(id, 0).pk })).map(({ sk }) => Number(sk))
const fill = async (owner: TestUser, campaign: number, count: number, ending = '0100') => {
  const ids: number[] = []
  while (ids.length < count || !ids.some((id) => id % 16 === 0)) {
    ids.unshift((await leadFor(world, owner, campaign, `+1202555${ending}`)).id)
    await world.run(1)
  }
  return ids
}
const compact = async (owner: TestUser) => {
  await registry.compactionStarter(world.parts).start(owner.id, ['lead'])
  await world.run(180)
}

describe('compacted leads', () => {
  let first: number
  let second: number
  let ids: number[]

  test('are compacted after some were added, and listed as before', async () => {
    const anna = await assistantFor(world, user)
    first = await campaignFor(world, user, { assistant_id: anna, max_calls_in_parallel: 10 })
    second = await campaignFor(world, user, { assistant_id: anna })
    ids = await fill(user, first, 7)
    await world.run(1800)
    expect((await headOf(user))?.sealed_until).toBeGreaterThan(must(ids[0], 'newest lead'))
    expect(await list(user)).toMatchObject({ total: ids.length, ids: ids.slice(0, 15) })
    expect(await list(user, '?per_page=2&page=2')).toMatchObject({ total: ids.length, ids: ids.slice(2, 4) })
    expect(await countsOf(user, first)).toMatchObject({ total: ids.length, created: ids.length })
  })

  test('have an override when changed, moved or deleted, not when called', async () => {
    const [done, moved, gone] = ids
    await world.api(user.token, 'PUT', `/user/leads/${done}`, { status: 'completed' })
    await world.api(user.token, 'PUT', `/user/leads/${moved}`, { campaign_id: second })
    await world.api(user.token, 'PUT', `/user/leads/${moved}`, { variables: { name: 'Bo' } })
    await world.api(user.token, 'DELETE', `/user/leads/${gone}`)
    expect((await marksOf(user)).toSorted()).toEqual([done, moved, gone].toSorted())
    const check = async () => {
      expect(await list(user, '?status=completed')).toMatchObject({ total: 1, ids: [done] })
      expect(await list(user, `?campaign_id=${second}`)).toMatchObject({ total: 1, ids: [moved] })
      expect((await list(user)).total).toBe(ids.length - 1)
      expect(await countsOf(user, first)).toMatchObject({ total: ids.length - 2, completed: 1 })
    }
    await check()
    await compact(user)
    expect(await marksOf(user)).toEqual([])
    await check()
  })

  test('are counted by what became of their calls', async () => {
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id: first, action: 'start' })
    await world.run(900)
    const total = ids.length - 2
    expect(await countsOf(user, first)).toMatchObject({ total, created: 0, completed: total })
    expect((await list(user, '?status=completed')).total).toBe(total)
    await compact(user)
    expect(await countsOf(user, first)).toMatchObject({ total, completed: total })
  })

  test('that came late are looked at', async () => {
    const id = must(ids.at(-1), 'oldest lead') - 50_000
    const phone_number = '+12025550133'
    const late = newLead({ id, user_id: user.id, campaign_id: second, phone_number, contacts: [] })
    await registry.leads(world.parts).createMany([late], true)
    expect(await marksOf(user)).toContain(id)
    expect(await list(user, `?campaign_id=${second}`)).toMatchObject({ total: 2, ids: [ids[1], id] })
    expect(await countsOf(user, second)).toMatchObject({ total: 2 })
    const preview = await world.api(user.token, 'GET', `/user/campaigns/${second}/preview`)
    expect(preview.body).toMatchObject({ leads: 2, exact: true })
    const changed = await world.api(user.token, 'PUT', `/user/campaigns/${second}`, { name: 'Late' })
    expect(changed.body.data.leads_count).toMatchObject({ total: 2 })
  })

  test('of a deleted campaign leave lists at once, and segments later', async () => {
    await compact(user)
    await world.api(user.token, 'DELETE', `/user/campaigns/${first}`)
    expect(await list(user)).toMatchObject({ total: 2 })
    await world.run(180)
    expect(await marksOf(user)).toEqual([])
    expect(await list(user)).toMatchObject({ total: 2 })
    const [kept] = (await list(user)).ids
    await world.api(user.token, 'PUT', `/user/leads/${kept}`, { status: 'completed' })
    await compact(user)
    expect(await list(user)).toMatchObject({ total: 2 })
  })
})

test('returns 503 while too many leads wait, with exact counts', async () => {
  const campaign = await campaignFor(world, other)
  const ids = await fill(other, campaign, 21)
  await world.api(other.token, 'PUT', `/user/leads/${ids[0]}`, { status: 'completed' })
  const total = ids.length
  const refusedBy = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    await world.parts.table.write([{ delete: head(other.id) }])
    const answer = await world.api(other.token, method, path, body)
    expect((await headOf(other))?.due_at).toBeDefined()
    return answer
  }
  const refused = await refusedBy('GET', '/user/leads')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  const leads_count = { total, created: total - 1, completed: 1 }
  expect((await refusedBy('GET', `/user/campaigns/${campaign}`)).body).toMatchObject({ leads_count })
  expect((await refusedBy('GET', `/user/campaigns/${campaign}/preview`)).body).toMatchObject({ leads: total })
  const updated = await refusedBy('PUT', `/user/campaigns/${campaign}`, { name: 'Long' })
  expect(updated.body.data).toMatchObject({ leads_count })
  await world.run(1800)
  expect(await list(other)).toMatchObject({ status: 200, total })
})
