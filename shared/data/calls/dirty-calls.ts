import { quarterOfId, startOfQuarter } from '../../domain/calls/call-facts.ts'
import { dirtyCallKey } from '../../table/keys.ts'
import type { Write } from '../../table/table.ts'
import type { Clock, Random } from '../../words/clock.ts'

export const countedAfterMs = 10 * 60_000
/**
 * Milliseconds: longer than a write takes, because no writing function runs for more than two
 * minutes.
 */
const marginMs = 3 * 60_000

/**
 * Lists a changed call as dirty. Until its totals are computed again, readers read the call itself.
 */
export const markDirty = (
  { clock, random }: { clock: Clock; random: Random },
  user_id: number,
  id: number,
): Write[] => {
  const countedAt = startOfQuarter(quarterOfId(id) + 1) + countedAfterMs
  if (clock.now() < countedAt - marginMs) return []
  const stamp = Math.floor(random.number() * Number.MAX_SAFE_INTEGER)
  return [{ put: { ...dirtyCallKey(user_id, id), stamp } }]
}
