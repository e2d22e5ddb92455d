import { isOpened } from '../../shared/actions/legs/is-opened.ts'
import { uploadWaitMs } from '../../shared/domain/knowledge/document.ts'
import { leadFileKey, leadImportView, newLeadImport } from '../../shared/domain/leads/lead-import.ts'
import { createLeadImport } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

const firstPollSeconds = 5

export const handler = http(createLeadImport, async (request, services) => {
  const { campaigns, leadImports, knowledgeStore, importLeadsQueue, clock } = services
  const { user_id } = request
  const draft = await request.body()
  found(await campaigns.find(user_id, draft.campaign_id), 'campaign_not_found')
  const now = clock.now()
  const importOf = (id: number) => newLeadImport({ ...draft, wait_until: now + uploadWaitMs }, { id, user_id }, now)
  const id = await request.create(async (id) =>
    isOpened(await leadImports.begin(importOf(id)), 'too_many_lead_imports'),
  )
  await importLeadsQueue.nudge({ user_id, import_id: id }, firstPollSeconds)
  return {
    message: 'Leads will be imported',
    data: leadImportView(importOf(id)),
    upload: knowledgeStore.uploadForm(leadFileKey({ user_id, id }), draft.size, 'application/octet-stream'),
  }
})
