import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importLeads, openLocalFile } from '../../../infra/admin/import-leads.ts'
import { adminUses } from '../../../infra/admin/tools.ts'
import type { Campaign } from '../../../shared/domain/campaigns/campaign.ts'
import { campaignSettings } from '../../../shared/domain/campaigns/campaign-settings.ts'
import type { Lead } from '../../../shared/domain/leads/lead.ts'
import { newLead } from '../../../shared/domain/leads/lead-form.ts'
import { newLeadImport } from '../../../shared/domain/leads/lead-import.ts'
import { histories } from '../../../shared/runtime/histories.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dependenciesOf, openParts } from '../../../shared/runtime/wiring.ts'
import { historyKeys, leadKey, userKey } from '../../../shared/table/keys.ts'
import { idAt, timeOfId } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { type FreshTable, freshTable } from '../../data/fresh-table.ts'
import { inProve } from '../../in-prove.ts'
import { watchLists } from '../../lists/store/watched-lists.ts'
import { workbookOf } from '../../words/xlsx/workbook-file.ts'

let folder: string
let store: FreshTable
let users = 0
let said: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  store = await freshTable()
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  said = []
})

const rules = { name: 'C', assistant_id: 1, timezone: 'UTC', allowed_days: ['monday' as const] }
const hours = { allowed_hours_start_time: '00:00:00', allowed_hours_end_time: '23:59:59' }
const retries = { max_retries: 1, retry_interval: 60, retry_on_voicemail: false, mark_complete_when_no_leads: true }

const open = async (more: Partial<Campaign> = {}) => {
  const { table, clock, random } = store
  const parts = { ...openParts({}), table, clock, random }
  const tools = {
    ...dependenciesOf(adminUses, registry, parts),
    warn: (text: string) => said.push(text),
    showProgress: (text: string) => said.push(text),
  }
  const user_id = ++users
  const campaign: Campaign = {
    ...campaignSettings.defaults,
    ...rules,
    ...hours,
    ...retries,
    id: idAt(clock.now(), 0) + user_id,
    user_id,
    status: 'draft',
    max_calls_in_parallel: 1,
    updated_at: 0,
    revision: 1,
    ...more,
  }
  await registry.campaigns(parts).create(campaign)
  const stored = async () => {
    const items = await table.query<Partial<Lead>>({ pk: leadKey(user_id, 0).pk })
    return items.filter((item) => 'phone_number' in item)
  }
  const importRows = async (
    content: string[] | Uint8Array,
    how: { anyNumber?: boolean; partRows?: number; sheet?: string } = {},
    others = tools,
  ) => {
    const file = join(folder, `${user_id}.csv`)
    await writeFile(file, content instanceof Uint8Array ? content : content.join('\n'))
    return importLeads(
      { campaign, file: await openLocalFile(file), anyNumber: false, chunkRows: 6, partRows: 3, ...how },
      others,
    )
  }
  return { campaign, tools, parts, stored, importRows, leads: registry.leads(parts) }
}

const phones = (count: number) => Array.from({ length: count }, (_, row) => `+1202555${String(1000 + row)}`)
const rejections = () => said.filter((text) => text.startsWith('Line '))

test('columns become the number, the contacts in order, and variables', async () => {
  const { importRows, stored, campaign } = await open()
  const answer = await importRows([
    'name;phone_number;secondary_phone_number;secondary_phone_number_2;city',
    'Ann;+1 (202) 555-0100;+12025550101;+12025550102;Berlin',
    ';+12025550103;;+12025550104;',
  ])
  expect(answer).toEqual({ rows: 2, imported: 2, rejected: 0 })
  const contact = { status: 'created', variables: '{}' }
  expect(await stored()).toMatchObject([
    {
      campaign_id: campaign.id,
      phone_number: '+12025550100',
      variables: JSON.stringify({ name: 'Ann', city: 'Berlin' }),
      contacts: [
        { phone_number: '+12025550101', ...contact },
        { phone_number: '+12025550102', ...contact },
      ],
    },
    { phone_number: '+12025550103', variables: '{}', contacts: [{ phone_number: '+12025550104' }] },
  ])
})

test('place columns are read and stay variables; unreadable values are counted', async () => {
  const { stored, importRows, campaign, leads } = await open({ calling_rules: 'enforce', has_places: true })
  await importRows([
    'phone_number,timezone,Region',
    '+13055551001,America/Denver,US-CO',
    '+13055551002,Mountain,CO',
    '+13055551003,,',
  ])
  expect(said).toContain('Read as places of people: timezone, Region.')
  expect(said).toContainEqual(expect.stringMatching(/^1 row says in a way that cannot be read where the person is/))
  const [one, other, third] = await stored()
  expect(one).toMatchObject({
    timezone: 'America/Denver',
    region: 'US-CO',
    variables: expect.stringContaining('Denver'),
  })
  expect(other).not.toHaveProperty('timezone')
  expect([one, other, third].map((lead) => lead?.queue_place)).toEqual([
    expect.any(String),
    third?.queue_place,
    expect.any(String),
  ])
  const places = await leads.buckets(campaign.user_id, campaign.id)
  expect(places.map(({ zones }) => zones).toSorted()).toEqual([['America/Denver'], ['America/New_York']])
})

test('consent columns are read; a row with an unreadable consent is rejected', async () => {
  const { importRows, stored, campaign, parts } = await open()
  const lines = [
    'phone_number,consent_kind,consent_covers_artificial_voice,consent_given_at,xxTrustedFormCertUrl,consent_note',
    '+12025550100,express_written,yes,2025-12-01,https://cert.example/1,x',
    '+12025550101,,,,,',
    '+12025550102,oral,,,,',
  ]
  for (let time = 0; time < 2; time++) expect(await importRows(lines)).toEqual({ rows: 3, imported: 2, rejected: 1 })
  expect(said[0]).toBe(
    'Read as consents: consent_kind, consent_covers_artificial_voice, consent_given_at, xxTrustedFormCertUrl.',
  )
  expect(rejections()).toContain('Line 4: Its consent: The selected kind is invalid.')
  expect(await stored()).toMatchObject([{ variables: expect.stringContaining('consent_note') }, {}])
  const { items, total } = await registry.consents(parts).page(campaign.user_id, {}, 0, 10)
  expect(total).toBe(1)
  expect(items).toMatchObject([
    {
      phone_number: '+12025550100',
      kind: 'express_written',
      covers_artificial_voice: true,
      certificate_url: 'https://cert.example/1',
      recorded_by: 'import',
    },
  ])
})

test('prints every rejected row with its reason and imports the others', async () => {
  const { importRows, stored } = await open()
  const rows = [
    'phone_number,secondary_phone_number,name',
    '+12025550100,,Ann',
    'nonsense,,Bo',
    ',,Cy',
    '',
    '+12025550100,,Di',
    '+12025550101,nonsense,Ed',
    '+12025550102,+12025550102,Flo',
    '+12025550103,+12025550100,Gus',
    '+12025550104,,Hal,more',
    `+12025550105,,${'x'.repeat(20_000)}`,
    '+12025550106,,Ida',
  ]
  const answer = await importRows(rows, { partRows: 6 })
  expect(answer).toEqual({ rows: 10, imported: 2, rejected: 8 })
  expect(rejections()).toEqual([
    'Line 3: The phone number field must be a valid phone number.',
    'Line 4: The phone number field is required.',
    'Line 6: The phone number has already been added to this campaign.',
    'Line 7: The secondary phone number field must be a valid phone number.',
    'Line 8: The phone number has already been added to this campaign.',
    'Line 9: The phone number has already been added to this campaign.',
    'Line 10: It has 4 cells, but there are 3 columns.',
    'Line 11: Its variables are too many or too long.',
  ])
  expect((await stored()).map(({ phone_number }) => phone_number)).toEqual(['+12025550100', '+12025550106'])
})

test('duplicates are imported where they are allowed', async () => {
  const { importRows, stored } = await open()
  const rows = ['phone_number', '+12025550100', '+12025550100', '+12025550101']
  expect(await importRows(rows, { anyNumber: true })).toMatchObject({ imported: 3, rejected: 0 })
  expect(await stored()).toHaveLength(3)
})

test.each([
  ['name,city', 'None of the 2 columns of the heading (the first row) is named phone_number.'],
  ['phone_number,,city', 'Column 2 of the heading has no name.'],
  ['phone_number,city,city', 'Column 3 of the heading has the name of another column.'],
  [
    `phone_number,${Array.from({ length: 11 }, (_, index) => `secondary_phone_number_${index}`)}`,
    'A lead has at most 10 secondary contacts.',
  ],
])('the heading %s is refused in words', async (heading, words) => {
  const { importRows } = await open()
  await expect(importRows([heading, '+12025550100'])).rejects.toThrow(words)
})

test('progress is told after each chunk', async () => {
  const { importRows } = await open()
  await importRows(['phone_number', ...phones(9)])
  const bars = said.filter((text) => text.startsWith('['))
  expect(bars).toHaveLength(2)
  expect(bars.at(-1)).toMatch(/^\[#{24}\] 100 % {2}9 leads {2}0 rejected {2}\d+ rows\/s$/)
})

const twiceEach = ['phone_number,secondary_phone_number', ...phones(9).flatMap((number) => [number, number]), 'no']
const twiceEachBook = workbookOf({
  sheets: [
    { name: 'Empty', rows: [] },
    { name: 'Leads', rows: twiceEach.map((line) => line.split(',')) },
  ],
})

inProve.each([
  ['before', 'CSV'],
  ['after', 'CSV'],
  ['before', 'XLSX'],
  ['after', 'XLSX'],
])(
  'an import that dies %s any write imports every row once: %s',
  async (moment, kind) => {
    const lines = kind === 'CSV' ? twiceEach : twiceEachBook
    const how = kind === 'CSV' ? {} : { sheet: 'Leads' }
    for (let fatal = 0; ; fatal++) {
      const { importRows, stored } = await open()
      let writes = 0
      store.interfere(async (command, go) => {
        const strikes = /^(Put|Update|Delete|Transact)/.test(command) && writes++ === fatal
        if (!strikes) return go()
        if (moment === 'after') await go().catch(() => {})
        throw new Error('The process died')
      })
      const died = await importRows(lines, how).then(
        () => false,
        () => true,
      )
      store.interfere((_, go) => go())
      if (!died) {
        expect(fatal).toBeGreaterThan(10)
        return
      }
      said = []
      const answer = await importRows(lines, how)
      expect((await stored()).map(({ phone_number }) => phone_number).toSorted(), `died at write ${fatal}`).toEqual(
        phones(9),
      )
      if (answer.imported > 0) expect(answer).toEqual({ rows: 19, imported: 9, rejected: 10 })
      else expect(answer.rejected).toBe(19)
    }
  },
  120_000,
)

test('rows whose ids are taken get others, and the same ones after an interruption', async () => {
  const { importRows, stored, leads, campaign } = await open()
  const { id, user_id } = campaign
  const [first_id, place] = [idAt(store.clock.now(), 0), 2]
  const other = newLead({
    id: first_id + place * 11,
    user_id,
    campaign_id: id,
    phone_number: '+12025559999',
    contacts: [],
  })
  await leads.create(other, false)
  let keeps = 0
  store.interfere(async (command, go) => {
    if (command.startsWith('Put') && ++keeps === 4) throw new Error('The process died')
    return go()
  })
  const rows = ['phone_number', ...phones(5)]
  await expect(importRows(rows, { anyNumber: true })).rejects.toThrow('The process died')
  store.interfere((_, go) => go())
  expect(await importRows(rows, { anyNumber: true })).toMatchObject({ rows: 5, imported: 5 })
  const numbers = (await stored()).map(({ phone_number }) => phone_number)
  expect(numbers.toSorted()).toEqual([...phones(5), '+12025559999'])
})

test.each([false, true])('a row stored under another id keeps it (duplicates: %s)', async (anyNumber) => {
  const { importRows, stored, leads, campaign, tools, parts } = await open()
  const { id: campaign_id, user_id } = campaign
  await parts.table.write([{ put: { ...userKey(user_id), id: user_id } }])
  const first_id = idAt(store.clock.now(), 0)
  const others = [0, 2].map((place) =>
    newLead({ id: first_id + place * 11, user_id, campaign_id, phone_number: `+1202555999${place}`, contacts: [] }),
  )
  for (const other of others) await leads.create(other, false)
  const clock = { ...store.clock, now: () => store.clock.now() + 3_600_000 }
  const own = { ...parts, clock, historyLimits: { rowsMin: 1, idPageRows: 4, segmentRows: 8 } }
  await histories(own).compact({ user_id, noun: 'lead' })
  const dying = {
    ...leads,
    createMany: async (rows: Lead[], any: boolean) => {
      const [row] = rows
      if (!row || row.id >= first_id || row.phone_number !== phones(3)[2]) return leads.createMany(rows, any)
      await leads.create(row, any)
      throw new Error('The process died before the row settled in')
    },
  }
  const rows = ['phone_number', ...phones(5)]
  await expect(importRows(rows, { anyNumber }, { ...tools, leads: dying })).rejects.toThrow('settled in')
  for (const other of others) await leads.remove(other, store.clock.now())
  expect(await importRows(rows, { anyNumber })).toEqual({ rows: 5, imported: 5, rejected: 0 })
  const numbers = (await stored()).map(({ phone_number }) => phone_number)
  expect(numbers.toSorted()).toEqual(phones(5))
  expect((await registry.leadPages(own).page(user_id, {}, 0, 10)).total).toBe(5)
})

test('a dead import keeps its rows’ ids; later chunks get new ones', async () => {
  const { importRows, stored, campaign, tools } = await open()
  const { user_id, id } = campaign
  const rows = ['phone_number', ...phones(15)]
  let now = store.clock.now()
  const later = { ...tools, clock: { ...store.clock, now: () => (now += 1000) } }
  const first_id = idAt(now - 60_000, 0)
  const hash = createHash('sha256').update(rows.join('\n')).digest('hex')
  const wanted = { campaign_id: id, name: 'leads.csv', hash }
  const begun = newLeadImport(wanted, { id: idAt(now - 60_000, 0), user_id }, now)
  await tools.leadImports.begin(begun)
  const position = { offset: 13 + 6 * 13, line: 8 }
  const noted = { ...begun, status: 'importing' as const, first_id, rows: 6, imported: 6, position }
  await tools.leadImports.advance(begun, noted, undefined)
  const before = phones(9).map((phone_number, index) =>
    newLead({ id: first_id + index * 11, user_id, campaign_id: id, phone_number, contacts: [] }),
  )
  await tools.leads.createMany(before, false)
  expect(await importRows(rows, {}, later)).toEqual({ rows: 15, imported: 15, rejected: 0 })
  const made = (await stored()).map((lead) => must(lead.id, 'id'))
  expect(made.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, index) => first_id + index * 11))
  expect(made.slice(12)).toHaveLength(3)
  for (const [place, lead] of made.slice(12).entries()) expect(lead).toBe(must(made[12], 'id') + place * 11)
  expect(timeOfId(must(made[12], 'id'))).toBeGreaterThan(store.clock.now())
})

test('lists leads during an import, and compacts them without overrides', async () => {
  const { campaign, tools, parts, importRows } = await open()
  const leadPages = registry.leadPages(parts)
  const { user_id, id: campaign_id } = campaign
  await parts.table.write([{ put: { ...userKey(user_id), id: user_id } }])
  let now = store.clock.now()
  const clock = { ...store.clock, now: () => now }
  const compacting = histories({ ...parts, clock, historyLimits: { rowsMin: 1, idPageRows: 4, segmentRows: 8 } })
  const totals: number[] = []
  const showProgress = (text: string) => {
    now += 10_000
    return said.push(text)
  }
  const campaigns = {
    ...tools.campaigns,
    find: async (user: number, id: number) => {
      await compacting.compact({ user_id, noun: 'lead' })
      totals.push((await leadPages.page(user_id, {}, 0, 1)).total)
      return tools.campaigns.find(user, id)
    },
  }
  await importRows(['phone_number', ...phones(30)], {}, { ...tools, clock, campaigns, showProgress })
  expect(totals).toEqual([0, 6, 12, 18, 24, 30])
  const { sealed_until } = must(
    await parts.table.get<{ sealed_until: number }>(historyKeys('lead').head(user_id)),
    'head',
  )
  expect(timeOfId(sealed_until)).toBeGreaterThan(store.clock.now())
  expect(await parts.table.query({ pk: historyKeys('lead').override(user_id, 0).pk })).toEqual([])
  expect(await leadPages.counts(user_id, campaign_id)).toEqual({ created: 30, completed: 0, 'reached-max-retries': 0 })
})

test('the first import in a new stage is compacted while it continues', async () => {
  const { campaign, tools, parts, importRows } = await open()
  const { user_id } = campaign
  await parts.table.write([{ put: { ...userKey(user_id), id: user_id } }])
  let now = Date.now()
  const clock = { ...store.clock, now: () => now }
  const compacting = histories({ ...parts, clock, historyLimits: { rowsMin: 1 } })
  const showProgress = () => {
    now += 10_000
    return 0
  }
  const campaigns = {
    ...tools.campaigns,
    find: async (user: number, id: number) => {
      await compacting.compact({ user_id, noun: 'lead' })
      return tools.campaigns.find(user, id)
    },
  }
  await importRows(['phone_number', ...phones(30)], {}, { ...tools, clock, campaigns, showProgress })
  expect((await compacting.progress({ user_id, noun: 'lead' })).compacted).toBeGreaterThan(20)
})

test('a list during an import counts exactly what was answered', async () => {
  const { campaign, tools, parts, importRows } = await open()
  const { user_id } = campaign
  await parts.table.write([{ put: { ...userKey(user_id), id: user_id } }])
  const own = { ...parts, historyLimits: { rowsMin: 1, idPageRows: 4, segmentRows: 8 } }
  const { leads, during } = watchLists(tools.leads, async () => {
    await histories(own).compact({ user_id, noun: 'lead' })
    return registry.leadPages(own).page(user_id, {}, 0, 3)
  })
  const importing = importRows(['phone_number', ...phones(300)], {}, { ...tools, leads })
  const { asked, putOff, wrong } = await during(importing)
  expect([putOff, wrong]).toEqual([0, []])
  expect(asked).toBeGreaterThan(5)
  expect((await registry.leadPages(own).page(user_id, {}, 0, 3)).total).toBe(300)
})

test('a running campaign is woken while its leads come in', async () => {
  const { importRows, tools, campaign } = await open({ status: 'in-progress' })
  await importRows(['phone_number', ...phones(2)])
  const { user_id, id: campaign_id } = campaign
  const later = store.clock.now() + 60_000
  expect(await tools.campaigns.wake({ user_id, campaign_id }, later, store.clock.now() - 1)).toBe(false)
})

test('a campaign that is deleted meanwhile gets no more leads', async () => {
  const { campaign, importRows, tools, parts, stored } = await open()
  const leads = {
    ...tools.leads,
    createMany: async (...some: Parameters<typeof tools.leads.createMany>) => {
      await registry.campaigns(parts).markDeleted(campaign.user_id, campaign.id, store.clock.now())
      return tools.leads.createMany(...some)
    },
  }
  await expect(importRows(['phone_number', ...phones(9)], {}, { ...tools, leads })).rejects.toThrow(
    'The campaign was deleted.',
  )
  expect(await stored()).toHaveLength(6)
})
