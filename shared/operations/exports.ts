import * as z from 'zod'
import { ExportItem, ExportRef } from '../domain/account/data-export.ts'
import { ExportDraft } from '../domain/account/export-form.ts'
import { http, worker } from './define.ts'

const area = 'exports'

export const createExport = http({
  id: 'create-export',
  area,
  method: 'POST',
  path: '/user/exports',
  status: 202,
  // Not for agents: the file has phone numbers.
  agents: false,
  summary: 'Export a list as a file',
  description:
    'Takes the filters of the list by the names of its query parameters; texts and transactions take `date_from` and `date_to`, campaigns, the blacklist and numbers none. Rows that are made later are not in the file. `format` is `csv` unless it says `jsonl`. Answers as soon as the export is recorded; `GET /user/exports/{id}` shows when the file is ready.',
  body: ExportDraft,
  problems: ['too_many_exports'],
  returns: z.object({ message: z.string(), data: ExportItem }),
  uses: ['clock', 'dataExports.begin', 'writeExportQueue.nudge'],
})

export const getExport = http({
  id: 'get-export',
  area,
  method: 'GET',
  path: '/user/exports/{id}',
  // Not for agents: the link opens a file with phone numbers.
  agents: false,
  summary: 'Get the status of an export',
  description:
    'The file is kept for a day. `url` is made for each request, and valid for an hour at most. `rows` grows while the file is written. `removed`: a person was erased since.',
  missing: 'export_not_found',
  returns: ExportItem,
  uses: ['clock', 'dataExports.find', 'exportFiles.link'],
})

export const writeExport = worker({
  id: 'write-export',
  area,
  queue: 'writeExportQueue',
  broughtBy: 'an export of a list that is asked for',
  isRare: true,
  userLimit: { by: 'open jobs', kind: 'data_exports' },
  message: ExportRef,
  batchMax: 1,
  concurrencyMax: 5,
  timeoutSeconds: 120,
  memoryMegabytes: 1024,
  uses: [
    'blacklist.page',
    'callPages.page',
    'campaigns.list',
    'chats.page',
    'clock',
    'consents.page',
    'dataExports.advance',
    'dataExports.find',
    'exportFiles.begin',
    'exportFiles.complete',
    'exportFiles.put',
    'exportFiles.remove',
    'leadPages.page',
    'ledger.page',
    'numbers.list',
    'sms.page',
    'writeExportQueue.nudge',
  ],
  failureHurts: 'files of lists that users asked for are not written',
})
