import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyCompactor } from '../../../shared/lists/store/compactor.ts'
import { historyOverrides } from '../../../shared/lists/store/overrides.ts'
import { historyPages } from '../../../shared/lists/store/pages.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { openLives, user } from './lives.ts'
import { things } from './model.ts'
import { erasure, exactness, exactnessWhileRebuilt } from './proofs.ts'

const how = { numRuns: Number(process.env.HISTORY_RUNS ?? 250) }

test('a page is exact, whatever runs or dies at the same time', { timeout: 3_600_000 }, () => fc.assert(exactness, how))

test(
  'an erasure leaves nothing, whatever runs at the same time',
  {
    timeout: 3_600_000,
  },
  () => fc.assert(erasure, how),
)

test(
  'a page is exact while rebuilds run and die',
  {
    timeout: 3_600_000,
  },
  () => fc.assert(exactnessWhileRebuilt, how),
)

test('a number of a call deleted before registration is not found', async () => {
  const { table, begin, parts } = openLives()
  await begin()
  const call = { id: firstIdAt(parts.clock.now() - 60_000), status: 'busy', phone_number: '+1', is_open: false }
  const key = things.recordKey(user, call.id)
  const [overrides, compactor] = [historyOverrides(parts, things), historyCompactor(parts, things)]
  await table.write([{ put: { ...key, ...call } }])
  await compactor.compact(user)
  await table.write([{ delete: key }, overrides.gone(user, call.id, '+1')])
  await overrides.register(user, [call.id])
  await compactor.compact(user)
  const page = await historyPages(parts, things).page(user, { number: '+1' }, { first: 0, count: 10 })
  expect(page).toMatchObject({ total: 0, records: [] })
})

test('without any one rule, a page is wrong', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('mutants.ts', import.meta.url)),
  ])
  expect(stdout).toMatch(/^\d+ rules\n$/)
})
