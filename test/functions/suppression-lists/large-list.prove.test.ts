import { expect, inject, test } from 'vitest'
import { blocksFor } from '../../../shared/domain/suppression-lists/entries.ts'
import { importLargeList } from '../../lists/store/large-list.ts'

const [rows, notedBlocks] = [50_000, 20]
/** A block has at most 4 KB, so it costs at most four write units. */
const unitsOfBlockMax = 4

test('a killed import of 50,000 numbers continues, all or nothing', async () => {
  const { killed, atKill, resumed, head, barred } = await importLargeList(inject('dynamodb'), { rows, notedBlocks })
  const blocks = blocksFor(rows)
  expect(killed.last?.isDone).toBe(false)
  expect(atKill).toMatchObject({ status: 'importing', rows, numbers: rows })
  expect(atKill?.written).toBeGreaterThanOrEqual(blocks / 2)
  expect(atKill?.written).toBeLessThan(blocks)
  expect(resumed.first?.written).toBe(Math.min(blocks, (atKill?.written ?? 0) + notedBlocks))
  expect(resumed.last).toMatchObject({ isDone: true, written: blocks })
  expect(resumed.last?.units).toBeLessThanOrEqual((blocks - (atKill?.written ?? 0)) * unitsOfBlockMax + blocks / 2)
  expect(head).toMatchObject({ blocks, entries: rows, lists: [{ numbers: rows, import_id: 34 }] })
  expect(barred).toEqual({ before: false, listed: [true, true, true], free: false })
})
