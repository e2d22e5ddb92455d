import { randomBytes } from 'node:crypto'
import { localDocumentClient } from '../../../infra/local/dynamodb.ts'
import { importList } from '../../../shared/actions/opt-outs/import-list.ts'
import { suppressionLists } from '../../../shared/data/opt-outs/suppression-lists.ts'
import { openTable } from '../../../shared/table/table.ts'
import { must } from '../../../shared/words/must.ts'
import { type ListProgress, rowAt } from './large-list.ts'

/**
 * This program imports rows as a worker does, and prints progress: `node list-process.ts ENDPOINT
 * TABLE USER IMPORT ROWS BLOCKS`.
 */
const [endpoint = '', name = '', ...counts] = process.argv.slice(2)
const [user_id = 0, import_id = 0, rows = 0, notedBlocks = 0] = counts.map(Number)

const rowsOfPiece = 5_000
const file = (count: number) =>
  async function* pieces() {
    for (let first = 0; first < count; first += rowsOfPiece) {
      const lines = Array.from({ length: Math.min(rowsOfPiece, count - first) }, (_, row) => rowAt(first + row))
      yield Buffer.from(`${lines.join('\n')}\n`)
    }
  }

const run = async () => {
  let units = 0
  const clock = { now: Date.now, sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) }
  const random = { number: Math.random, bytes: randomBytes }
  const table = openTable({
    ...{ name, client: localDocumentClient(endpoint), clock, random },
    meter: (command, consumed) => {
      if (!/Get|Query/.test(command)) for (const { CapacityUnits = 0 } of consumed) units += CapacityUnits
    },
  })
  const lists = suppressionLists({ table, clock, random })
  const tell = (written: number, blocks: number, isDone = false) => {
    const memory = process.resourceUsage().maxRSS * 1024
    process.send?.({ written, blocks, units, memory, isDone } satisfies ListProgress)
  }
  const before = must(await lists.find({ user_id, import_id }), 'import')
  let blocksOfAll = 0
  const after = await importList(
    { clock, suppressionLists: lists },
    {
      ...{ before, open: async () => file(rows)(), until: Number.MAX_SAFE_INTEGER, notedBlocks },
      onProgress: (written, blocks) => {
        blocksOfAll = blocks
        tell(written, blocks)
      },
    },
  )
  if (after?.status !== 'in_force') throw new Error(`The list is ${after?.status}`)
  tell(after.written, blocksOfAll, true)
}

await run()
