import type { Campaign, StopReason } from './campaign.ts'

/** Calls that ended last, of which the failure rate is taken. */
export const judgedCalls = 20
/** Calls that ended earlier than this do not count. */
const judgedMs = 10 * 60_000

/** A call of a campaign that has ended. */
export interface EndedCall {
  call_id: number
  /** Epoch milliseconds */
  ended_at: number
  /** True when it ended for a technical reason. */
  has_failed: boolean
}

/** The time from which ended calls count. A start of the campaign begins a new count. */
export const judgedSince = ({ started_at = 0 }: Pick<Campaign, 'started_at'>, now: number): number =>
  Math.max(started_at, now - judgedMs)

/**
 * Returns why a campaign stops, if too many of its last calls have failed. Fewer calls than
 * `judgedCalls` are not judged.
 */
export const failureStop = (
  { pause_on_failure_rate: limit }: Pick<Campaign, 'pause_on_failure_rate'>,
  last: readonly EndedCall[],
): StopReason | undefined => {
  if (limit === null || last.length < judgedCalls) return undefined
  const failed = last.filter(({ has_failed }) => has_failed).length
  if (failed / last.length < limit) return undefined
  return {
    reason: `${failed} of its last ${last.length} calls failed for technical reasons. Start it again when the cause is corrected.`,
  }
}
