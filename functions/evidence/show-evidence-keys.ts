import { evidenceKeysView } from '../../shared/domain/evidence/signature.ts'
import { showEvidenceKeys } from '../../shared/operations/evidence.ts'
import { publication } from '../../shared/runtime/publication.ts'

/** Public, because a regulator has no token. */
export const handler = publication(showEvidenceKeys, async ({ evidenceKeys }) =>
  evidenceKeysView(await evidenceKeys.list()),
)
