import { evidenceExportView } from '../../shared/domain/evidence/evidence-export.ts'
import { getEvidenceExport } from '../../shared/operations/evidence.ts'
import { http } from '../../shared/runtime/http.ts'
import { timeOfId } from '../../shared/words/id.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getEvidenceExport, async ({ user_id, id }, { evidenceExports, recordings }) => {
  const made = found(await evidenceExports.find({ user_id, export_id: id }), 'evidence_export_not_found')
  return evidenceExportView(made, timeOfId(id), recordings.link)
})
