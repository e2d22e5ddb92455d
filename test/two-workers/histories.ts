import { describe, expect, test } from 'vitest'
import { callHistory } from '../../shared/data/calls/call-history.ts'
import { type CallFilter, callPages } from '../../shared/data/calls/call-pages.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import { evidence } from '../../shared/data/evidence/evidence.ts'
import { leads } from '../../shared/data/leads/leads.ts'
import { people } from '../../shared/data/people/people.ts'
import { personWorks } from '../../shared/data/people/person-works.ts'
import { sms, smsHistory } from '../../shared/data/sms/sms.ts'
import { personOf } from '../../shared/domain/people/mentions.ts'
import { newPersonWork } from '../../shared/domain/people/person-work.ts'
import { historyCompactor } from '../../shared/lists/store/compactor.ts'
import { historyOverrides } from '../../shared/lists/store/overrides.ts'
import { callKey, historyKeys, leadKey, smsKey } from '../../shared/table/keys.ts'
import type { Table, Write } from '../../shared/table/table.ts'
import { idAt } from '../../shared/words/id.ts'
import { campaignFor, leadFor, ringingCall } from '../fixtures.ts'
import { meet, orders, overtaken, type Worker, worker, world } from './meet.ts'
import { messageOf } from './records.ts'

test('keeps both blocks of evidence when two workers link the same chain', async () => {
  const user = await world.user()
  const { parts } = world
  const fast = evidence(parts)
  for (const call_id of [1, 2])
    await fast.record(user.id, {
      ...{ chain: 0, decision: 'refused', reasons: ['x'] },
      ...{ call_id, phone_number: '+12025550100' },
    })
  const [first = '', second = ''] = await fast.unlinked(user.id)
  const noHead = async () => undefined
  const slow = evidence({ ...parts, table: overtaken(parts.table, () => fast.link(user.id, [first], noHead)) })
  await slow.link(user.id, [second], noHead)
  const links = (await fast.blocks(user.id)).flatMap((block) => block.links.map(({ key }) => key))
  expect(links.toSorted()).toEqual([first, second].toSorted())
})
test('skips a lead whose person is called meanwhile', async () => {
  const user = await world.user()
  const campaign_id = await campaignFor(world, user)
  const phone_number = '+12025550101'
  const { id } = await leadFor(world, user, campaign_id, phone_number)
  const { parts } = world
  const dial = (call_id: number | undefined) => leads(parts).change(user.id, id, (lead) => ({ ...lead, call_id }))
  const eraseWith = (table: Table) =>
    people({ ...parts, table }).erase(
      { user_id: user.id, noun: 'lead', key: leadKey(user.id, id).sk },
      personOf(phone_number),
      {
        ...{ now: world.clock.now(), walked_at: undefined },
      },
    )
  expect(await eraseWith(overtaken(parts.table, () => dial(5)))).toBe('later')
  expect(await eraseWith(parts.table)).toBe('left')
  await dial(undefined)
  expect(await eraseWith(parts.table)).toBe('erased')
})
const runMs = 60_000
/** Returns a compactor without minimum age or number of records, so that it compacts all. */
const compactor = (now: number, table?: Table) => ({
  ...worker(table),
  clock: { now: () => now, sleep: async () => {} },
  historyLimits: { rowsMin: 1, settleMs: 0, skewMs: 0, runMs },
})
const compactedMessages = async (count: number) => {
  const { id: user_id } = await world.user()
  const ids = Array.from({ length: count }, () => world.newId()).toSorted()
  for (const id of ids) await world.parts.table.write([{ put: messageOf(user_id, id) }])
  const now = world.clock.now() + 3_600_000
  await historyCompactor(compactor(now), smsHistory).compact(user_id)
  return { user_id, ids, now }
}
const listed = async (user_id: number, now: number) => {
  const { items, total } = await sms(compactor(now)).page(user_id, 0, 100)
  return { ids: items.map(({ id }) => id).toReversed(), total }
}

test('lists every record once when two compactors replace the same head', async () => {
  const { user_id, ids, now } = await compactedMessages(3)
  const more = [idAt(now + 1000, 0), idAt(now + 2000, 0)]
  for (const id of more) await world.parts.table.write([{ put: messageOf(user_id, id) }])
  let heads = 0
  const isFlip = ([write]: Write[]) =>
    write !== undefined && 'put' in write && write.put.pk === historyKeys('sms').head(user_id).pk && ++heads === 2
  const late = now + 3 * runMs
  const act = async () => expect(await historyCompactor(compactor(late), smsHistory).compact(user_id)).toBeDefined()
  const slow = compactor(now + runMs, overtaken(world.parts.table, act, isFlip))
  expect(await historyCompactor(slow, smsHistory).compact(user_id)).toBeUndefined()
  expect(heads).toBe(2)
  expect(await listed(user_id, late)).toEqual({ ids: [...ids, ...more], total: 5 })
})

test('lists a call with the status that it got while the compactor passed it', async () => {
  const { id: user_id } = await world.user()
  const call = ringingCall({ id: world.newId(), user_id, assistant_id: 1 }, world.clock.now())
  await calls(worker()).open(call, { variables: {}, input_variables: {} })
  const now = world.clock.now() + 3_600_000
  const ref = { user_id, call_id: call.id }
  const isPassing = ([write]: Write[]) =>
    write !== undefined && 'update' in write && write.update.pk === callKey(user_id, call.id).pk
  const answer = () => calls(worker()).apply(ref, { progress: 'in-progress' }, now)
  await historyCompactor(compactor(now, overtaken(world.parts.table, answer, isPassing)), callHistory).compact(user_id)
  const totalOf = async (filter: CallFilter) => (await callPages(compactor(now)).page(user_id, filter, 0, 10)).total
  expect(await totalOf({ status: 'in-progress' })).toBe(1)
  expect(await totalOf({ status: 'ringing' })).toBe(0)
})

test('lists a call as it ended after the compactor passed it', async () => {
  const { id: user_id } = await world.user()
  const call = ringingCall({ id: world.newId(), user_id, assistant_id: 1 }, world.clock.now())
  await calls(worker()).open(call, { variables: {}, input_variables: {} })
  const now = world.clock.now() + 3_600_000
  const ref = { user_id, call_id: call.id }
  const totalOf = async (filter: CallFilter) => (await callPages(compactor(now)).page(user_id, filter, 0, 10)).total
  await historyCompactor(compactor(now), callHistory).compact(user_id)
  expect(await totalOf({ status: 'ringing' })).toBe(1)
  await calls(worker()).apply(ref, { progress: 'in-progress' }, now)
  expect(await totalOf({ status: 'in-progress' })).toBe(1)
  await calls(worker()).apply(ref, { outcome: 'no-answer', duration: 0, over_at: now }, now)
  expect(await totalOf({ status: 'no-answer' })).toBe(1)
  expect(await totalOf({})).toBe(1)
})

test('keeps a tombstone that takes the place of the mark that a compactor removes', async () => {
  const { user_id, ids, now } = await compactedMessages(3)
  const [gone = 0, ...others] = ids
  const { table } = world.parts
  const overrides = historyOverrides(compactor(now), smsHistory)
  await table.write([overrides.reread(user_id, gone)])
  const { pk } = historyKeys('sms').override(user_id, gone)
  let isActed = false
  const act = async () => {
    isActed = true
    await table.write([{ delete: smsKey(user_id, gone) }, overrides.gone(user_id, gone)])
  }
  const isRemoval = ([write]: Write[]) => write !== undefined && 'delete' in write && write.delete.pk === pk
  await historyCompactor(compactor(now + 1, overtaken(table, act, isRemoval)), smsHistory).compact(user_id, true)
  expect(isActed).toBe(true)
  expect(await listed(user_id, now + 1)).toEqual({ ids: others, total: 2 })
})

describe.each(orders)('an erasure, when the %s of two workers is overtaken', (slow) => {
  const phone_number = '+12025550101'

  test('keeps the progress of one worker when two erase a page', async () => {
    const { id: user_id } = await world.user()
    const work = newPersonWork(world.newId(), user_id, 'erasure', phone_number)
    await personWorks(worker()).begin(work)
    const advance = (items: number) => (parts: Worker) =>
      personWorks(parts).advance(work, { ...work, items }, parts.clock.now())
    const advanced = await meet(slow, advance(3), advance(4))
    expect(advanced.filter(Boolean)).toHaveLength(1)
    const items = slow === 'first' ? 4 : 3
    expect(await personWorks(worker()).find({ user_id, work_id: work.id })).toMatchObject({ items, revision: 2 })
  })

  test('of a message never brings it back, and counts it once in lists', async () => {
    const { user_id, ids, now } = await compactedMessages(2)
    const [id = 0, other] = ids
    const seen = messageOf(user_id, id)
    const erase = (parts: Worker) =>
      people(parts).erase({ user_id, noun: 'sms', key: smsKey(user_id, id).sk }, personOf(phone_number), {
        ...{ now, walked_at: undefined },
      })
    const report = (parts: Worker) =>
      sms(parts)
        .apply(seen, { status: 'delivered' }, now)
        .catch(() => 'gone')
    const [erased, reported] = await meet(slow, erase, report)
    expect(erased).toBe(slow === 'first' ? 'later' : 'erased')
    expect(reported === 'gone').toBe(slow === 'second')
    if (slow === 'first') expect(await erase(worker())).toBe('erased')
    expect(await sms(worker()).find({ user_id, sms_id: id })).toBeUndefined()
    expect(await listed(user_id, now)).toEqual({ ids: [other], total: 1 })
  })
})
