import { describe, expect, test } from 'vitest'
import { importList } from '../../../shared/actions/opt-outs/import-list.ts'
import { newImport } from '../../../shared/domain/suppression-lists/list-form.ts'
import { operatorId } from '../../../shared/domain/suppression-lists/list-head.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { suppressionBlockKey } from '../../../shared/table/keys.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { assistantFor, campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { openSender } from '../sms/sender.ts'
import { listOwner } from './listed.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open, environment: { CARRIER_CALLS_PER_SECOND: '100' } })

const [barred, free] = ['+12025550155', '+12025550156']
const many = (count: number) => Array.from({ length: count }, (_, index) => `+1303${5_550_000 + index}`)
const text = (lines: string[]) => async () =>
  (async function* () {
    yield new TextEncoder().encode(lines.join('\n'))
  })()
const lists = () => registry.suppressionLists(world.parts)
const parts = () => ({ clock: world.parts.clock, suppressionLists: lists() })
const bring = async (user_id: number, lines: string[], name = 'Federal', as_of = '2026-11-20') => {
  const made = newImport({ name, as_of }, { id: world.newId(), user_id }, world.clock.now())
  expect(await lists().begin(made)).toBe('opened')
  const after = await importList(parts(), { before: made, open: text(lines), until: Number.MAX_SAFE_INTEGER })
  await world.run(6)
  return after
}
const isListed = async (user_id: number, number: string) =>
  (await registry.blacklist(world.parts).listedOf(user_id, [number])).has(number)
const blocksOf = async (user_id: number) =>
  (await world.parts.table.query<{ sk: string }>({ pk: suppressionBlockKey(user_id, '', 0).pk })).map(({ sk }) => sk)

describe('what is on a list', () => {
  test('is not called or texted, with the reason in words', async () => {
    const { user, send } = await openSender(world)
    await listOwner(world, user).bring([barred])
    const campaign_id = await campaignFor(world, user)
    const lead = await leadFor(world, user, campaign_id, barred)
    await leadFor(world, user, campaign_id, free)
    const preview = (await world.api(user.token, 'GET', `/user/campaigns/${campaign_id}/preview`)).body
    const reason = 'The phone number is on the do-not-call list Federal of 2026-11-20.'
    expect(preview).toMatchObject({ would_be_called_now: 1, reasons: [{ reason, leads: 1 }], exact: true })
    await world.api(user.token, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
    await world.run(10)
    const { calls } = await world.services.callPages.page(user.id, {}, 0, 10)
    expect(calls.map(({ client_phone_number }) => client_phone_number)).toEqual([free])
    expect((await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).body.reasons).toEqual([reason])
    expect((await send(barred)).status).toBe(400)
    expect((await send(free)).status).toBe(200)
    const assistant_id = await assistantFor(world, user)
    const call = await world.api(user.token, 'POST', '/user/make_call', { assistant_id, phone_number: barred })
    expect(call.status).toBeGreaterThanOrEqual(400)
  })

  test('says so when the list is too old, and still binds', async () => {
    const { user, send } = await openSender(world)
    await bring(user.id, [barred], 'Federal', '2026-10-01')
    const campaign_id = await campaignFor(world, user)
    const lead = await leadFor(world, user, campaign_id, barred)
    expect((await world.api(user.token, 'GET', `/user/leads/${lead.id}`)).body.reasons).toContain(
      'The phone number is on the do-not-call list Federal of 2026-10-01. The list is older than 31 days: import the current one.',
    )
    expect((await send(barred)).status).toBe(400)
  })

  test('of the operator binds every user, and is shown to none', async () => {
    const [one, other] = [await world.user(), await world.user()]
    await bring(operatorId, ['+12025550177'])
    for (const { id } of [one, other]) expect(await isListed(id, '+12025550177')).toBe(true)
    expect(await listOwner(world, one).lists()).toEqual([])
  })

  test('costs a look-up one read unit for both owners’ lists', async () => {
    const user = await world.user()
    await bring(user.id, many(3_000))
    await bring(user.id, [barred], 'Own')
    const blacklist = registry.blacklist(world.parts)
    await blacklist.listedOf(user.id, [free])
    world.consumed.length = 0
    expect((await blacklist.listedOf(user.id, [barred])).get(barred)).toContain('list Own')
    const gets = world.consumed.filter(({ command }) => command === 'GetItem').flatMap(({ capacity }) => capacity)
    expect(gets.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)).toBeLessThanOrEqual(1)
  })
})

describe('an import', () => {
  test('replaces the former version in one write, and removes it', async () => {
    const user = await world.user()
    await bring(user.id, [barred, ...many(3_000)])
    const made = newImport({ name: 'Federal', as_of: '2026-11-24' }, { id: world.newId(), user_id: user.id }, 0)
    await lists().begin(made)
    let before: typeof made | undefined = made
    let runs = 0
    while (before && before.status !== 'in_force') {
      expect(await isListed(user.id, barred)).toBe(true)
      before = await importList(parts(), { before, open: text([free, ...many(5_000)]), until: 0, notedBlocks: 2 })
      runs += 1
    }
    expect(runs).toBeGreaterThan(3)
    await world.run(6)
    expect([await isListed(user.id, barred), await isListed(user.id, free)]).toEqual([false, true])
    expect(new Set((await blocksOf(user.id)).map((sk) => sk.split('#')[0]))).toEqual(new Set([before?.version]))
    expect(await blocksOf(user.id)).toHaveLength(14)
  })

  test('a process that remembers the former version looks again when its blocks are gone', async () => {
    const user = await world.user()
    await bring(user.id, [barred])
    const blacklist = registry.blacklist(world.parts)
    expect((await blacklist.listedOf(user.id, [barred])).size).toBe(1)
    const made = newImport({ name: 'Federal', as_of: '2026-11-24' }, { id: world.newId(), user_id: user.id }, 0)
    await lists().begin(made)
    await importList(parts(), { before: made, open: text([free]), until: Number.MAX_SAFE_INTEGER })
    expect([...(await blacklist.listedOf(user.id, [barred, free])).keys()]).toEqual([free])
  })

  test('a missing block of the index is an error, not an answer', async () => {
    const user = await world.user()
    await bring(user.id, [barred])
    const [sk = ''] = await blocksOf(user.id)
    await world.parts.table.write([{ delete: { pk: suppressionBlockKey(user.id, '', 0).pk, sk } }])
    await expect(isListed(user.id, barred)).rejects.toThrow('missing')
  })

  test('two lists at once are both in force, whatever order their writes come in', async () => {
    const user = await world.user()
    const owner = listOwner(world, user)
    const begun = await Promise.all(
      [barred, free].map(async (number, index) => {
        const { body } = await owner.begin(number, { name: `List ${index}` })
        await owner.upload(body.upload, number)
      }),
    )
    expect(begun).toHaveLength(2)
    await world.run(90)
    expect((await owner.lists()).map(({ name }: { name: string }) => name).toSorted()).toEqual(['List 0', 'List 1'])
    expect([await isListed(user.id, barred), await isListed(user.id, free)]).toEqual([true, true])
  })

  test('a file changed during the import is read again, unmixed', async () => {
    const user = await world.user()
    const made = newImport({ name: 'Federal', as_of: '2026-11-24' }, { id: world.newId(), user_id: user.id }, 0)
    await lists().begin(made)
    const half = await importList(parts(), { before: made, open: text(many(5_000)), until: 0, notedBlocks: 2 })
    if (!half) throw new Error('The import is gone')
    const open = text([barred, ...many(1_000)])
    await importList(parts(), { before: half, open, until: Number.MAX_SAFE_INTEGER })
    await world.run(6)
    expect(await isListed(user.id, barred)).toBe(true)
    expect(await isListed(user.id, many(5_000)[4_000] ?? '')).toBe(false)
    expect(await blocksOf(user.id)).toHaveLength(3)
  })

  test('is told of once, as suppression.added, with how many numbers', async () => {
    const user = await world.user()
    const owner = listOwner(world, user)
    await owner.api('PUT', '/user/event-webhook', { webhook_url: 'https://example.com/events' })
    await owner.bring([barred, free])
    const { data } = (await owner.api('GET', '/user/webhook-deliveries')).body
    expect(data).toHaveLength(1)
    const event = await registry.blacklist(world.parts).findEvent(user.id, data[0].id)
    expect(event).toMatchObject({ phone_number: null, causes: ['list'], list: { name: 'Federal', numbers: 2 } })
  })
})

test('counts ageing lists for an alarm, daily, three days ahead', async () => {
  const user = await world.user()
  const told = () =>
    world.logged.filter(
      ({ message, fields }) => message === 'a do-not-call list is getting old' && fields.user_id === user.id,
    )
  await bring(user.id, [barred], 'Fresh')
  await world.run(120)
  expect(told()).toEqual([])
  await bring(user.id, [barred], 'Old', '2026-10-26')
  await world.run(180)
  expect(told().map(({ fields }) => [fields.list, fields.days_left])).toEqual([['Old', 2]])
})

describe.each(faultKinds)('%s', (kind) => {
  test('at every call of an import: the list applies in the end', async () => {
    for (let call = 0, isStruck = true; isStruck; call++) {
      const user = await world.user()
      const owner = listOwner(world, user)
      await owner.bring([free, ...many(900)])
      faults.arm({ operation: 'import-list', call, kind, about: user.id })
      await owner.bring([barred, ...many(900)])
      isStruck = faults.struck() !== undefined
      faults.disarm()
      await world.run(1_400)
      expect([await isListed(user.id, barred), await isListed(user.id, free)], `call ${call}`).toEqual([true, false])
      expect(await owner.lists(), `call ${call}`).toMatchObject([{ numbers: 901 }])
      expect(await blocksOf(user.id)).toHaveLength(3)
      expect(call).toBeLessThan(60)
    }
    const left = await dueLeft(world.services.deadlines)
    expect(left.filter(({ noun }) => noun === 'suppression-import')).toEqual([])
  })
})
