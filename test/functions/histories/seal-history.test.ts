import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { historyKeys } from '../../../shared/table/keys.ts'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

/** Small limits, so that few calls fill pages. */
const historyLimits = { idPageRows: 2, segmentRows: 4, rowsMin: 1, batchRows: 3, overridesPerSegment: 1, tailRows: 8 }
const world = useWorld({
  environment: { CARRIER_CALLS_PER_SECOND: '100' },
  open: ({ open }, parts) => open({ ...parts, historyLimits }, registry),
})
const user = useCaller(world)
const other = useCaller(world)

const call = async (owner: TestUser, assistant_id: number, ending: string): Promise<number> => {
  const { body } = await world.api(owner.token, 'POST', '/user/make_call', {
    phone_number: `+1202555${ending}`,
    assistant_id,
  })
  return body.data.id
}
const list = async (owner: TestUser, query = '') => {
  const { status, body, headers } = await world.api(owner.token, 'GET', `/user/calls${query}`)
  return { status, headers, total: body.total, ids: body.data?.map(({ id }: { id: number }) => id) }
}
const headOf = ({ id }: TestUser) =>
  world.parts.table.get<{ sealed_until?: number; due_at?: number; volumes?: string }>(historyKeys('call').head(id))
const wake = ({ id }: TestUser) => registry.compactionStarter(world.parts).start(id, ['call'])
const compactedIds = async (owner: TestUser) => JSON.parse((await headOf(owner))?.volumes ?? '[]').length

describe('a history', () => {
  const ids: number[] = []

  test('is compacted within minutes in a new stage', async () => {
    const anna = await assistantFor(world, user)
    for (const ending of ['0101', '0102', '0100', '0101', '0100', '0103', '0101']) {
      ids.unshift(await call(user, anna, ending))
      await world.run(1)
    }
    expect(await list(user)).toMatchObject({ total: 7, ids })
    await wake(user)
    await world.run(240)
  })

  test('lists the same once it is compacted, part by part', async () => {
    expect(await compactedIds(user)).toBeGreaterThan(1)
    expect(await list(user)).toMatchObject({ total: 7, ids })
    expect(await list(user, '?status=busy')).toMatchObject({ total: 3, ids: [ids[0], ids[3], ids[6]] })
    expect(await list(user, '?status=busy&per_page=2&page=2')).toMatchObject({ total: 3, ids: [ids[6]] })
    expect(await list(user, '?phone_number=%2B12025550100')).toMatchObject({ total: 2, ids: [ids[2], ids[4]] })
  })

  test('loses a call that is deleted at once, and is compacted without it', async () => {
    await world.api(user.token, 'DELETE', `/user/calls/${ids[3]}`)
    const left = ids.filter((_, index) => index !== 3)
    expect(await list(user)).toMatchObject({ total: 6, ids: left })
    expect(await list(user, '?status=busy')).toMatchObject({ total: 2, ids: [ids[0], ids[6]] })
    expect(await list(user, '?phone_number=%2B12025550101')).toMatchObject({ total: 2, ids: [ids[0], ids[6]] })
    await wake(user)
    await world.run(240)
    expect(await world.parts.table.query(historyKeys('call').override(user.id, 0))).toEqual([])
    expect(await list(user)).toMatchObject({ total: 6, ids: left })
  })
})

describe('503', () => {
  test('while too many records wait, and starts the compactor', async () => {
    const anna = await assistantFor(world, other)
    const ids: number[] = []
    for (let made = 0; made < 9; made++) {
      ids.unshift(await call(other, anna, '0101'))
      await world.run(1)
    }
    const refused = await list(other)
    expect(refused).toMatchObject({ status: 503 })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await headOf(other))?.due_at).toBeDefined()
    for (let minute = 0; minute < 4 && (await list(other)).status === 503; minute++) await world.run(60)
    expect(await list(other)).toMatchObject({ status: 200, total: 9, ids })
  })
})
