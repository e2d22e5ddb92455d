import { beforeEach, expect, test } from 'vitest'
import type { Call } from '../../../shared/domain/calls/call.ts'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { callDetailKey, callKey, type StoredKey } from '../../../shared/table/keys.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { endCall } from './ended-call.ts'

const world = useWorld()
let user: TestUser

beforeEach(async () => {
  user = await world.user()
})

const ask = (query: string) => world.api(user.token, 'GET', `/user/analytics?${query}`)
const totalOf = async (metric: string) => (await ask(`metric=${metric}`)).body.total
const valuesOf = async (query: string) =>
  (await ask(query)).body.data
    .filter(({ value }: { value: number | null }) => value)
    .map(({ key, value }: { key: string; value: number }) => [key, value])

const call = async (ended: Parameters<typeof endCall>[2] = {}) => {
  const ref = await endCall(world, user, ended)
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(60)
  return ref
}
const fold = () => registry.sealHistoryQueue(world.parts).nudge({ user_id: user.id, noun: 'call' })

test('groups by day and hour of the time zone, and fills days without calls', async () => {
  await call()
  const { body } = await ask(
    'metric=calls&group_by=day&timezone=Asia/Kathmandu&date_from=2026-11-24&date_to=2026-11-26',
  )
  expect(body).toEqual({
    metric: 'calls',
    group_by: 'day',
    timezone: 'Asia/Kathmandu',
    date_from: '2026-11-24',
    date_to: '2026-11-26',
    total: 1,
    data: [
      { key: '2026-11-24', value: 0 },
      { key: '2026-11-25', value: 1 },
      { key: '2026-11-26', value: 0 },
    ],
  })
  expect(await valuesOf('group_by=hour_of_day&timezone=Asia/Kathmandu')).toEqual([['15', 1]])
  expect(await valuesOf('group_by=hour_of_day')).toEqual([['10', 1]])
})

test('counts calls, their minutes and their costs, before and after they are in pages', async () => {
  await call()
  await call({ answered_by: 'machine' })
  const figures = async () =>
    Promise.all(['calls', 'reached', 'reach_rate', 'minutes', 'average_duration', 'cost'].map(totalOf))
  expect(await figures()).toEqual([2, 1, 0.5, 0.67, 20, 0.128])
  await world.run(30 * 60)
  await fold()
  await world.run(5)
  expect(await figures()).toEqual([2, 1, 0.5, 0.67, 20, 0.128])
})

test('groups by traits, with the filters of the list of calls', async () => {
  const { call_id } = await call()
  await call({ report: { ended_by: 'assistant' } })
  const { assistant_id } = (await world.api(user.token, 'GET', `/user/calls/${call_id}`)).body
  expect(await valuesOf('group_by=country')).toEqual([['US', 2]])
  expect(await valuesOf('group_by=ended_reason')).toEqual([
    ['assistant_hung_up', 1],
    ['customer_hung_up', 1],
  ])
  expect(await valuesOf(`group_by=ended_reason&assistant_id=${assistant_id}`)).toEqual([['customer_hung_up', 1]])
  expect(await valuesOf(`group_by=campaign&assistant_id=${assistant_id}&status=ended`)).toEqual([])
})

test('does not count a deleted call, in a page or not', async () => {
  const ref = await call()
  await call()
  await world.run(30 * 60)
  await fold()
  await world.run(5)
  expect((await world.api(user.token, 'DELETE', `/user/calls/${ref.call_id}`)).status).toBe(200)
  expect(await totalOf('calls')).toBe(1)
  await fold()
  await world.run(5)
  expect(await totalOf('calls')).toBe(1)
})

const storedCall = ({ user_id, call_id }: CallRef) =>
  Promise.all([
    world.parts.table.get<Call & StoredKey>(callKey(user_id, call_id)),
    world.parts.table.get(callDetailKey(user_id, call_id)),
  ])

test('counts what an evaluation finds that comes after the call is in a page', async () => {
  const { table, clock } = world.parts
  await fold()
  const ref = await call()
  const [known, detail] = await storedCall(ref)
  const id = firstIdAt(clock.now() - 40 * 60_000) + 5
  const { evaluated: _, ...charged } = must(known, 'call')
  await table.write([
    { put: { ...charged, ...callKey(user.id, id), id } },
    { put: { ...detail, ...callDetailKey(user.id, id), extracted_variables: JSON.stringify({ status: true }) } },
  ])
  await fold()
  await world.run(5)
  expect(await totalOf('goals')).toBe(0)
  await registry.evaluateCallQueue(world.parts).nudge({ user_id: user.id, call_id: id })
  await world.run(5)
  expect(await totalOf('goals')).toBe(1)
})

test('counts recent calls from a page, also after an evaluation or deletion', async () => {
  const { table, clock } = world.parts
  await fold()
  const ref = await call()
  const [known, detail] = await storedCall(ref)
  const { evaluated, ...charged } = must(known, 'call')
  const first = firstIdAt(clock.now() - 5 * 60_000)
  const ids = Array.from({ length: 70 }, (_, index) => first + index)
  const [late, deleted] = [first + 1, first + 2]
  await table.putMany(
    ids.flatMap((id) => [
      { ...charged, ...callKey(user.id, id), id, ...(id !== late && { evaluated }) },
      { ...detail, ...callDetailKey(user.id, id), extracted_variables: JSON.stringify({ status: true }) },
    ]),
  )
  await fold()
  await world.run(5)
  expect(await totalOf('calls')).toBe(71)
  expect(await totalOf('goals')).toBe(0)
  await registry.evaluateCallQueue(world.parts).nudge({ user_id: user.id, call_id: late })
  expect((await world.api(user.token, 'DELETE', `/user/calls/${deleted}`)).status).toBe(200)
  await world.run(5)
  expect(await totalOf('calls')).toBe(70)
  expect(await totalOf('goals')).toBe(1)
  await fold()
  await world.run(5)
  expect(await totalOf('calls')).toBe(70)
  expect(await totalOf('goals')).toBe(1)
})

test('422 for what is not answered rather than a wrong answer', async () => {
  const errorsOf = async (query: string) => {
    const { status, body } = await ask(query)
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await errorsOf('phone_number=%2B12025550100')).toEqual([422, ['phone_number']])
  expect(await errorsOf('group_by=version')).toEqual([422, ['assistant_id']])
  expect(await errorsOf('date_from=2025-01-01&date_to=2026-01-02')).toEqual([422, ['date_to']])
  expect(await errorsOf('metric=luck')).toEqual([422, ['metric']])
})
