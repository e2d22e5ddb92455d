import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { suppressionImportKey } from '../../../shared/table/keys.ts'
import { useWorld } from '../../use-world.ts'
import { noticeOf, run } from './harness.ts'

const world = useWorld({ dynamodb: inject('dynamodb') })
let notice: Awaited<ReturnType<typeof noticeOf>>
let folder: string

beforeAll(async () => {
  notice = await noticeOf(world)
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterAll(async () => {
  await notice.close()
  await rm(folder, { recursive: true })
})

const bring = async (lines: string[], ...more: string[]) => {
  const file = join(folder, 'list.csv')
  await writeFile(file, lines.join('\n'))
  return run(
    notice.environment,
    `suppression import --name Federal --as-of 2026-11-20 --file ${file} ${more.join(' ')}`,
  )
}
const isListed = async (user_id: number, number: string) =>
  (await registry.blacklist(world.parts).listedOf(user_id, [number])).has(number)

test('imports a list for all users and replaces the former version', async () => {
  const user = await world.user()
  const first = await bring(['202,5550155', 'nothing'])
  expect(first.status).toBe(0)
  expect(first.answer).toMatchObject({ status: 'in_force', rows: 2, numbers: 1, refused: 1 })
  expect(first.stderr).toContain('Line 2: It is not a phone number.')
  expect(await isListed(user.id, '+12025550155')).toBe(true)
  await bring(['+12025550156'])
  await world.run(6)
  expect([await isListed(user.id, '+12025550155'), await isListed(user.id, '+12025550156')]).toEqual([false, true])
  const shown = (await run(notice.environment, 'suppression list')).answer
  expect(shown.lists).toMatchObject([{ name: 'Federal', numbers: 1 }])
})

test('continues its interrupted import', async () => {
  const user = await world.user()
  const { table } = world.parts
  await bring(['+12025550157'], '--user', String(user.id))
  const { pk } = suppressionImportKey(user.id, 0)
  const [made] = await table.query<{ pk: string; sk: string }>({ pk })
  if (!made) throw new Error('There is no import')
  await table.write([{ put: { ...made, status: 'importing', written: 0 } }])
  const again = await bring(['+12025550158'], '--user', String(user.id))
  expect(again.stderr).toContain('Continuing an import that was interrupted')
  expect(await table.query({ pk })).toHaveLength(1)
  await world.run(6)
  expect(await isListed(user.id, '+12025550158')).toBe(true)
})

test('refuses a missing file, a future day and an unknown user', async () => {
  const asked = (file: string, day: string) =>
    run(notice.environment, `suppression import --name Federal --as-of ${day} --file ${join(folder, file)}`)
  expect(await asked('none', '2026-11-20')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be read'),
  })
  expect(await asked('list.csv', '2099-01-01')).toMatchObject({ status: 2 })
  expect(await bring(['+12025550157'], '--user', '999')).toMatchObject({ status: 2 })
})
