import type { Applied } from '../../domain/calls/call-follow-up.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { changedKind } from './call-history.ts'
import { type ClaimedCall, callWrite, findCall, waitingMoved } from './call-items.ts'
import { carrierCalls } from './carrier-calls.ts'
import { closingWrites } from './closing.ts'
import { markDirty } from './dirty-calls.ts'

/**
 * Repeats `step` after each conflict. `losses`: number of conflicts so far. `seen`: the call as
 * read before.
 */
export type ChangeCall = (
  ref: CallRef,
  step: (call: ClaimedCall, losses: number) => ClaimedCall,
  seen?: ClaimedCall,
) => Promise<Applied | undefined>

export const callChanges = (parts: HistoryParts): ChangeCall => {
  const { table } = parts
  const { isOwn } = carrierCalls(parts)

  return (ref, step, seen) =>
    untilWritten(parts, 'call', async (losses) => {
      const known = losses === 0 ? seen : undefined
      const before = known ?? (await findCall(table, ref))
      if (!before) return undefined
      const after = step(before, losses)
      if (after === before) return known ? lost : { before, call: before }
      const named = before.carrier_sid === undefined ? after.carrier_sid : undefined
      if (named && !(await isOwn(ref, named))) return { before, call: before }
      const call = { ...after, revision: before.revision + 1 }
      const isClosing = call.closed_at !== undefined && before.closed_at === undefined
      const relisted = changedKind(parts, before, call)
      const beside = isClosing ? await closingWrites(parts, call, relisted) : relisted
      const counted = call.closed_at === undefined ? [] : markDirty(parts, ref, before.evaluated !== undefined)
      const writes = [callWrite(call, before.revision), ...beside, ...waitingMoved(before, call), ...counted]
      const written = await table.write(writes)
      return written.done ? { before, call } : lost
    })
}
