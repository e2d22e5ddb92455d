import { setTimeout as pause } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { importLeadFile } from '../../shared/operations/leads.ts'
import { must } from '../../shared/words/must.ts'
import { openFaults } from '../faults.ts'
import { campaignFor } from '../fixtures.ts'
import { workbookOf } from '../words/xlsx/workbook-file.ts'
import { openWorld, type TestUser, type World } from '../world.ts'
import type { BenchRow, Measure } from './measure.ts'

const rowsUsual = 20_000
const workbookShare = 0.1
const requestRows = 10_000
const requestSecondsMax = 60
const batchRows = 1_000
const speed = 20
const pollMs = 200
const memoryMs = 25

type FileKind = 'CSV' | 'workbook'

interface Watched {
  world: World
  user: TestUser
  units: { written: number }
  faults: ReturnType<typeof openFaults>
}

interface Brought {
  rows: number
  imported: number
  rejected: number
  status: string
  rejected_files: { url: string }[]
}

/** Measures imports of leads. Memory figures exclude the table, which is in another process. */
export const leadFiles: Measure = {
  topic: 'lead-files',
  title: 'Leads come in by requests and by uploaded files, whose worker dies in the middle',
  run: async ({ dynamodb, rows = rowsUsual }) => {
    const units = { written: 0 }
    const faults = openFaults()
    const world = await openWorld({
      ...{ speed, dynamodb, open: faults.open, onPermission: () => undefined },
      meter: (command, consumed) => {
        if (!/Get|Query/.test(command)) for (const { CapacityUnits = 0 } of consumed) units.written += CapacityUnits
      },
    })
    try {
      const watched = { world, units, faults }
      const workbookRows = Math.ceil(rows * workbookShare)
      return [
        await byRequests({ ...watched, user: await world.user() }),
        await byFile({ ...watched, user: await world.user() }, workbookRows, 'workbook'),
        await byFile({ ...watched, user: await world.user() }, rows, 'CSV'),
      ]
    } finally {
      await world.close()
    }
  },
}

const byRequests = async ({ world, user, units }: Watched): Promise<BenchRow> => {
  const campaign_id = await campaignFor(world, user)
  const usage = startUsage(units)
  let imported = 0
  for (let first = 0; first < requestRows; first += batchRows) {
    const leads = Array.from({ length: batchRows }, (_, index) => ({ phone_number: numberAt(first + index) }))
    const { body } = await world.api(user.token, 'POST', '/user/leads/import', { campaign_id, leads })
    imported += body.imported
  }
  const seconds = usage.seconds()
  const figures = usage.until(requestRows)
  const wrong = Number(imported !== requestRows) + Number((await totalOf(world, user)) !== requestRows)
  return {
    leads: `POST /user/leads/import, ${batchRows} at a time`,
    rows: requestRows,
    seconds: { value: seconds, budget: requestSecondsMax },
    ...figures,
    rejected: 0,
    crashes: 0,
    wrong: { value: wrong, budget: 0 },
  }
}

const byFile = async ({ world, user, units, faults }: Watched, rows: number, kind: FileKind): Promise<BenchRow> => {
  const { campaign_id, id } = await upload(world, user, fileOf(rows, kind))
  const usage = startUsage(units)
  const call = Math.ceil((rows / batchRows) * 15)
  const [death] = faults.arm({ operation: importLeadFile.id, call, kind: 'dies after its effect' })
  let made: Brought
  do {
    await pause(pollMs)
    made = (await world.api(user.token, 'GET', `/user/lead-imports/${id}`)).body
  } while (made.status === 'waiting' || made.status === 'importing')
  const seconds = usage.seconds()
  const figures = usage.until(rows)
  const rejected = rejectedAmong(rows)
  const lines = await rejectedLines(made)
  const isRight = [
    made.status === 'done',
    made.rows === rows,
    made.imported === rows - rejected,
    made.rejected === rejected,
    lines === rejected,
    (await totalOf(world, user, campaign_id)) === rows - rejected,
  ]
  if (isRight.includes(false)) console.error(JSON.stringify({ ...made, isRight, lines, rejected }))
  return {
    leads: `POST /user/lead-imports, ${kind}`,
    rows,
    seconds,
    ...figures,
    rejected: made.rejected,
    crashes: death?.struck === undefined ? 0 : 1,
    wrong: { value: isRight.filter((right) => !right).length, budget: 0 },
  }
}

const upload = async (world: World, user: TestUser, bytes: Uint8Array<ArrayBuffer>) => {
  const campaign_id = await campaignFor(world, user)
  const draft = { campaign_id, name: 'leads', size: bytes.length }
  const { body } = await world.api(user.token, 'POST', '/user/lead-imports', draft)
  const form = new FormData()
  for (const [name, value] of Object.entries<string>(body.upload.fields)) form.set(name, value)
  form.set('file', new Blob([bytes]))
  const { status } = await fetch(body.upload.url, { method: 'POST', body: form })
  if (status !== 204) throw new Error(`The upload was answered ${status}`)
  return { campaign_id, id: Number(body.data.id) }
}

const totalOf = async (world: World, user: TestUser, campaign_id?: number): Promise<number> => {
  const query = campaign_id === undefined ? '' : `&campaign_id=${campaign_id}`
  return (await world.api(user.token, 'GET', `/user/leads?per_page=1${query}`)).body.total
}

const rejectedLines = async ({ rejected_files }: Brought): Promise<number> => {
  let lines = 0
  for (const { url } of rejected_files) {
    const [, ...rows] = (await (await fetch(url)).text()).trimEnd().split('\r\n')
    lines += rows.filter((row) => /^\d+,"?\w/.test(row)).length
  }
  return lines
}

const heading = ['phone_number', 'name', 'city', 'note']
const note = 'Asked for an offer by mail, prefers afternoons, and has a contract.'
const badEach = 1_000
const repeatedEach = 5_000

const numberAt = (row: number): string => `+1202${5_000_000 + row}`

const cellsAt = (row: number): string[] => {
  const isRepeated = row % repeatedEach === 2
  const number = row % badEach === 1 ? 'none' : numberAt(isRepeated ? row - 2 : row)
  return [number, 'Ada', 'Bonn', note]
}

const rejectedAmong = (rows: number): number => Math.ceil((rows - 1) / badEach) + Math.ceil((rows - 2) / repeatedEach)

const fileOf = (rows: number, kind: FileKind): Uint8Array<ArrayBuffer> => {
  if (kind === 'workbook') {
    const all = [heading, ...Array.from({ length: rows }, (_, row) => cellsAt(row))]
    return workbookOf({ sheets: [{ name: 'Leads', rows: all }] })
  }
  const lines = Array.from({ length: rows }, (_, row) => `${cellsAt(row).join(';')}\n`)
  return new TextEncoder().encode(`${heading.join(';')}\n${lines.join('')}`)
}

/** Starts to measure seconds, write units and memory of V8 with its buffers. */
const startUsage = (units: { written: number }) => {
  const began = { at: performance.now(), written: units.written, memory: takenMegabytes() }
  const halves: { at: number; megabytes: number }[] = []
  const timer = setInterval(() => halves.push({ at: performance.now(), megabytes: takenMegabytes() }), memoryMs)
  return {
    seconds: () => (performance.now() - began.at) / 1000,
    until: (rows: number): BenchRow => {
      clearInterval(timer)
      const middle = (began.at + performance.now()) / 2
      const peakOf = (isLate: boolean) =>
        Math.max(0, ...halves.filter(({ at }) => at > middle === isLate).map(({ megabytes }) => megabytes))
      const memory = must(importLeadFile.memoryMegabytes, 'memory of the worker')
      return {
        'write units per row': (units.written - began.written) / rows,
        'MB before': began.memory,
        'peak MB, first half': { value: peakOf(false), budget: began.memory + memory },
        'peak MB, second half': { value: peakOf(true), budget: began.memory + memory },
      }
    },
  }
}

const takenMegabytes = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return Math.round((used_heap_size + external_memory) / 2 ** 20)
}
