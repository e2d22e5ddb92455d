import type { Call } from '../../domain/calls/call.ts'
import type { Applied } from '../../domain/calls/call-follow-up.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import type { Write } from '../../table/table.ts'
import { callHistory, kindOfCall } from './call-history.ts'
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
  const overrides = historyOverrides(parts, callHistory)

  /** Reports that arrive after the call is closed may change how it ended. */
  const changedKind = (before: Call, { user_id, id, client_phone_number, ...after }: Call): Write[] => {
    const kind = kindOfCall({ ...before, ...after })
    if (before.closed_at === undefined || isSameKind(kind, kindOfCall(before))) return []
    return [overrides.kind(user_id, id, kind, client_phone_number)]
  }

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
      const beside = isClosing ? await closingWrites(parts, call) : changedKind(before, call)
      const counted = call.closed_at === undefined ? [] : markDirty(parts, call.user_id, call.id)
      const writes = [callWrite(call, before.revision), ...beside, ...waitingMoved(before, call), ...counted]
      const written = await table.write(writes)
      return written.done ? { before, call } : lost
    })
}

const isSameKind = (one: Kind, other: Kind): boolean => one.every((member, place) => member === other[place])
