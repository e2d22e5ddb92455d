import { expect, test } from 'vitest'
import { historyCompactor } from '../../../shared/lists/store/compactor.ts'
import { historyProgress } from '../../../shared/lists/store/progress.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { openLives, user } from './lives.ts'
import { things } from './model.ts'

const open = async (rows: number, isOpen = (_row: number) => false) => {
  const { table, parts, begin } = openLives()
  await begin()
  const first = parts.clock.now() - (rows + 60) * 1000
  for (let row = 0; row < rows; row++) {
    const thing = { id: firstIdAt(first + row * 1000), status: 'busy', phone_number: '+1', is_open: isOpen(row) }
    await table.write([{ put: { ...things.recordKey(user, thing.id), ...thing } }])
  }
  return { first, parts }
}

test('progress is counted as far as it is short, and guessed beyond', async () => {
  const { parts } = await open(30_000)
  const { progress } = historyProgress(parts, things)
  const before = await progress(user)
  expect(before).toMatchObject({ compacted: 0, isCounted: false })
  expect(before.waiting).toBeGreaterThan(29_900)
  expect(before.waiting).toBeLessThan(30_100)
})

test('compacted and waiting rows are all rows', async () => {
  const { parts } = await open(40)
  await historyCompactor(parts, things).compact(user)
  expect(await historyProgress(parts, things).progress(user)).toEqual({ compacted: 7, waiting: 33, isCounted: true })
})

test('nothing waits while too few records do that are over', async () => {
  const { parts, first } = await open(40, (row) => row < 10)
  const waitingWith = (rowsMin: number) =>
    historyProgress({ ...parts, historyLimits: { rowsMin } }, things).waitingSince(user)
  expect(await waitingWith(32)).toBeUndefined()
  expect(await waitingWith(1)).toBeUndefined()
  const { parts: over } = await open(40)
  const { waitingSince } = historyProgress({ ...over, historyLimits: { rowsMin: 32 } }, things)
  expect(await waitingSince(user)).toBe(first + 31_000)
})

test('a run tells how long records have waited since they were worth it', async () => {
  const { parts, first } = await open(40)
  const historyLimits = { settleMs: 0 }
  const compacted = await historyCompactor({ ...parts, historyLimits }, things).compact(user)
  expect(compacted).toMatchObject({ compacted: 40, waited_ms: parts.clock.now() - first - 31_000 })
  const { parts: others } = await open(40, (row) => row === 39)
  const stopped = await historyCompactor({ ...others, historyLimits }, things).compact(user)
  expect(stopped).toMatchObject({ compacted: 39, waited_ms: expect.any(Number) })
})
