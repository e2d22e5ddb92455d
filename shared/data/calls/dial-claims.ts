import type { Call } from '../../domain/calls/call.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { asked, isWaiting } from '../../domain/calls/placement.ts'
import { singleDial } from '../../domain/evidence/decision.ts'
import type { RuleFacts } from '../../domain/evidence/rule-facts.ts'
import type { DecidedNotices } from '../../domain/rules/decide-notices.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { countWrite, type SeenCount } from '../dialling/dial-counts.ts'
import { decisionWrites } from '../evidence/evidence.ts'
import { callWrite, findCall, notSuppressed, waitingMoved } from './call-items.ts'

export interface DialClaims {
  /**
   * Claims the right to dial for one worker. Undefined when the call no longer waits to be dialled.
   * `suppressed`: the number opted out. `counted`: another dial of the number was counted
   * meanwhile.
   */
  claimDial(
    ref: CallRef,
    claim: { claimed_by: string; covered_seconds: number },
    now: number,
    seen: { count: SeenCount; said?: { rules: RuleFacts; notices: DecidedNotices } },
  ): Promise<Call | 'suppressed' | 'counted' | undefined>
}

export const dialClaims = (parts: StoreParts): DialClaims => ({
  claimDial: (ref, { claimed_by, covered_seconds }, now, { count, said }) =>
    untilWritten(parts, 'call', async () => {
      const call = await findCall(parts.table, ref)
      if (!call || call.claimed_by === claimed_by) return call
      if (!isWaiting(call) || call.hang_up) return undefined
      const { revision } = call
      const asking = {
        ...call,
        placement: asked(call.placement, now),
        claimed_by,
        covered_seconds,
        ...(said && { announces: said.notices.announces }),
        updated_at: now,
      }
      const claimed = { ...asking, revision: revision + 1 }
      const optOuts = notSuppressed(call)
      const written = await parts.table.write([
        callWrite(claimed, revision),
        ...optOuts,
        countWrite(call, count, now),
        ...waitingMoved(call, claimed),
        ...decisionWrites(parts.random, call.user_id, { ...singleDial(call, said), claimed_by }, now),
      ])
      if (written.done) return claimed
      if (written.failed.slice(1, 1 + optOuts.length).some(Boolean)) return 'suppressed'
      return written.failed[1 + optOuts.length] ? 'counted' : lost
    }),
})
