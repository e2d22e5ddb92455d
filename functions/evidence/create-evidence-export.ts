import { isOpened } from '../../shared/actions/legs/is-opened.ts'
import { noHash } from '../../shared/domain/evidence/evidence.ts'
import { type EvidenceExport, evidenceExportView } from '../../shared/domain/evidence/evidence-export.ts'
import { createEvidenceExport } from '../../shared/operations/evidence.ts'
import { http } from '../../shared/runtime/http.ts'
import { timeOfId } from '../../shared/words/id.ts'

export const handler = http(createEvidenceExport, async (request, { evidenceExports, writeEvidenceQueue }) => {
  const { user_id } = request
  const wanted = (id: number): EvidenceExport => ({
    ...{
      id,
      user_id,
      status: 'waiting',
      files: 0,
      decisions: 0,
      unlinked: 0,
      chains: 0,
      lines_hash: noHash,
      revision: 1,
    },
  })
  const id = await request.create(async (id) =>
    isOpened(await evidenceExports.begin(wanted(id)), 'too_many_evidence_exports'),
  )
  await writeEvidenceQueue.nudge({ user_id, export_id: id })
  return {
    message: 'Evidence will be exported',
    data: evidenceExportView(wanted(id), timeOfId(id), noLink),
  }
})

const noLink = (): string => ''
