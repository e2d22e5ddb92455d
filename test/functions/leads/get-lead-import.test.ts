import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { fileOwner, phones } from './file-owner.ts'

const world = useWorld()

test('rows equal imported plus rejected, with rejected rows and reasons', async () => {
  const owner = await fileOwner(world, await world.user())
  const bad = Array.from({ length: 30 }, (_, index) => `nonsense ${index};"Semi;colon ""${index}"""`)
  const made = await owner.bring(['Phone Number;city', '+12025550155;Bonn', '+12025550155;Rome', ...bad].join('\r\n'))
  expect(made).toMatchObject({ status: 'done', rows: 32, imported: 1, rejected: 31, failure_reason: null })
  expect(made.first_rejections).toHaveLength(20)
  expect(made.first_rejections.slice(0, 2)).toEqual([
    { line: 3, reason: 'The phone number has already been added to this campaign.' },
    { line: 4, reason: 'The phone number field must be a valid phone number.' },
  ])
  expect(made.rejected_files).toHaveLength(1)
  const lines = (await owner.rejectedText(made.id)).split('\r\n')
  expect(lines.slice(0, 3)).toEqual([
    'rejected_line,rejected_reason,Phone Number,city',
    '3,The phone number has already been added to this campaign.,+12025550155,Rome',
    '4,The phone number field must be a valid phone number.,nonsense 0,"Semi;colon ""0"""',
  ])
  expect(lines).toHaveLength(31 + 2)
})

test('a file of rejected rows can be corrected and imported again', async () => {
  const owner = await fileOwner(world, await world.user())
  const { id } = await owner.bring('phone_number,city\nnonsense,Bonn\n')
  const corrected = (await owner.rejectedText(id)).replace('nonsense', '+12025550156')
  expect(await owner.bring(corrected)).toMatchObject({ imported: 1, rejected: 0 })
  const [lead] = (await owner.api('GET', '/user/leads')).body.data
  expect(lead).toMatchObject({ phone_number: '+12025550156', variables: { city: 'Bonn' } })
})

test.each([
  [
    'without the column',
    'name,city\nAda,Bonn\n',
    'None of the 2 columns of the heading (the first row) is named phone_number.',
  ],
  [
    'with a column twice',
    'phone_number,city,city\n+12025550155,a,b',
    'Column 3 of the heading has the name of another column.',
  ],
  ['without text', '\n\n', 'The file holds nothing but blank lines.'],
  [
    'that is a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]),
    'The file is not text in UTF-8, UTF-16 or Windows-1252. Save it as "CSV UTF-8".',
  ],
])('a file %s fails with a reason, and nothing is imported', async (_, content, failure_reason) => {
  const owner = await fileOwner(world, await world.user())
  const failed = { status: 'failed', failure_reason, rows: 0, imported: 0, rejected: 0, rejected_files: [] }
  expect(await owner.bring(content)).toMatchObject(failed)
  expect(await owner.numbers()).toEqual([])
})

test('a reason repeats no cell, because the first row may be a person', async () => {
  const owner = await fileOwner(world, await world.user())
  const { failure_reason } = await owner.bring(phones(2).join('\n'))
  expect(failure_reason).not.toContain(phones(1)[0])
})

test('fails when no file is uploaded within an hour', async () => {
  const owner = await fileOwner(world, await world.user())
  const { body } = await owner.begin('phone_number\n')
  for (let minutes = 0; minutes < 55; minutes += 5) {
    await world.run(300)
    const past = await world.services.deadlines.past(world.clock.now(), 100)
    expect(past.filter(({ noun }) => noun === 'lead-import')).toEqual([])
  }
  await world.run(600)
  const failure_reason = 'Nothing was uploaded within an hour.'
  expect(await owner.look(body.data.id)).toMatchObject({ status: 'failed', failure_reason })
})

test('404 for the import of another user', async () => {
  const [one, other] = [await fileOwner(world, await world.user()), await fileOwner(world, await world.user())]
  const { id } = await one.bring('phone_number\n')
  const { status, body } = await other.api('GET', `/user/lead-imports/${id}`)
  expect([status, body.message]).toEqual([404, 'Lead import not found'])
})
