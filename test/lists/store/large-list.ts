import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createTable } from '../../../infra/local/create-table.ts'
import { localDocumentClient } from '../../../infra/local/dynamodb.ts'
import { blacklist } from '../../../shared/data/opt-outs/blacklist.ts'
import { suppressionLists } from '../../../shared/data/opt-outs/suppression-lists.ts'
import { newImport } from '../../../shared/domain/suppression-lists/list-form.ts'
import { openTable } from '../../../shared/table/table.ts'
import { localSecret } from '../../data/local-secret.ts'

const program = fileURLToPath(new URL('list-process.ts', import.meta.url))
const [user_id, import_id] = [12, 34]

export interface ListProgress {
  written: number
  blocks: number
  units: number
  memory: number
  isDone: boolean
}

export const rowAt = (row: number): string => `+49151${10_000_000 + row}`

interface Large {
  rows: number
  notedBlocks: number
}

/** Imports a list in two processes: the first is killed halfway, the second continues. */
export const importLargeList = async (endpoint: string, { rows, notedBlocks }: Large) => {
  const client = localDocumentClient(endpoint)
  const name = `test-${randomUUID()}`
  await createTable(client, name)
  const clock = { now: Date.now, sleep: async () => undefined }
  const random = { number: Math.random, bytes: randomBytes }
  let readUnits = 0
  const table = openTable({
    ...{ name, client, clock, random },
    meter: (command, consumed) => {
      if (command === 'GetItem') for (const { CapacityUnits = 0 } of consumed) readUnits += CapacityUnits
    },
  })
  const lists = suppressionLists({ table, clock, random })
  const made = newImport(
    { name: 'Federal', as_of: new Date().toISOString().slice(0, 10) },
    { id: import_id, user_id },
    Date.now(),
  )
  await lists.begin(made)

  const work = (killAt: number) =>
    new Promise<{ last: ListProgress | undefined; first: ListProgress | undefined; seconds: number }>(
      (resolve, reject) => {
        const began = performance.now()
        const told: ListProgress[] = []
        const child = fork(program, [endpoint, name, ...[user_id, import_id, rows, notedBlocks].map(String)], {
          execArgv: [],
        })
        child.on('message', (progress: ListProgress) => {
          told.push(progress)
          if (progress.written >= killAt * progress.blocks) child.kill('SIGKILL')
          else if (progress.isDone) child.disconnect()
        })
        child.on('exit', (code, signal) => {
          const ended = { first: told[0], last: told.at(-1), seconds: (performance.now() - began) / 1000 }
          if (code === 0 || signal === 'SIGKILL') resolve(ended)
          else reject(new Error(`The process ended with ${code ?? signal}`))
        })
      },
    )

  const killed = await work(0.5)
  const atKill = await lists.find({ user_id, import_id })
  const bound = async (number: string) => {
    readUnits = 0
    const isBarred = (await blacklist({ table, clock, random, ...localSecret }).listedOf(user_id, [number])).has(number)
    return { isBarred, units: readUnits }
  }
  const before = await bound(rowAt(0))
  const resumed = await work(2)
  const head = await lists.head(user_id)
  const looked = await Promise.all([0, Math.floor(rows / 2), rows - 1].map((row) => bound(rowAt(row))))
  const cold = await bound(rowAt(1))
  const free = await bound(rowAt(rows))
  return {
    ...{ killed, atKill, resumed, head, cold },
    barred: { before: before.isBarred, listed: looked.map(({ isBarred }) => isBarred), free: free.isBarred },
  }
}
