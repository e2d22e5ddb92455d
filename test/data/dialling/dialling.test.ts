import { beforeAll, describe, expect, test } from 'vitest'
import { dialling } from '../../../shared/data/dialling/dialling.ts'
import { type Dialling, stoppedMs } from '../../../shared/domain/dialling/dialling.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

let fresh: FreshTable
let tables = 0
beforeAll(async () => {
  fresh = await freshTable()
})

const worldNow = Date.UTC(2026, 0, 2)
const switchOf = (environment: Record<string, string> = {}, TABLE_NAME = `table-${tables++}`) =>
  dialling({
    table: fresh.table,
    settings: settingsFrom({ TABLE_NAME, ...environment }),
    worldTime: () => worldNow,
  })
const byTemplate = { DIALLING: 'stopped' }
const told = { leaves_by: worldNow + 2_000, stale_minutes: 15 }

test('a stage that was never stopped dials', async () => {
  expect(await switchOf().read()).toEqual({ isStopped: false, ...told })
  expect(await switchOf({ STALE_CALL_MINUTES: '3' }).read()).toMatchObject({ stale_minutes: 3 })
})

test('what allows a request holds from before it was read', async () => {
  let now = worldNow
  const slow = {
    ...fresh.table,
    get: async () => {
      now += 60_000
      return undefined
    },
  }
  const settings = settingsFrom({ TABLE_NAME: 'slow' })
  const { leaves_by } = await dialling({ table: slow as FreshTable['table'], settings, worldTime: () => now }).read()
  expect(leaves_by).toBe(told.leaves_by)
})

test('a stop holds until a start, and both say who and when', async () => {
  const button = switchOf()
  expect(await button.stop('The carrier is down', 'Ada', 1)).toBe(true)
  expect(await button.read()).toEqual({
    isStopped: true,
    stopped_at: 1,
    why: 'The carrier is down',
    stopped_by: 'Ada',
    ...told,
  })
  expect(await button.start('Bo', 2)).toBe(true)
  expect(await button.read()).toMatchObject({ isStopped: false, stopped_at: 1, started_at: 2, started_by: 'Bo' })
  await button.stop('Again', 'Cy', 3)
  expect(await button.read()).toEqual({ isStopped: true, stopped_at: 3, why: 'Again', stopped_by: 'Cy', ...told })
})

test('what is pressed twice stays as it was', async () => {
  const button = switchOf()
  expect(await button.start('Ada', 1)).toBe(false)
  expect((await button.read()).started_at).toBeUndefined()
  await button.stop('First', 'Ada', 2)
  expect(await button.stop('Second', 'Bo', 3)).toBe(false)
  expect(await button.read()).toMatchObject({ stopped_at: 2, why: 'First', stopped_by: 'Ada' })
  await button.start('Ada', 4)
  expect(await button.start('Bo', 5)).toBe(false)
  expect(await button.read()).toMatchObject({ started_at: 4, started_by: 'Ada' })
})

describe('stopped by the template', () => {
  test('nothing says so but the environment, until the table is started', async () => {
    const button = switchOf(byTemplate)
    expect(await button.read()).toEqual({ isStopped: true, ...told })
    expect(await button.start('Ada', 1)).toBe(true)
    expect(await button.read()).toMatchObject({ isStopped: false, started_at: 1 })
    expect(await button.start('Ada', 2)).toBe(false)
    expect(await button.stop('No', 'Ada', 3)).toBe(true)
    expect((await button.read()).isStopped).toBe(true)
  })

  test('a start from before the restore does not count', async () => {
    const former = switchOf({}, 'former')
    await former.stop('Restore', 'Ada', 1)
    await former.start('Ada', 2)
    expect(await switchOf(byTemplate, 'restored').read()).toEqual({ isStopped: true, ...told })
    expect((await switchOf({}, 'former').read()).isStopped).toBe(false)
  })

  test('a stop by hand beforehand says why', async () => {
    const button = switchOf(byTemplate)
    expect(await button.stop('The table is restored', 'Ada', 1)).toBe(true)
    expect(await button.read()).toMatchObject({ isStopped: true, why: 'The table is restored' })
  })
})

test.each<[string, Partial<Dialling>, number, number]>([
  ['asked for before the stop', { stopped_at: 60_000, started_at: 90_000 }, 10_000, 30_000],
  ['asked for meanwhile', { stopped_at: 60_000, started_at: 90_000 }, 70_000, 20_000],
  ['asked for since', { stopped_at: 60_000, started_at: 90_000 }, 95_000, 0],
  ['of a restored table', { started_at: 90_000 }, 10_000, 80_000],
  ['never stopped', {}, 10_000, 0],
])('a call %s has waited so long because of it', (_name, times, askedAt, waited) => {
  const since = Date.UTC(2026, 0, 1)
  const shifted = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, since + Number(at)]))
  expect(stoppedMs({ isStopped: false, ...shifted }, firstIdAt(since + askedAt))).toBe(waited)
})
