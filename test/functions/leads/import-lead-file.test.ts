import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { openJobsKey } from '../../../shared/table/keys.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { type TestCell, workbookOf } from '../../words/xlsx/workbook-file.ts'
import { fileOwner, phones } from './file-owner.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open, environment: { CARRIER_CALLS_PER_SECOND: '100' } })

test('columns become numbers, contacts, places, consents and variables', async () => {
  const owner = await fileOwner(world, await world.user())
  const made = await owner.bring(
    [
      'name\tPHONE_NUMBER\tsecondary_phone_number\tTimezone\tconsent_kind',
      'Ada\t+12025550155\t+12025550156\tAmerica/Denver\texpress',
    ].join('\r'),
  )
  expect(made).toMatchObject({ status: 'done', imported: 1 })
  const [lead] = (await owner.api('GET', '/user/leads')).body.data
  expect(lead).toMatchObject({
    phone_number: '+12025550155',
    variables: { name: 'Ada', Timezone: 'America/Denver' },
    secondary_contacts: [{ phone_number: '+12025550156' }],
  })
  const consents = (await owner.api('GET', '/user/consents')).body
  expect(consents.data).toMatchObject([{ phone_number: '+12025550155', kind: 'express' }])
})

test('a campaign that enforces calling rules notes where its leads wait', async () => {
  const owner = await fileOwner(world, await world.user())
  const rules = await owner.api('PUT', `/user/campaigns/${owner.campaign_id}`, { calling_rules: 'enforce' })
  expect(rules.status).toBe(200)
  const long = 'x'.repeat(1_200)
  const made = await owner.bring(`phone_number,region,note\n+13055551001,US-CO,${long}`)
  expect(made).toMatchObject({ status: 'done', imported: 1 })
})

test('UTF-16 is read, and a number may come twice if that is allowed', async () => {
  const owner = await fileOwner(world, await world.user())
  const text = '\ufeffphone_number\r\n+12025550155\r\n+12025550155\r\n'
  expect(await owner.bring(Buffer.from(text, 'utf16le'), { allow_dupplicate: true })).toMatchObject({ imported: 2 })
})

describe('a workbook of Excel', () => {
  const day = { xml: '<c s="1"><v>46351</v></c>' }
  const rows: TestCell[][] = [
    ['phone_number', 'name', 'since'],
    ['+12025550155', 'Ada', day],
    [{ xml: '<c s="2"><v>12025550156</v></c>' }, 'Bo', ''],
    ['4.9E+10', 'Cy', ''],
    ['+12025550157', { xml: '<c r="B5" t="e"><v>#N/A</v></c>' }, ''],
  ]
  const book = (more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
    workbookOf({ sheets: [{ name: 'Leads', rows }], formats: ['dd.mm.yyyy', '"+"0'], ...more })

  test('becomes leads, and its rejected rows a CSV file', async () => {
    const owner = await fileOwner(world, await world.user())
    const made = await owner.bring(book(), { name: 'leads.xlsx' })
    expect(made).toMatchObject({ status: 'done', sheet: null, rows: 4, imported: 2, rejected: 2 })
    expect(made.first_rejections).toEqual([
      { line: 4, reason: expect.stringContaining('shortened its phone number, as 4.9E+10') },
      { line: 5, reason: 'Its cell B5 holds an error of a formula.' },
    ])
    expect(await owner.numbers()).toEqual(['+12025550155', '+12025550156'])
    const { data } = (await owner.api('GET', '/user/leads')).body
    expect(data[1].variables).toEqual({ name: 'Ada', since: '2026-11-25' })
    expect((await owner.rejectedText(made.id)).split('\r\n')).toEqual([
      'rejected_line,rejected_reason,phone_number,name,since',
      expect.stringMatching(/,4.9E\+10,Cy$/),
      '5,Its cell B5 holds an error of a formula.,+12025550157',
      '',
    ])
  })

  test('reads the named sheet under the given column names', async () => {
    const owner = await fileOwner(world, await world.user())
    const sheets = [
      { name: 'Leads', rows },
      {
        name: 'More',
        rows: [
          ['Telefon', 'Vorname'],
          ['+12025550158', 'Di'],
        ],
      },
    ]
    const columns = ['phone_number', 'first_name']
    const made = await owner.bring(book({ sheets }), { sheet: 'More', columns })
    expect(made).toMatchObject({ status: 'done', sheet: 'More', imported: 1 })
    const [lead] = (await owner.api('GET', '/user/leads')).body.data
    expect(lead).toMatchObject({ phone_number: '+12025550158', variables: { first_name: 'Di' } })
  })

  test.each([
    [{ sheet: 'Other' }, book(), 'The workbook has no sheet of that name. Its sheets: Leads.'],
    [{ sheet: 'Other' }, 'phone_number\n+12025550155', 'The file is no workbook, so it has no sheets.'],
    [{ columns: ['phone_number'] }, book(), 'The heading has 3 columns, but 1 names were given.'],
    [{}, book({ sheets: [{ name: 'A', rows: [] }] }), 'The sheet is empty.'],
    [{}, Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'The workbook has a password, or is of the old kind (.xls)'],
  ])('fails in words: %j', async (more, content, words) => {
    const owner = await fileOwner(world, await world.user())
    const made = await owner.bring(content, more)
    expect(made).toMatchObject({ status: 'failed', rows: 0, failure_reason: expect.stringContaining(words) })
  })

  test('fails where it is damaged, and keeps the rows before', async () => {
    const owner = await fileOwner(world, await world.user())
    const cells = ['phone_number', ...phones(1_500)].map((text) => `<row><c t="str"><v>${text}</v></c></row>`)
    const xml = Buffer.from(`<worksheet><sheetData>${cells.join('')}<!DOCTYPE a>`)
    const made = await owner.bring(book({ more: { 'xl/worksheets/sheet1.xml': xml } }), { allow_dupplicate: true })
    expect(made).toMatchObject({ status: 'failed', rejected: 0 })
    expect(made.rows).toBe(made.imported)
    expect(made.imported).toBeGreaterThan(1_000)
    expect(made.failure_reason).toBe(
      `The workbook declares entities of its own. Rows up to line ${made.rows + 1} were read.`,
    )
  })
})

test('an imported file is removed; a repeated message changes nothing', async () => {
  const user = await world.user()
  const owner = await fileOwner(world, user)
  const made = await owner.bring(['phone_number', ...phones(30), 'none'].join('\n'))
  expect((await world.bucketKeys()).filter((key) => key.includes(`${user.id}/leads/`))).toEqual([])
  await registry.importLeadsQueue(world.parts).nudge({ user_id: user.id, import_id: made.id })
  await world.run(30)
  expect(await owner.look(made.id)).toMatchObject({ rows: 31, imported: 30, rejected: 1 })
  expect(await owner.numbers()).toEqual(phones(30))
})

test('compacts leads that were created one by one before the import', async () => {
  const user = await world.user()
  const owner = await fileOwner(world, user)
  const [before, imported] = [phones(60).slice(20), phones(20)]
  for (const phone_number of before) await leadFor(world, user, owner.campaign_id, phone_number)
  await world.run(2)
  expect(await owner.bring(['phone_number', ...imported].join('\n'))).toMatchObject({ imported: 20 })
  expect(await owner.numbers()).toEqual(phones(60))
})

test('records the consent of a person who opted out and was erased since', async () => {
  const owner = await fileOwner(world, await world.user())
  const phone_number = '+12025550178'
  await owner.api('POST', '/user/blacklist', { phone_number, reason: 'By letter' })
  await owner.api('POST', '/user/people/erasures', { phone_number })
  await world.run(600)
  await owner.bring(`phone_number,consent_kind\n${phone_number},express`)
  expect((await owner.api('GET', '/user/consents')).body.total).toBe(1)
})

test('a file is imported once when its message comes twice at the same time', async () => {
  const user = await world.user()
  const owner = await fileOwner(world, user)
  const file = ['phone_number', ...phones(40), 'none'].join('\n')
  const { body } = await owner.begin(file, { allow_dupplicate: true })
  await owner.upload(body.upload, Buffer.from(file))
  const ref = { user_id: user.id, import_id: body.data.id }
  await Promise.all([1, 2, 3].map(() => registry.importLeadsQueue(world.parts).nudge(ref)))
  await world.run(90)
  expect(await owner.look(body.data.id)).toMatchObject({ status: 'done', rows: 41, imported: 40, rejected: 1 })
  expect(await owner.numbers()).toEqual(phones(40))
  expect((await owner.rejectedText(body.data.id)).split('\r\n')).toHaveLength(3)
})

test('pins the file of an import that 0.2.0 began', async () => {
  const user = await world.user()
  const owner = await fileOwner(world, user)
  const file = ['phone_number', ...phones(20)].join('\n')
  const { body } = await owner.begin(file)
  await owner.upload(body.upload, Buffer.from(file))
  const ref = { user_id: user.id, import_id: body.data.id }
  const begun = faults.arm({ operation: 'import-lead-file', call: 6, kind: 'dies before it', about: user.id })
  await world.run(60)
  faults.disarm()
  expect(begun[0]?.struck).toBeDefined()
  const leadImports = registry.leadImports(world.parts)
  const { etag, ...old } = (await leadImports.find(ref)) ?? expect.fail('The import is missing')
  expect([old.status, etag]).toEqual(['importing', expect.stringMatching(/^"/)])
  expect(await leadImports.advance({ ...old }, old, old.run_until)).not.toHaveProperty('etag')
  await world.run(1_400)
  expect(await leadImports.find(ref)).toMatchObject({ status: 'done', etag, rows: 20, imported: 20 })
})

test('a running campaign calls the leads, and a stopped one keeps them', async () => {
  const user = await world.user()
  await world.number(user)
  const owner = await fileOwner(world, user)
  const { campaign_id } = owner
  await owner.api('PUT', `/user/campaigns/${campaign_id}`, { mark_complete_when_no_leads: false })
  await owner.bring('phone_number\n+12025550154')
  await owner.api('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  await world.run(300)
  const first = (await owner.api('GET', '/user/calls')).body.total
  await owner.bring('phone_number\n+12025550155')
  await world.run(300)
  const calls = async () => (await owner.api('GET', '/user/calls')).body.total
  expect(await calls()).toBeGreaterThan(first)
  await owner.api('POST', '/user/campaigns/update-status', { campaign_id, action: 'stop' })
  await world.run(300)
  const before = await calls()
  expect(await owner.bring('phone_number\n+12025550156')).toMatchObject({ imported: 1 })
  await world.run(300)
  expect(await calls()).toBe(before)
})

test('fails when the campaign is deleted, and no lead of it is left', async () => {
  const user = await world.user()
  const owner = await fileOwner(world, user)
  const file = ['phone_number', ...phones(1500)].join('\n')
  const { body } = await owner.begin(file)
  await owner.upload(body.upload, Buffer.from(file))
  const isMid = faults.arm({
    operation: 'import-lead-file',
    call: 30,
    kind: async () => owner.api('DELETE', `/user/campaigns/${owner.campaign_id}`),
    about: user.id,
  })
  await world.run(200)
  faults.disarm()
  expect(isMid[0]?.struck).toBeDefined()
  const made = await owner.look(body.data.id)
  expect(made).toMatchObject({ status: 'failed', failure_reason: 'The campaign was deleted.' })
  expect(made.rows).toBe(made.imported + made.rejected)
  expect((await owner.api('GET', '/user/leads')).body.total).toBe(0)
})

describe.each(faultKinds)('%s', (kind) => {
  test('at every call of an import: each row is imported or rejected once', async () => {
    for (let call = 0, isStruck = true; isStruck; call++) {
      const user = await world.user()
      const owner = await fileOwner(world, user)
      const file = ['phone_number', ...phones(7), ...phones(2), 'none'].join('\n')
      const { body } = await owner.begin(file)
      await owner.upload(body.upload, Buffer.from(file))
      faults.arm({ operation: 'import-lead-file', call, kind, about: user.id })
      await world.run(60)
      isStruck = faults.struck() !== undefined
      faults.disarm()
      await world.run(1_400)
      const made = await owner.look(body.data.id)
      expect(made, `call ${call}`).toMatchObject({ status: 'done', rows: 10, imported: 7, rejected: 3 })
      expect(await owner.numbers(), `call ${call}`).toEqual(phones(7))
      expect((await owner.rejectedText(made.id)).split('\r\n'), `call ${call}`).toHaveLength(5)
      const open = await world.parts.table.get<Record<string, number>>(openJobsKey(user.id))
      expect(open?.lead_imports).toBe(0)
      expect(call).toBeLessThan(60)
    }
    const left = await dueLeft(world.services.deadlines)
    expect(left.filter(({ noun }) => noun === 'lead-import')).toEqual([])
  })
})
