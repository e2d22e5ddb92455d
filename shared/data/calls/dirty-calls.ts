import { quarterOfId, startOfQuarter } from '../../domain/calls/call-facts.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import { dirtyCallKey } from '../../table/keys.ts'
import type { Write } from '../../table/table.ts'
import type { Clock, Random } from '../../words/clock.ts'

export const countedAfterMs = 10 * 60_000
/** Milliseconds: longer than a write takes. Functions that write run for at most two minutes. */
export const marginMs = 3 * 60_000

/**
 * Marks a changed call as dirty: statistics read the call itself until a worker updates the totals.
 * Skips a young call without an evaluation, because no stored totals include the call.
 */
export const markDirty = (
  { clock, random }: { clock: Clock; random: Random },
  { user_id, call_id: id }: CallRef,
  mayBeEvaluated: boolean,
): Write[] => {
  const countedAt = startOfQuarter(quarterOfId(id) + 1) + countedAfterMs
  if (!mayBeEvaluated && clock.now() < countedAt - marginMs) return []
  const stamp = Math.floor(random.number() * Number.MAX_SAFE_INTEGER)
  return [{ put: { ...dirtyCallKey(user_id, id), stamp } }]
}
