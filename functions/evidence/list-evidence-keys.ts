import { evidenceKeysView } from '../../shared/domain/evidence/signature.ts'
import { listEvidenceKeys } from '../../shared/operations/evidence.ts'
import { http } from '../../shared/runtime/http.ts'

/** The same for every user of a stage. A key that has signed nothing yet is not there. */
export const handler = http(listEvidenceKeys, async (_request, { evidenceKeys }) =>
  evidenceKeysView(await evidenceKeys.list()),
)
