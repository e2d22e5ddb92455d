import * as z from 'zod'
import { anywhere, type Means } from '../account/account.ts'
import { nextOpening } from '../campaigns/calling-window.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import type { Progress } from '../campaigns/campaign-view.ts'
import type { Lead } from '../leads/lead.ts'
import { isoTime } from '../time.ts'
import { eligible, type Refused } from './eligible.ts'

export const Preview = z.object({
  campaign_id: z.int(),
  leads: z.int(),
  would_be_called_now: z.int(),
  would_not_be_called_now: z.int(),
  /** Each lead counts once, by what keeps it first. */
  reasons: z.array(z.object({ reason: z.string(), leads: z.int() })),
  next_call_at: z.string().nullable(),
  /** False when the numbers of `reasons` are `at least`, and those who would be called `at most`. */
  exact: z.boolean(),
})

/** Leads of one standing that are counted in their queue; a campaign that has as many of two is not counted to the end. */
export const countedMax = 200

/** How many leads stand where in a campaign. */
export interface Standings {
  waiting: number
  dialling: number
  /** Set aside, because their numbers are blacklisted. */
  blocked: number
  /** Set aside, because their countries are not allowed. */
  barred: number
  /** Set aside, because it is not known whether they were called. */
  in_doubt: number
  completed: number
  spent: number
}

interface Counted extends Pick<Progress, 'next_at'> {
  standings: Standings
  /** How many of those that wait are due by now and later, each counted up to `countedMax`. */
  dueCounts: { due: number; later: number }
  /** Leads of the campaign that are judged one by one: those that a blacklisted number is about, and the first that are due. */
  listed: Lead[]
  /** Whether those are all whom blacklisted numbers and countries keep from being called. */
  isListed: boolean
  blacklisted: ReadonlySet<string>
  means: Means
  /** Those of the listed leads' numbers that lack a consent. */
  refused: Refused
}

/** Whom the campaign would call if it was started at `now`: all leads that stand alike are judged as one. */
export const previewOf = (campaign: Campaign, counted: Counted, now: number): z.input<typeof Preview> => {
  const { standings, listed, blacklisted, next_at, means, refused } = counted
  const { later, isCounted } = laterOf(standings.waiting, counted.dueCounts)
  const due = Math.max(0, standings.waiting - later)
  const started: Campaign = { ...campaign, status: 'in-progress', stop_reason: undefined }
  const tally = new Map<string, number>()
  let called = 0
  const count = (lead: Lead, leads: number, of = means) => {
    const verdict = eligible(lead, started, now, blacklisted, of, refused)
    if (verdict.decision === 'dial') called += leads
    else tally.set(verdict.reasons[0], (tally.get(verdict.reasons[0]) ?? 0) + leads)
  }

  const isDue = ({ next_attempt_at }: Lead) => next_attempt_at <= now
  const open = listed.filter(({ status, call_id }) => status === 'created' && call_id === undefined)
  const waiting = open.filter(({ blocked, barred, in_doubt }) => !blocked && !barred && !in_doubt)
  const dueListed = waiting.filter(isDue).length
  const blocked = listed.filter((lead) => lead.status === 'created' && lead.blocked && !lead.in_doubt)
  const barred = open.filter((lead) => lead.barred && !lead.blocked && !lead.in_doubt)
  for (const lead of [...waiting, ...blocked, ...barred]) count(lead, 1)
  const phone_number = waiting.find((lead) => isDue(lead) && !blacklisted.has(lead.phone_number))?.phone_number ?? ''
  const countAlike = (standing: Partial<Lead>, leads: number) =>
    count(example({ phone_number, ...standing }), Math.max(0, leads), anywhere(means))
  countAlike({ next_attempt_at: now }, due - dueListed)
  countAlike({ next_attempt_at: now + 1 }, later - (waiting.length - dueListed))
  countAlike({ blocked: true }, standings.blocked - blocked.length)
  countAlike({ barred: true }, standings.barred - barred.length)
  countAlike({ in_doubt: true }, standings.in_doubt)
  countAlike({ call_id: 1 }, standings.dialling)
  countAlike({ status: 'completed' }, standings.completed)
  countAlike({ status: 'reached-max-retries' }, standings.spent)

  const reasons = [...tally].filter(([, leads]) => leads > 0).map(([reason, leads]) => ({ reason, leads }))
  const others = reasons.reduce((sum, { leads }) => sum + leads, 0)
  const opening = next_at === undefined ? undefined : nextOpening(started, Math.max(now, next_at))
  return {
    campaign_id: campaign.id,
    leads: called + others,
    would_be_called_now: called,
    would_not_be_called_now: others,
    reasons: reasons.toSorted((one, other) => other.leads - one.leads),
    next_call_at: opening === undefined ? null : isoTime(opening),
    exact:
      isCounted &&
      counted.isListed &&
      [standings.blocked, standings.barred, standings.in_doubt].every(isCountedToTheEnd),
  }
}

const isCountedToTheEnd = (leads: number): boolean => leads < countedMax

/** How many of those that wait are not due yet. One of the two counts that came to its end tells both. */
const laterOf = (waiting: number, { due, later }: Counted['dueCounts']): { later: number; isCounted: boolean } => {
  if (later < countedMax) return { later, isCounted: true }
  return due < countedMax ? { later: Math.max(0, waiting - due), isCounted: true } : { later, isCounted: false }
}

/** A lead that stands for all that stand like it. */
const example = (standing: Partial<Lead>): Lead => ({
  id: 1,
  user_id: 1,
  campaign_id: 1,
  phone_number: '',
  variables: {},
  status: 'created',
  in_line: true,
  dials: 0,
  contacts: [],
  next_attempt_at: 0,
  attempts: [],
  updated_at: 0,
  revision: 1,
  ...standing,
})
