import { quarterOfId, startOfQuarter } from '../../domain/calls/call-facts.ts'
import { tallyMarkKey } from '../../table/keys.ts'
import type { Write } from '../../table/table.ts'
import type { Clock, Random } from '../../words/clock.ts'

/** Calls of a quarter of an hour are counted when it has been over for this long. */
export const countedAfterMs = 10 * 60_000
/** Longer than a write takes to arrive: no function of ours runs for more than two minutes. */
const marginMs = 3 * 60_000

/**
 * Joins the write that changes a call which is over, or closes it: if the call may be counted
 * already, readers look at the call itself until it is counted again. The clock alone decides, so
 * nothing is read.
 */
export const tallyMarks = (
  { clock, random }: { clock: Clock; random: Random },
  user_id: number,
  id: number,
): Write[] => {
  const countedAt = startOfQuarter(quarterOfId(id) + 1) + countedAfterMs
  if (clock.now() < countedAt - marginMs) return []
  const stamp = Math.floor(random.number() * Number.MAX_SAFE_INTEGER)
  return [{ put: { ...tallyMarkKey(user_id, id), stamp } }]
}
