import { expect, test } from 'vitest'
import { dataExports } from '../../../shared/data/account/data-exports.ts'
import { exportFileKey, newDataExport } from '../../../shared/domain/account/data-export.ts'
import { exportFiles } from '../../../shared/providers/aws/export-files.ts'
import { writeExportQueue } from '../../../shared/providers/aws/queues.ts'
import { csvFileReader } from '../../../shared/words/csv.ts'
import { idAt } from '../../../shared/words/id.ts'
import { campaignFor, leadFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { livePerson } from '../people/life.ts'
import { exported, idsIn, oldCalls } from './exporting.ts'

const world = useWorld()

const rowsOf = (text: string): Record<string, string>[] => {
  const reader = csvFileReader()
  const records = [...reader.take(new TextEncoder().encode(text)), ...reader.end()]
  const [names = [], ...rows] = records.map((record) => ('cells' in record ? record.cells : []))
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}

test('writes the rows of each list, as the list has them', async () => {
  const { user, ask } = await livePerson(world)
  const lists = {
    calls: 'calls',
    leads: 'leads',
    sms: 'sms',
    transactions: 'transactions',
    conversations: 'conversations',
    campaigns: 'campaigns',
    consents: 'consents',
    blacklist: 'blacklist',
    numbers: 'phone-numbers/all',
  }
  for (const [what, path] of Object.entries(lists)) {
    const { body, text } = await exported(world, user, { what, format: 'jsonl' })
    const answer = (await ask('GET', `/user/${path}?per_page=100`)).body
    const data = answer.data ?? answer
    const lines = text.split('\n').filter(Boolean)
    expect(body, what).toMatchObject({ status: 'done', rows: data.length, bytes: Buffer.byteLength(text) })
    const shown = data.map(
      ({ recording_url: _, campaign, ...row }: Record<string, unknown> & { campaign?: { name: string } }) => ({
        ...row,
        ...(campaign && { campaign_name: campaign.name }),
      }),
    )
    expect(
      lines.map((line) => JSON.parse(line)),
      what,
    ).toEqual(shown)
  }
}, 60_000)

test('exports consents of one number, and leaves out what is made later', async () => {
  const user = await world.user()
  const consentOf = async (phone_number: string) =>
    (await world.api(user.token, 'POST', '/user/consents', { phone_number, kind: 'express' })).body.data.id
  const older = await consentOf('+12025550101')
  await consentOf('+12025550102')
  await world.run(1)
  const wanted = { what: 'consents', format: 'jsonl', filters: { phone_number: '001 202-555-0101' } }
  const begun = await world.api(user.token, 'POST', '/user/exports', wanted)
  // Ids created in the same millisecond are in random order.
  const made = [older]
  while (made.every((id) => id < begun.body.data.id)) made.push(await consentOf('+12025550101'))
  await world.run(30)
  const { body } = await world.api(user.token, 'GET', `/user/exports/${begun.body.data.id}`)
  const before = made.slice(0, -1).sort((one, other) => other - one)
  expect(idsIn(await (await fetch(body.url)).text())).toEqual(before)
})

test('exports numbers, campaigns and several pages of the blacklist once, newest first', async () => {
  const user = await world.user()
  const numbers = []
  const campaigns = []
  const listed = []
  for (let count = 0; count < 3; count++) {
    numbers.unshift((await world.number(user)).id)
    campaigns.unshift(await campaignFor(world, user))
    await world.run(1)
  }
  for (const place of Array(120).keys()) {
    const phone_number = `+1202555${1000 + place}`
    listed.unshift((await world.api(user.token, 'POST', '/user/blacklist', { phone_number })).body.data.id)
    await world.run(1)
  }
  for (const [what, ids] of Object.entries({ numbers, campaigns, blacklist: listed })) {
    const { body, text } = await exported(world, user, { what, format: 'jsonl' })
    expect([body.rows, idsIn(text)], what).toEqual([ids.length, ids])
  }
})

test('filters as the list does, and leaves out rows that are made later', async () => {
  const user = await world.user()
  const [newest, ...older] = await oldCalls(world, user, 3)
  await oldCalls(world, user, 2, { status: 'busy' })
  const stranger = await world.user()
  await oldCalls(world, stranger, 1)
  const wanted = { what: 'calls', format: 'jsonl', filters: { status: 'completed' } }
  const begun = await world.api(user.token, 'POST', '/user/exports', wanted)
  await oldCalls(world, user, 1, { id: 0, status: 'completed' })
  await world.run(30)
  const { body } = await world.api(user.token, 'GET', `/user/exports/${begun.body.data.id}`)
  const text = await (await fetch(body.url)).text()
  expect(idsIn(text)).toEqual(expect.arrayContaining([newest, ...older]))
  expect(new Set(idsIn(text)).size).toBe(idsIn(text).length)
})

test('writes CSV that a spreadsheet reads as text: a byte-order mark, and no formulas', async () => {
  const user = await world.user()
  const campaign_id = await campaignFor(world, user, { name: '=HYPERLINK("http://x.test")' })
  await leadFor(world, user, campaign_id, '+12025550101', { variables: { note: '=1+1, "quoted"\nline' } })
  await world.run(1)
  const { text } = await exported(world, user, { what: 'leads' })
  expect(text.startsWith('\ufeffid,phone_number,variables,')).toBe(true)
  const [row] = rowsOf(text)
  expect(row).toMatchObject({ phone_number: '+12025550101', campaign_name: `'=HYPERLINK("http://x.test")` })
  expect(JSON.parse(row?.variables ?? '')).toEqual({ note: '=1+1, "quoted"\nline' })
})

test.each(['=1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '＝1'])('makes %s in a cell harmless', async (text) => {
  const user = await world.user()
  await oldCalls(world, user, 1, { transcript: text })
  const { text: file } = await exported(world, user, { what: 'calls' })
  expect(rowsOf(file)[0]?.transcript).toBe(`'${text}`)
})

test('writes only the heading for an empty list, or nothing as JSON lines', async () => {
  const user = await world.user()
  expect(rowsOf((await exported(world, user, { what: 'sms' })).text)).toEqual([])
  const { body, text } = await exported(world, user, { what: 'sms', format: 'jsonl' })
  expect([body.status, body.bytes, text]).toEqual(['done', 0, ''])
})

test('gives up after a day, and removes what was uploaded', async () => {
  const user = await world.user()
  const id = idAt(world.clock.now() - 25 * 60 * 60_000, 0.5)
  const ref = { user_id: user.id, export_id: id }
  const files = exportFiles(world.parts)
  const made = newDataExport({ id, user_id: user.id, what: 'calls', format: 'csv', filters: {} })
  const upload = await files.begin(exportFileKey(made))
  const state = { status: 'writing' as const, upload, attempt: 1, parts: [], before: id, isRead: false }
  await dataExports(world.parts).begin({ ...made, state })
  await writeExportQueue(world.parts).nudge(ref)
  await world.run(10)
  const { body } = await world.api(user.token, 'GET', `/user/exports/${id}`)
  expect(body).toMatchObject({ status: 'failed', failure_reason: 'took_too_long', url: null })
  await expect(files.put({ key: exportFileKey(made), id: upload }, 1, new Uint8Array(1))).rejects.toThrow('404')
})
