import { evidenceKeysView } from '../../shared/domain/evidence/signature.ts'
import { showEvidenceKeys } from '../../shared/operations/evidence.ts'
import { publication } from '../../shared/runtime/publication.ts'

/**
 * A regulator has no token and need not ask the maker of the evidence: anyone may read the keys.
 */
export const handler = publication(showEvidenceKeys, async ({ evidenceKeys }) =>
  evidenceKeysView(await evidenceKeys.list()),
)
