import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { inWords, nextLegalOpening, standingAt } from '../rules/legal-hours.ts'
import { type RuleBook, ruleOn } from '../rules/rule-book.ts'
import type { WaitingPlace } from './waiting-places.ts'

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
 * Counted leads of one queue. `isCut`: counting stopped early. Without `place`: leads that are not
 * judged yet.
 */
export interface CountedLine {
  place?: WaitingPlace
  due: number
  later: number
  isCut: boolean
}

export const countedLine = (
  times: readonly number[],
  atMost: number,
  now: number,
  place: WaitingPlace | undefined,
): CountedLine => {
  const due = times.filter((at) => at <= now).length
  return { due, later: times.length - due, isCut: times.length >= atMost, ...(place && { place }) }
}

export const previewPlaces = (
  campaign: Campaign,
  lines: readonly CountedLine[],
  book: RuleBook | undefined,
  now: number,
): z.input<typeof PreviewPlace>[] =>
  lines
    .flatMap(({ place, due, later, isCut }) => {
      if (!place || !book || (due + later === 0 && !isCut)) return []
      const { isOpen, findings } = standingAt(place, book, now)
      const opening = nextLegalOpening(place, book, now, campaign)
      return {
        regions: place.regions,
        time_zones: place.zones,
        leads: due + later,
        exact: !isCut,
        open_now: isOpen,
        opens_at: opening === undefined || opening === now ? null : isoTime(opening),
        reasons: inWords(findings),
        verified: place.regions.every((region) => ruleOn(book.rules, region, now)?.verified ?? true),
      }
    })
    .toSorted((one, other) => other.leads - one.leads)
