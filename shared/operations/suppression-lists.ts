import * as z from 'zod'
import { ListDraft } from '../domain/suppression-lists/list-form.ts'
import { ListImportItem, ListItem, ListRef } from '../domain/suppression-lists/suppression-list.ts'
import { http, worker } from './define.ts'

const area = 'suppression-lists'

export const listSuppressionLists = http({
  id: 'list-suppression-lists',
  area,
  method: 'GET',
  path: '/user/suppression-lists',
  summary: 'List the do-not-call lists that are in force',
  description:
    'All in one answer: there are never more than 10. A list that `is_stale` stays in force. Lists of the operator apply too, and are not shown.',
  returns: z.object({ data: z.array(ListItem) }),
  uses: ['clock', 'suppressionLists.head'],
})

export const createSuppressionList = http({
  id: 'create-suppression-list',
  area,
  method: 'POST',
  path: '/user/suppression-lists',
  summary: 'Import a do-not-call list',
  description:
    'The answer has an `upload`, a form to be posted with the file within 15 minutes: CSV with a number a row, with its country or of `country`, or `area,number` as the FTC hands it out. `as_of` is the day of its data. The former version stays in force until the new one replaces it as a whole. `GET /user/suppression-lists/{id}` shows the progress.',
  body: ListDraft,
  status: 202,
  returns: z.object({
    message: z.string(),
    data: ListImportItem,
    upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  }),
  problems: ['too_many_suppression_lists', 'too_many_list_imports'],
  uses: [
    'clock',
    'importListQueue.nudge',
    'knowledgeStore.uploadForm',
    'suppressionLists.begin',
    'suppressionLists.head',
  ],
})

export const getSuppressionList = http({
  id: 'get-suppression-list',
  area,
  method: 'GET',
  path: '/user/suppression-lists/{id}',
  summary: 'Get the import status of a suppression list',
  description:
    '`refused` counts the rows that were not imported; the first 100 are shown with their lines. The import is shown for 90 days; its list stays in force.',
  missing: 'suppression_list_not_found',
  returns: z.object({ data: ListImportItem }),
  uses: ['suppressionLists.find'],
})

export const deleteSuppressionList = http({
  id: 'delete-suppression-list',
  area,
  method: 'DELETE',
  path: '/user/suppression-lists/{id}',
  summary: 'Remove a do-not-call list',
  description:
    'Within a minute, numbers that only this list barred may be called and texted again. Until then the list is shown. A second request answers 404.',
  missing: 'suppression_list_not_found',
  returns: z.object({ message: z.string() }),
  uses: ['importListQueue.nudge', 'suppressionLists.remove'],
})

export const importList = worker({
  id: 'import-list',
  area,
  queue: 'importListQueue',
  broughtBy: 'a suppression list that is uploaded or deleted',
  isRare: true,
  userLimit: { by: 'open jobs', kind: 'list_imports' },
  message: ListRef,
  batchMax: 1,
  concurrencyMax: 8,
  timeoutSeconds: 900,
  // A run needs 16 bytes per phone number.
  memoryMegabytes: 2048,
  recursiveLoop: 'Allow',
  uses: [
    'clock',
    'importListQueue.nudge',
    'knowledgeStore.etagOf',
    'knowledgeStore.read',
    'knowledgeStore.remove',
    'suppressionLists.advance',
    'suppressionLists.clear',
    'suppressionLists.entries',
    'suppressionLists.find',
    'suppressionLists.head',
    'suppressionLists.putInForce',
    'suppressionLists.watch',
    'suppressionLists.write',
  ],
  failureHurts: 'do-not-call lists stay in their former version, and age',
})
