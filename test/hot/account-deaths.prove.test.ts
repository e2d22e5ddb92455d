import { expect, test } from 'vitest'
import { accounts } from '../../shared/data/account/accounts.ts'
import { ledger } from '../../shared/data/account/ledger.ts'
import { calls } from '../../shared/data/calls/calls.ts'
import type { Entry } from '../../shared/domain/account/transaction.ts'
import type { OpenCall } from '../../shared/domain/calls/call.ts'
import { callKey, ledgerKey, moveKey, moveLines, userKey } from '../../shared/table/keys.ts'
import type { Table } from '../../shared/table/table.ts'
import { ringingCall } from '../fixtures.ts'
import { accountOf, user_id } from './account-moves.ts'
import { type CrowdedTable, openCrowdedTable } from './crowded-table.ts'

const kinds = ['dies before it', 'dies after its effect', 'fails without effect', 'fails after its effect'] as const
type Kind = (typeof kinds)[number]

const ownWritesMax = 4

/**
 * Returns a table that fails at request number `call`. After a simulated crash, no request is
 * answered.
 */
const struck = (table: Table, call: number, kind: Kind) => {
  let made = 0
  let hasMadeOthers = false
  let isDead = false
  const never = new Promise<never>(() => undefined)
  const around = async <T>(go: () => Promise<T>): Promise<T> => {
    if (isDead) return never
    if (made++ !== call) return go()
    if (kind === 'fails without effect') throw new Error('failed')
    if (kind !== 'dies before it') await go()
    if (kind === 'fails after its effect') throw new Error('timed out')
    isDead = true
    return never
  }
  const watched: Table = {
    get: (...given) => around(() => table.get(...given)),
    getMany: (...given) => around(() => table.getMany(...given)),
    putMany: (...given) => around(() => table.putMany(...given)),
    query: (...given) => around(() => table.query(...given)),
    count: (...given) => around(() => table.count(...given)),
    write: (writes, how) => {
      hasMadeOthers ||= writes.length > ownWritesMax
      return around(() => table.write(writes, how))
    },
  }
  return { watched, made: () => made, hasMadeOthers: () => hasMadeOthers }
}

const settings = { get: () => undefined }
const smsKey = (text: number) => ({ pk: `${user_id}#sms`, sk: String(text) })
const text = (parts: CrowdedTable, id: number) =>
  ledger(parts).move(
    { user_id, type: 'hold', amount: -7, description: '', sms_id: id },
    { floor: 0, beside: [{ put: { ...smsKey(id) }, when: { expression: 'attribute_not_exists(#pk)' } }] },
  )
const callOf = (crowd: CrowdedTable, id: number): OpenCall => ({
  ...ringingCall({ id, user_id, assistant_id: 1 }, crowd.clock.now()),
  carrier_minute: 20,
  platform_minute: 10,
  total_cost: 45,
})
const charged = 1
const covered = 2

const act: Record<string, (parts: CrowdedTable) => Promise<unknown>> = {
  'a text': (parts) => text(parts, 100),
  'a charge': (parts) =>
    calls(parts).charge({ ...callOf(parts, charged), closed_at: parts.clock.now() }, parts.clock.now()),
  'a hold': (parts) => accounts({ ...parts, settings }).hold(callOf(parts, covered)),
}

/** Makes eight concurrent moves of one account's money; one of the workers fails. */
const live = async (crowd: CrowdedTable, who: string, call: number, kind: Kind) => {
  const { table, clock } = crowd
  await table.write([{ put: { ...userKey(user_id), id: user_id } }])
  await ledger(crowd).move({ user_id, type: 'top_up', amount: 100_000, description: '' })
  for (const id of [charged, covered]) await table.write([{ put: { ...callKey(user_id, id), ...callOf(crowd, id) } }])
  await accounts({ ...crowd, settings }).hold(callOf(crowd, charged))

  const { watched, made, hasMadeOthers } = struck(table, call, kind)
  const move = act[who]
  const after = (ms: number, begin: () => Promise<unknown>) => clock.sleep(ms).then(begin)
  const others = Array.from({ length: 7 }, (_, id) => after(id === 0 ? 0 : 5, () => text(crowd, id)))
  const victim = after(1, async () => move?.({ ...crowd, table: watched })).catch(() => undefined)
  expect(await Promise.all(others)).toEqual(Array(7).fill({ moved: true }))
  await Promise.race([victim, clock.sleep(20_000)])
  const lived = { made: made(), hasMadeOthers: hasMadeOthers() }

  if (who !== 'a text') await move?.(crowd)
  expect(await Promise.all([text(crowd, 10), text(crowd, 11), text(crowd, 12)])).toEqual(Array(3).fill({ moved: true }))
  return lived
}

const expectExact = async (crowd: CrowdedTable, who: string) => {
  const { table } = crowd
  const entries = await table.query<Entry>({ pk: ledgerKey(user_id, 0).pk })
  const { account } = await accountOf(crowd)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(account.micros)
  const stated = await ledger(crowd).page(user_id, 0, 100)
  expect(stated.entries[0]?.balance_after).toBe(account.micros)
  const texts = entries.flatMap(({ sms_id }) => sms_id ?? []).toSorted()
  const stored = await table.query<{ sk: string }>({ pk: smsKey(0).pk })
  expect(stored.map(({ sk }) => Number(sk)).toSorted()).toEqual(texts)
  expect(new Set(texts).size).toBe(texts.length)
  const charges = entries.filter(({ call_id }) => call_id !== undefined).map(({ amount }) => amount)
  expect(charges).toEqual(who === 'a charge' ? [-45] : [])
  const live = [who === 'a charge' ? [] : [charged], who === 'a hold' ? [covered] : []].flat()
  expect(account).toMatchObject({ reserved: 90 * live.length, live_calls: live.length })
  for (const call_id of live) expect(account).toMatchObject({ [`call_${call_id}`]: 90 })
  const waiting = await Promise.all(moveLines.map((line) => table.query({ pk: moveKey(user_id, 0, line).pk })))
  return waiting.flat().length
}

const seedFor = async (who: string): Promise<string> => {
  for (let place = 0; place < 100; place++) {
    const seed = `${who} ${place}`
    const crowd = await openCrowdedTable(seed)
    const { hasMadeOthers } = await crowd.time.until(live(crowd, who, Number.POSITIVE_INFINITY, 'dies before it'))
    if (hasMadeOthers) return seed
  }
  throw new Error('The victim is never the first in line')
}

test.each(Object.keys(act))('%s with others and any fault: once or not at all', async (who) => {
  const seed = await seedFor(who)
  for (const kind of kinds)
    for (let call = 0; ; call++) {
      const crowd = await openCrowdedTable(seed)
      const run = async () => {
        const { made } = await live(crowd, who, call, kind)
        await expectExact(crowd, who)
        return made
      }
      if ((await crowd.time.until(run())) <= call) break
      expect(call).toBeLessThan(200)
    }
})

test('a dead worker’s hold is not made for an ended call', async () => {
  const crowd = await openCrowdedTable('over')
  const run = async () => {
    const { table } = crowd
    await table.write([{ put: { ...userKey(user_id), id: user_id } }])
    await ledger(crowd).move({ user_id, type: 'top_up', amount: 100_000, description: '' })
    const call = callOf(crowd, covered)
    await table.write([{ put: { ...callKey(user_id, covered), ...call } }])
    const { watched } = struck(table, 3, 'dies before it')
    const first = text(crowd, 1)
    void accounts({ ...crowd, table: watched, settings }).hold(call)
    await first
    await crowd.clock.sleep(5_000)
    const waiting = await Promise.all(moveLines.map((line) => table.query({ pk: moveKey(user_id, 0, line).pk })))
    expect(waiting.flat()).toHaveLength(1)
    await table.write([{ put: { ...callKey(user_id, covered), ...call, closed_at: crowd.clock.now() } }])
    expect(await Promise.all([text(crowd, 2), text(crowd, 3), text(crowd, 4)])).toEqual(Array(3).fill({ moved: true }))
    expect((await accountOf(crowd)).live).toBe(0)
  }
  await crowd.time.until(run())
})
