import type { Campaign, StopReason } from './campaign.ts'

export const judgedCalls = 20
/** Milliseconds. The failure rate counts only calls that ended within this time. */
const judgedMs = 10 * 60_000

export interface EndedCall {
  call_id: number
  ended_at: number
  has_failed: boolean
}

export const judgedSince = ({ started_at = 0 }: Pick<Campaign, 'started_at'>, now: number): number =>
  Math.max(started_at, now - judgedMs)

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
