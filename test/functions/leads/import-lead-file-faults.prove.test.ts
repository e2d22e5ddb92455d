import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { openJobsKey } from '../../../shared/table/keys.ts'
import { dueLeft } from '../../due-left.ts'
import { allFaultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import { workbookOf } from '../../words/xlsx/workbook-file.ts'
import type { TestUser } from '../../world.ts'
import { fileOwner, phones } from './file-owner.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })

/** Rows of two chunks of 1,000, and of a short third chunk. */
const rows = 2_005
const good = new Map([0, 1, 998, 999, 1_000, 1_500, 1_999, 2_000, 2_004].map((row, index) => [row, index]))
const numbers = phones(good.size)
const repeated = 1_001

const cellsAt = (row: number): string[] => {
  const number = numbers[row === repeated ? 0 : (good.get(row) ?? -1)]
  return number === undefined ? ['none', ''] : [number, row === 1 ? 'express' : '']
}
const table = [['phone_number', 'consent_kind'], ...Array.from({ length: rows }, (_, row) => cellsAt(row))]
const stored = (book: Uint8Array<ArrayBuffer>) => new Uint8Array(zipSync(unzipSync(book), { level: 0 }))
const filesOf = (cells: string[][]) => ({
  CSV: new TextEncoder().encode(cells.map((row) => row.join(',')).join('\n')),
  XLSX: stored(workbookOf({ sheets: [{ name: 'Leads', rows: cells }] })),
})
const files = filesOf(table)
const otherNumbers = numbers.map((number) => number.replace('+1202', '+1303'))
const otherFiles = filesOf(table.map((row) => row.map((cell) => cell.replace('+1202', '+1303'))))
const kinds = ['CSV', 'XLSX'] as const
const rejectedLines = Array.from({ length: rows }, (_, row) => row + 2).filter((line) => !good.has(line - 2))

const begin = async (user: TestUser, kind: (typeof kinds)[number]) => {
  const owner = await fileOwner(world, user)
  const { body } = await owner.begin(files[kind])
  const upload = (all: typeof files) => owner.upload(body.upload, all[kind])
  await upload(files)
  return { owner, upload, ref: { user_id: user.id, import_id: body.data.id } }
}

type Begun = Awaited<ReturnType<typeof begin>>

/** Expects that each row is imported or rejected exactly once, and that no work is left. */
const expectWhole = async ({ owner, ref }: Begun, when: string) => {
  const made = await owner.look(ref.import_id)
  const counts = { rows, imported: good.size, rejected: rows - good.size }
  expect(made, when).toMatchObject({ status: 'done', ...counts })
  expect(await owner.numbers(), when).toEqual(numbers)
  const [, ...lines] = (await owner.rejectedText(ref.import_id)).trimEnd().split('\r\n')
  expect(
    lines.map((line) => Number.parseInt(line, 10)),
    when,
  ).toEqual(rejectedLines)
  expect((await owner.api('GET', '/user/consents')).body.total, when).toBe(1)
  expect((await world.parts.table.get<Record<string, number>>(openJobsKey(ref.user_id)))?.lead_imports, when).toBe(0)
}

const failure_reason = expect.stringMatching(
  /^The file was removed or replaced before all rows were read\. Begin a new import with the right file\.( Rows up to line \d+ were read\.)?$/,
)
/**
 * Seconds: less than the lease, during which no second run may start. An import must be reported as
 * failed before this lease ends.
 */
const secondsToFail = 500

const pauses = () => world.clock.sleep(5 * 60_000)

/**
 * Kinds of trouble at an outgoing request. Consecutive requests get consecutive kinds; FAULTS=all
 * tests each kind at every request.
 */
const troubles = [...allFaultKinds, 'delivered again', 'pauses'] as const
type Trouble = (typeof troubles)[number]

const faultOf = (trouble: Trouble, { ref }: Begun) => {
  if (trouble === 'pauses') return pauses
  return trouble === 'delivered again' ? () => registry.importLeadsQueue(world.parts).nudge(ref) : trouble
}

const turns = process.env.FAULTS === 'all' ? troubles.map((_, turn) => turn) : [0]

describe.each(kinds)('a %s file of several chunks', (kind) => {
  test.each(turns)('is imported once, whatever happens at any call (turn %i)', async (turn) => {
    const struck: string[] = []
    const continuedAt = new Set<number>()
    for (let call = 0; ; call++) {
      const user = await world.user()
      const begun = await begin(user, kind)
      const trouble = troubles[(call + turn) % troubles.length] ?? 'pauses'
      faults.arm({ operation: 'import-lead-file', call, kind: faultOf(trouble, begun), about: user.id })
      await world.run(60)
      const at = faults.struck()
      const { status, rows: noted } = await begun.owner.look(begun.ref.import_id)
      if (status === 'importing') continuedAt.add(noted)
      faults.disarm()
      await world.run(1_400)
      await expectWhole(begun, `${trouble} at call ${call}, ${at}`)
      if (at === undefined) break
      struck.push(at)
    }
    expect(struck.length).toBeGreaterThan(30)
    expect([...continuedAt]).toEqual(expect.arrayContaining([0, 1_000, 2_000]))
    expect((await dueLeft(world.services.deadlines)).filter(({ noun }) => noun === 'lead-import')).toEqual([])
  })

  test('is imported once when its message comes late', async () => {
    const begun = await begin(await world.user(), kind)
    await world.run(300)
    await registry.importLeadsQueue(world.parts).nudge(begun.ref)
    await world.run(300)
    await expectWhole(begun, 'late')
  })

  test('never mixes with a file that replaces it at any call', async () => {
    const statuses = new Set<string>()
    for (let call = 0; ; call++) {
      const user = await world.user()
      const begun = await begin(user, kind)
      const replaced = async () => {
        await begun.upload(otherFiles)
        await pauses()
      }
      faults.arm({ operation: 'import-lead-file', call, kind: replaced, about: user.id })
      await world.run(60)
      const at = faults.struck()
      faults.disarm()
      await world.run(secondsToFail)
      const made = await begun.owner.look(begun.ref.import_id)
      const found = await begun.owner.numbers()
      const source = [numbers, otherNumbers].find((all) => found.every((number) => all.includes(number)))
      expect(source, `call ${call}, ${at}`).toBeDefined()
      if (made.status === 'done') expect(found, `call ${call}, ${at}`).toEqual(source)
      else expect(made, `call ${call}, ${at}`).toMatchObject({ status: 'failed', failure_reason })
      statuses.add(`${made.status} ${made.rows > 0}`)
      if (at === undefined) break
    }
    expect(statuses).toEqual(new Set(['done true', 'failed false', 'failed true']))
  })
})
