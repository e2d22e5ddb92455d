import * as z from 'zod'
import {
  DocumentChanges,
  DocumentDraft,
  KnowledgebaseChanges,
  KnowledgebaseDraft,
} from '../domain/knowledge/knowledge-form.ts'
import { DocumentItem, KnowledgebaseItem } from '../domain/knowledge/knowledge-view.ts'
import { KnowledgeRef } from '../domain/knowledge/knowledgebase.ts'
import { http, worker } from './define.ts'

const area = 'knowledgebases'
const Done = z.object({ message: z.string() })
/** Clients of these operations read errors under `error`. */
const shared = { area, saysError: true, missing: 'knowledgebase_not_found' } as const
const within = { ...shared, missing: 'document_not_found' } as const

export const listKnowledgebases = http({
  ...shared,
  id: 'list-knowledgebases',
  method: 'GET',
  path: '/user/knowledgebases',
  summary: 'List all knowledge bases, newest first',
  description: 'All in one answer: there are never more than 50.',
  returns: z.object({ data: z.array(KnowledgebaseItem) }),
  uses: ['assistants.list', 'knowledgebases.list'],
})

export const getKnowledgebase = http({
  ...shared,
  id: 'get-knowledgebase',
  method: 'GET',
  path: '/user/knowledgebases/{id}',
  summary: 'Get one knowledge base',
  description: '`active` once all of its documents have been read, or failed; `failed` if none of them could be.',
  returns: z.object({ data: KnowledgebaseItem }),
  uses: ['assistants.list', 'knowledgebases.find'],
})

export const createKnowledgebase = http({
  ...shared,
  id: 'create-knowledgebase',
  method: 'POST',
  path: '/user/knowledgebases',
  // Full scope, because a knowledge base decides what assistants say.
  scope: 'all',
  summary: 'Create a knowledge base',
  description: 'Add documents to it, and give it to an assistant with `knowledgebase_id`.',
  body: KnowledgebaseDraft,
  status: 201,
  returns: z.object({ message: z.string(), data: KnowledgebaseItem }),
  problems: ['too_many_knowledgebases'],
  uses: ['clock', 'knowledgebases.create'],
})

export const updateKnowledgebase = http({
  ...shared,
  id: 'update-knowledgebase',
  method: 'PUT',
  path: '/user/knowledgebases/{id}',
  scope: 'all',
  summary: 'Rename or describe a knowledge base',
  description: 'Only fields that are sent change; null removes the description.',
  body: KnowledgebaseChanges,
  returns: z.object({ message: z.string(), data: KnowledgebaseItem }),
  uses: ['assistants.list', 'clock', 'knowledgebases.find', 'knowledgebases.rename'],
})

export const deleteKnowledgebase = http({
  ...shared,
  id: 'delete-knowledgebase',
  method: 'DELETE',
  path: '/user/knowledgebases/{id}',
  summary: 'Delete a knowledge base and its documents',
  description: 'It is removed from all assistants that use it. In a running call, the model is told that it is gone.',
  returns: Done,
  uses: ['assistants.change', 'assistants.list', 'clock', 'knowledgebases.markDeleted', 'readDocumentsQueue.nudge'],
})

export const listDocuments = http({
  ...shared,
  id: 'list-documents',
  method: 'GET',
  path: '/user/knowledgebases/{id}/documents',
  summary: 'List the documents of a knowledge base',
  description: 'All in one answer: there are never more than 200.',
  returns: z.object({ data: z.array(DocumentItem) }),
  uses: ['documents.list', 'knowledgebases.find'],
})

export const getDocument = http({
  ...within,
  id: 'get-document',
  method: 'GET',
  path: '/user/knowledgebases/{id}/documents/{document_id}',
  summary: 'Get one document of a knowledge base',
  description:
    '`failure_reason` says why it could not be read. `search` says how its passages are found: by `words`, or also by their meaning.',
  returns: z.object({ data: DocumentItem }),
  uses: ['documents.find', 'knowledgebases.find'],
})

export const createDocument = http({
  ...shared,
  id: 'create-document',
  method: 'POST',
  path: '/user/knowledgebases/{id}/documents',
  scope: 'all',
  summary: 'Add a document to a knowledge base',
  description:
    'A website is read from `url` or `links`, with at most `relative_links_limit` pages of the same host. A file of up to 4 MB comes with the request, as `file` of a multipart form; for one of up to 20 MB, send its `size` in bytes: the answer has an `upload`, a form to be posted with the file within 15 minutes. It is read once; to change its text, delete it and create another.',
  body: DocumentDraft,
  takesFile: true,
  status: 201,
  returns: z.object({
    message: z.string(),
    data: DocumentItem,
    upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }).optional(),
  }),
  problems: ['too_many_documents', 'too_many_waiting_documents'],
  uses: [
    'clock',
    'documents.create',
    'knowledgeStore.put',
    'knowledgeStore.uploadForm',
    'knowledgebases.find',
    'readDocumentsQueue.nudge',
    'stage',
  ],
})

export const updateDocument = http({
  ...within,
  id: 'update-document',
  method: 'PUT',
  path: '/user/knowledgebases/{id}/documents/{document_id}',
  scope: 'all',
  summary: 'Update the name or description of a document',
  description: 'Its text cannot be changed: delete it and create another.',
  body: DocumentChanges,
  returns: z.object({ message: z.string(), data: DocumentItem }),
  uses: ['clock', 'documents.find', 'documents.rename', 'knowledgebases.find'],
})

export const deleteDocument = http({
  ...within,
  id: 'delete-document',
  method: 'DELETE',
  path: '/user/knowledgebases/{id}/documents/{document_id}',
  summary: 'Delete a document of a knowledge base',
  description: 'Assistants forget its text within seconds.',
  returns: Done,
  uses: ['clock', 'documents.remove', 'knowledgeStore.remove', 'readDocumentsQueue.nudge'],
})

export const readDocuments = worker({
  id: 'read-documents',
  area,
  queue: 'readDocumentsQueue',
  broughtBy: 'a document that is uploaded or deleted',
  isRare: true,
  userLimit: {
    by: 'another limit',
    limit: 'one document of a user is read at a time, and `documents` of them wait',
  },
  message: KnowledgeRef,
  batchMax: 1,
  concurrencyMax: 5,
  timeoutSeconds: 120,
  memoryMegabytes: 1024,
  uses: [
    'assistants.change',
    'assistants.list',
    'clock',
    'documentReader.read',
    'documents.begin',
    'documents.clear',
    'documents.fail',
    'documents.list',
    'embeddings.open',
    'knowledgeStore.etagOf',
    'knowledgeStore.load',
    'knowledgeStore.put',
    'knowledgeStore.remove',
    'knowledgeWork.claim',
    'knowledgeWork.finish',
    'knowledgeWork.release',
    'knowledgebases.find',
    'knowledgebases.forgetSpare',
    'knowledgebases.publish',
    'knowledgebases.remove',
    'knowledgebases.reserve',
    'knowledgebases.unfinished',
    'random',
    'readDocumentsQueue.nudge',
    'siteReader.read',
  ],
  failureHurts: 'documents are not read, and assistants do not know what they say',
})
