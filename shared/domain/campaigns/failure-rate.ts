import type { Campaign, StopReason } from './campaign.ts'

/** Calls of the failure rate. */
export const judgedCalls = 20
/** Older ends do not count. */
const judgedMs = 10 * 60_000

export interface EndedCall {
  call_id: number
  /** Epoch milliseconds */
  ended_at: number
  /** True for a technical failure. */
  has_failed: boolean
}

/** Start of the count; a restart begins again. */
export const judgedSince = ({ started_at = 0 }: Pick<Campaign, 'started_at'>, now: number): number =>
  Math.max(started_at, now - judgedMs)

/** Why a campaign stops for failures; never with fewer than `judgedCalls`. */
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
