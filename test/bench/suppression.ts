import { importLargeList } from '../lists/store/large-list.ts'
import type { Measure } from './measure.ts'

/** Default number of rows; `--rows 5000000` tests the largest allowed file. */
const rowsUsual = 500_000
const notedBlocks = 500
const megabytesMax = 1_024
const secondsMax = 600
const unitsOfRowMax = 0.012

export const suppression: Measure = {
  topic: 'suppression',
  title: 'A do-not-call list comes into force, by a process that is killed half way and another that goes on',
  run: async ({ dynamodb, rows: wanted }) => {
    const rows = wanted ?? rowsUsual
    const { killed, resumed, head, cold, barred } = await importLargeList(dynamodb, { rows, notedBlocks })
    const seconds = killed.seconds + resumed.seconds
    const memory = Math.max(killed.last?.memory ?? 0, resumed.last?.memory ?? 0) / 2 ** 20
    const units = (killed.last?.units ?? 0) + (resumed.last?.units ?? 0)
    return [
      {
        rows,
        'rows lost': { value: Math.abs(head.entries - rows), budget: 0 },
        'rows/s': rows / seconds,
        's of the second run': { value: resumed.seconds, budget: secondsMax },
        'peak memory MB': { value: memory, budget: megabytesMax },
        'write units': { value: units, budget: rows * unitsOfRowMax + 2 * notedBlocks * 4 },
        'write units of the second run': resumed.last?.units,
        'read units of a cold look-up': { value: cold.units, budget: 2 },
        'wrong answers': {
          value: [...barred.listed, !barred.free, !barred.before].filter((isRight) => !isRight).length,
          budget: 0,
        },
      },
    ]
  },
}
