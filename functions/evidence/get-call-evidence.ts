import { evidenceView } from '../../shared/domain/evidence/evidence-view.ts'
import { getCallEvidence } from '../../shared/operations/evidence.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/**
 * Deleted calls keep their evidence. The call is looked up only to choose the error when no
 * evidence exists.
 */
export const handler = http(getCallEvidence, async ({ user_id, id }, { calls, evidence }) => {
  const [call, proofs] = await Promise.all([calls.find({ user_id, call_id: id }), evidence.ofCall(user_id, id)])
  if (proofs.length === 0) {
    found(call, 'call_not_found')
    throw new Problem('no_evidence')
  }
  return { call_id: id, decisions: proofs.map(evidenceView) }
})
