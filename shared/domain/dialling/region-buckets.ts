import { createHash } from 'node:crypto'
import { enforcesRules } from '../campaigns/calling-mode.ts'
import { nextOpening } from '../campaigns/calling-window.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { type Lead, queuedContact } from '../leads/lead.ts'
import { placeKey } from '../places/place.ts'
import { placeOfPhone } from '../places/stated-place.ts'
import { nextLegalOpening, type Somewhere, standingAt } from '../rules/legal-hours.ts'
import type { RuleSet } from '../rules/rule-set.ts'

export interface RegionBucket extends Somewhere {
  name: string
}

/**
 * Due time of the first lead in a queue. Without `bucket`: the queue of leads that the dialler has
 * not checked yet, or the campaign's only queue.
 */
export interface QueueHead {
  at: number
  bucket?: string
}

const nameDigest = 9

/** Names a bucket by a hash, because a number can have a long list of regions and zones. */
export const regionBucket = ({ regions, zones }: Somewhere): RegionBucket => {
  const digest = createHash('sha256').update(placeKey({ regions, zones })).digest()
  return { name: digest.subarray(0, nameDigest).toString('base64url'), regions, zones }
}

export const regionBucketOf = (lead: Lead): RegionBucket => regionBucket(placeOfPhone(queuedContact(lead) ?? lead))

export const openBuckets = (
  campaign: Campaign,
  buckets: readonly RegionBucket[],
  ruleSet: RuleSet | undefined,
  now: number,
): string[] =>
  buckets
    .filter((bucket) => !enforcesRules(campaign) || standingAt(bucket, ruleSet, now).isOpen)
    .map(({ name }) => name)

export const nextCallAt = (
  campaign: Campaign,
  {
    heads,
    buckets,
    ruleSet,
  }: { heads: readonly QueueHead[]; buckets: readonly RegionBucket[]; ruleSet: RuleSet | undefined },
  now: number,
): number | undefined => {
  const byName = new Map(buckets.map((bucket) => [bucket.name, bucket]))
  const openings = heads.flatMap(({ at, bucket }) => {
    const from = Math.max(now, at)
    const somewhere = enforcesRules(campaign) && bucket !== undefined ? byName.get(bucket) : undefined
    return (somewhere ? nextLegalOpening(somewhere, ruleSet, from, campaign) : nextOpening(campaign, from)) ?? []
  })
  return openings.length > 0 ? Math.min(...openings) : undefined
}
