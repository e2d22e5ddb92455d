import { createHash } from 'node:crypto'
import { enforcesRules } from '../campaigns/calling-mode.ts'
import { nextOpening } from '../campaigns/calling-window.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { type Lead, nextInLine } from '../leads/lead.ts'
import { placeKey } from '../places/place.ts'
import { placeOfPhone } from '../places/stated-place.ts'
import { nextLegalOpening, type Somewhere, standingAt } from '../rules/legal-hours.ts'
import type { RuleBook } from '../rules/rule-book.ts'

export interface WaitingPlace extends Somewhere {
  name: string
}

/**
 * Due time of the first lead in a queue. Without `place`: the queue of leads not judged yet, or the
 * campaign's only queue.
 */
export interface FirstInLine {
  at: number
  place?: string
}

const nameDigest = 9

/** Returns a short hash, because a number's regions and zones can fill a page. */
export const waitingPlace = ({ regions, zones }: Somewhere): WaitingPlace => {
  const digest = createHash('sha256').update(placeKey({ regions, zones })).digest()
  return { name: digest.subarray(0, nameDigest).toString('base64url'), regions, zones }
}

export const waitingPlaceOf = (lead: Lead): WaitingPlace => waitingPlace(placeOfPhone(nextInLine(lead) ?? lead))

export const openPlaces = (
  campaign: Campaign,
  places: readonly WaitingPlace[],
  book: RuleBook | undefined,
  now: number,
): string[] =>
  places.filter((place) => !enforcesRules(campaign) || standingAt(place, book, now).isOpen).map(({ name }) => name)

export const nextCallAt = (
  campaign: Campaign,
  {
    firsts,
    places,
    book,
  }: { firsts: readonly FirstInLine[]; places: readonly WaitingPlace[]; book: RuleBook | undefined },
  now: number,
): number | undefined => {
  const byName = new Map(places.map((place) => [place.name, place]))
  const openings = firsts.flatMap(({ at, place }) => {
    const from = Math.max(now, at)
    const somewhere = enforcesRules(campaign) && place !== undefined ? byName.get(place) : undefined
    return (somewhere ? nextLegalOpening(somewhere, book, from, campaign) : nextOpening(campaign, from)) ?? []
  })
  return openings.length > 0 ? Math.min(...openings) : undefined
}
