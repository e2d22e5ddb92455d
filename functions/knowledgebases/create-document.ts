import { jobRetrySeconds } from '../../shared/domain/account/job-limits.ts'
import type { KnowledgeDocument } from '../../shared/domain/knowledge/document.ts'
import { contentTypes } from '../../shared/domain/knowledge/document-types.ts'
import { documentMisfits, newDocument } from '../../shared/domain/knowledge/knowledge-form.ts'
import { documentView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { uploadKey } from '../../shared/domain/knowledge/knowledgebase.ts'
import { createDocument } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/** Stores the file before the document. A file without a document is removed after a day. */
export const handler = http(createDocument, async (request, services) => {
  const { knowledgebases, knowledgeStore, documents, readDocumentsQueue, clock, stage } = services
  const { user_id, id: base_id, file } = request
  found(await knowledgebases.find(user_id, base_id), 'knowledgebase_not_found')
  const draft = await request.body((asked) => documentMisfits(asked, { file, stage }))
  const now = clock.now()
  const documentOf = (id: number) => newDocument(draft, { id, user_id, base_id }, { file, now })
  const id = await request.create(async (id) => {
    const document = documentOf(id)
    if (file) await knowledgeStore.put(uploadKey(document), file.bytes)
    const outcome = await documents.create(document)
    if (outcome === 'too_many') throw new Problem('too_many_documents')
    if (outcome === 'busy') throw new Problem('too_many_waiting_documents', { retrySeconds: jobRetrySeconds })
    if (outcome === 'no_base') throw new Problem('knowledgebase_not_found')
    return outcome === 'created'
  })
  const document = documentOf(id)
  await readDocumentsQueue.nudge({ user_id }, file || document.type === 'website' ? 0 : firstPollSeconds)
  return {
    message: 'Document created successfully. Processing will begin shortly.',
    data: documentView(document, undefined),
    upload: uploadFor(document, services),
  }
})

const firstPollSeconds = 5

const uploadFor = (
  document: KnowledgeDocument,
  { knowledgeStore }: Dependencies<(typeof createDocument)['uses'][number]>,
) => {
  const { source, type } = document
  if (type === 'website' || source.kind !== 'upload' || source.wait_until === undefined) return undefined
  return knowledgeStore.uploadForm(uploadKey(document), source.bytes, contentTypes[type])
}
