import { fullLeadImportView } from '../../shared/domain/leads/lead-import.ts'
import { getLeadImport } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getLeadImport, async ({ user_id, id }, { leadImports, recordings }) => {
  const made = found(await leadImports.find({ user_id, import_id: id }), 'lead_import_not_found')
  return fullLeadImportView(made, recordings.link)
})
