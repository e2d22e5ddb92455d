import { evidenceKeysView } from '../../shared/domain/evidence/signature.ts'
import { listEvidenceKeys } from '../../shared/operations/evidence.ts'
import { http } from '../../shared/runtime/http.ts'

/** Equal for all users of a stage; unused keys are missing. */
export const handler = http(listEvidenceKeys, async (_request, { evidenceKeys }) =>
  evidenceKeysView(await evidenceKeys.list()),
)
