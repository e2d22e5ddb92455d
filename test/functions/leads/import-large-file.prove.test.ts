import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { fileOwner, phones } from './file-owner.ts'

const world = useWorld()

const megabyte = 1024 * 1024
const longCell = 'x'.repeat(16_000)

test('imports a file of 100 MB, with rejected rows in several files', async () => {
  const owner = await fileOwner(world, await world.user())
  const heading = 'phone_number,note\n'
  const good = phones(3).map((phone_number) => `${phone_number},short\n`)
  const bad = `none,${longCell}\n`
  const room = 100 * megabyte - heading.length - good.join('').length
  const rejected = Math.floor(room / bad.length)
  const padding = '\n'.repeat(room - rejected * bad.length)
  const content = [heading, good[0], good[1], bad.repeat(rejected), padding, good[2]].join('')
  expect(content.length).toBe(100 * megabyte)

  const made = await owner.bring(content)
  expect(made).toMatchObject({ status: 'done', rows: rejected + 3, imported: 3, rejected })
  expect(await owner.numbers()).toEqual(phones(3))
  expect(made.rejected_files.length).toBeGreaterThan(10)
  const lines = (await owner.rejectedText(made.id)).split('\r\n').filter((line) => /^\d+,/.test(line))
  expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: rejected }, (_, row) => row + 4))
})
