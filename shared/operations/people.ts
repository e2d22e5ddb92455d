import * as z from 'zod'
import { PersonErasureItem, PersonExportItem, PersonWorkRef } from '../domain/people/person-work.ts'
import { text } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { http, worker } from './define.ts'

const area = 'people'

/** The number is in the body, because logs contain paths. */
const aPerson = form({ phone_number: text({ max: 64, exact: true }) })

export const createPersonExport = http({
  id: 'create-person-export',
  area,
  method: 'POST',
  path: '/user/people/exports',
  status: 202,
  scope: 'all',
  agents: false,
  summary: 'Export the data of a phone number',
  description:
    'Leads, contacts, calls with their transcripts, text messages, consents, opt-outs and decisions. Answers as soon as the export is recorded; `GET /user/people/exports/{id}` shows when the files are ready. They are kept for a month.',
  body: aPerson,
  problems: ['invalid_phone_number', 'too_many_person_works'],
  returns: z.object({ message: z.string(), data: PersonExportItem }),
  uses: ['handlePersonQueue.nudge', 'personWorks.begin'],
})

export const getPersonExport = http({
  id: 'get-person-export',
  area,
  method: 'GET',
  path: '/user/people/exports/{id}',
  scope: 'all',
  agents: false,
  summary: 'Get the status of a person export',
  description:
    'The files have one JSON object a line. Links are valid for an hour and made for each request. `removed`: the person was erased since.',
  missing: 'person_export_not_found',
  returns: PersonExportItem,
  uses: ['personWorks.find', 'recordings.link'],
})

export const createPersonErasure = http({
  id: 'create-person-erasure',
  area,
  method: 'POST',
  path: '/user/people/erasures',
  status: 202,
  scope: 'all',
  agents: false,
  summary: 'Erase the data of a phone number',
  description:
    'An erasure cannot be undone. An opt-out stays as a keyed hash of the number and still bars calls and texts. Evidence stays without the person’s data. Leads of the number leave their campaigns. Answers as soon as the erasure is recorded; it takes some minutes, and `GET /user/people/erasures/{id}` shows when it is done.',
  body: aPerson,
  problems: ['invalid_phone_number', 'person_on_call', 'too_many_person_works'],
  returns: z.object({ message: z.string(), data: PersonErasureItem }),
  uses: ['handlePersonQueue.nudge', 'people.isOnCall', 'personWorks.begin'],
})

export const getPersonErasure = http({
  id: 'get-person-erasure',
  area,
  method: 'GET',
  path: '/user/people/erasures/{id}',
  scope: 'all',
  agents: false,
  summary: 'Get the status of a person erasure',
  description:
    '`done`: a second search found no data. `waits_for`: calls and messages that began meanwhile, and are erased when they are over.',
  missing: 'person_erasure_not_found',
  returns: PersonErasureItem,
  uses: ['personWorks.find'],
})

export const handlePerson = worker({
  id: 'handle-person',
  area,
  queue: 'handlePersonQueue',
  broughtBy: 'a person’s export or erasure that is asked for',
  isRare: true,
  userLimit: { by: 'open jobs', kind: 'person_works' },
  message: PersonWorkRef,
  batchMax: 1,
  concurrencyMax: 10,
  timeoutSeconds: 60,
  memoryMegabytes: 1024,
  uses: [
    'calls.charge',
    'calls.details',
    'calls.find',
    'calls.remove',
    'clock',
    'conversations.find',
    'conversations.remove',
    'conversations.utterances',
    'dataExports.find',
    'dataExports.retire',
    'evidence.contents',
    'evidenceExports.find',
    'evidenceExports.retire',
    'exportFiles.remove',
    'handlePersonQueue.nudge',
    'leadImports.find',
    'leadImports.retire',
    'people.erase',
    'people.forgetDeliveries',
    'people.page',
    'people.tell',
    'personWorks.advance',
    'personWorks.find',
    'personWorks.retire',
    'recordings.keep',
    'recordings.remove',
    'toolCalls.list',
  ],
  failureHurts: 'people whose data was to be erased or written down wait for it',
})
