import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { inWords, nextLegalOpening, standingAt } from '../rules/legal-hours.ts'
import { type RuleSet, ruleOn } from '../rules/rule-set.ts'
import type { RegionBucket } from './region-buckets.ts'

export const PreviewPlace = z.object({
  regions: z.array(z.string()).readonly(),
  time_zones: z.array(z.string()).readonly(),
  leads: z.int(),
  /** False when `leads` is a lower bound. */
  exact: z.boolean(),
  open_now: z.boolean(),
  /**
   * Next time at which the region and the campaign allow calls; null if they do now, or not within
   * 35 days.
   */
  opens_at: z.string().nullable(),
  reasons: z.array(z.string()),
  verified: z.boolean(),
})

/**
 * Counted leads of one queue. `isCut`: counting stopped early. Without `bucket`: leads that the
 * dialler has not checked yet.
 */
export interface CountedBucket {
  bucket?: RegionBucket
  due: number
  later: number
  isCut: boolean
}

export const countedBucket = (
  times: readonly number[],
  atMost: number,
  now: number,
  bucket: RegionBucket | undefined,
): CountedBucket => {
  const due = times.filter((at) => at <= now).length
  return { due, later: times.length - due, isCut: times.length >= atMost, ...(bucket && { bucket }) }
}

export const previewPlaces = (
  campaign: Campaign,
  lines: readonly CountedBucket[],
  ruleSet: RuleSet | undefined,
  now: number,
): z.input<typeof PreviewPlace>[] =>
  lines
    .flatMap(({ bucket, due, later, isCut }) => {
      if (!bucket || !ruleSet || (due + later === 0 && !isCut)) return []
      const { isOpen, findings } = standingAt(bucket, ruleSet, now)
      const opening = nextLegalOpening(bucket, ruleSet, now, campaign)
      return {
        regions: bucket.regions,
        time_zones: bucket.zones,
        leads: due + later,
        exact: !isCut,
        open_now: isOpen,
        opens_at: opening === undefined || opening === now ? null : isoTime(opening),
        reasons: inWords(findings),
        verified: bucket.regions.every((region) => ruleOn(ruleSet.rules, region, now)?.verified ?? true),
      }
    })
    .toSorted((one, other) => other.leads - one.leads)
