import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import { anywhere } from '../account/account.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import type { CampaignProgress } from '../campaigns/campaign-view.ts'
import type { Lead } from '../leads/lead.ts'
import { eligible, reasons as words } from './eligible.ts'
import { withPool } from './number-pool.ts'
import { type CountedBucket, PreviewPlace, previewPlaces } from './preview-places.ts'
import { openBuckets, type RegionBucket } from './region-buckets.ts'
import type { Situation } from './situation.ts'

export const Preview = z.object({
  campaign_id: z.int(),
  leads: z.int(),
  would_be_called_now: z.int(),
  would_not_be_called_now: z.int(),
  /** Each lead counts once, for the first reason that prevents its call. */
  reasons: z.array(
    z.object({
      reason: z.string(),
      leads: z.int(),
      is_final: z.boolean(),
    }),
  ),
  next_call_at: z.string().nullable(),
  /**
   * Leads by regions and time zones, if the campaign enforces calling rules. Leads that the dialler
   * has not checked yet are not included.
   */
  places: z.array(PreviewPlace),
  /** False when some counts are bounds: `at least` or `at most`. */
  exact: z.boolean(),
})

export const countedMax = 200

export interface Standings {
  waiting: number
  dialling: number
  /**
   * `blocked`: blacklisted. `barred`: country not allowed. `in_doubt`: perhaps called. `spent`: no
   * retries left.
   */
  blocked: number
  barred: number
  in_doubt: number
  completed: number
  spent: number
}

interface Counted extends Pick<CampaignProgress, 'next_call_at'> {
  standings: Standings
  /** Counts of leads due now and later, each up to `countedMax`. */
  dueCounts: { due: number; later: number }
  /** Leads checked one by one: those with blacklisted numbers, and the first due leads. */
  listed: Lead[]
  isListed: boolean
  /**
   * Counted leads of each queue. Replaces `dueCounts` if the campaign enforces calling rules. The
   * first queue holds leads that the dialler has not checked yet.
   */
  lines?: CountedBucket[] | undefined
}

export const previewOf = (situation: Situation<Campaign>, counted: Counted): z.input<typeof Preview> => {
  const { campaign, now, means, law } = situation
  const { standings, listed, lines } = counted
  const next_call_at = withPool(counted.next_call_at, situation.pool, now)
  const { later, isCounted } = laterOf(standings.waiting, counted.dueCounts)
  const due = Math.max(0, standings.waiting - later)
  const started = { ...campaign, status: 'in-progress' as const, stop_reason: undefined }
  const tally = new Map<string, { leads: number; is_final: boolean }>()
  const add = (reason: string, leads: number, is_final: boolean) =>
    tally.set(reason, { leads: (tally.get(reason)?.leads ?? 0) + leads, is_final })
  let called = 0
  const count = (lead: Lead, leads: number, other: Partial<Situation> = {}) => {
    const verdict = eligible(lead, { ...situation, campaign: started, ...other })
    if (verdict.decision === 'dial') called += leads
    else add(verdict.reasons[0], leads, lead.status !== 'created')
  }

  const isDue = ({ next_attempt_at }: Lead) => next_attempt_at <= now
  const open = listed.filter(({ status, call_id }) => status === 'created' && call_id === undefined)
  const waiting = open.filter(({ blocked, barred, in_doubt }) => !blocked && !barred && !in_doubt)
  const blocked = listed.filter((lead) => lead.status === 'created' && lead.blocked && !lead.in_doubt)
  const barred = open.filter((lead) => lead.barred && !lead.blocked && !lead.in_doubt)
  for (const lead of [...waiting, ...blocked, ...barred]) count(lead, 1)
  const example = waiting.find((lead) => isDue(lead) && !situation.blacklisted?.has(lead.phone_number))
  const anyPlace = { campaign: { ...started, calling_rules: 'off' as const }, law: undefined }
  const countAlike = (standing: Partial<Lead>, leads: number, place?: Pick<Situation, 'law'>) =>
    count({ ...standIn, phone_number: example?.phone_number ?? '', ...standing }, Math.max(0, leads), {
      means: anywhere(means),
      ...(place ?? anyPlace),
    })
  for (const line of lines ?? [{ due, later, isCut: false } satisfies CountedBucket]) {
    const own = lines ? waiting.filter(({ queue_place }) => queue_place === line.bucket?.name) : waiting
    const ownDue = own.filter(isDue).length
    const place = law && line.bucket && { law: { ruleSet: law.ruleSet, place: line.bucket } }
    countAlike({ next_attempt_at: now }, line.due - ownDue, place)
    countAlike({ next_attempt_at: now + 1 }, line.later - (own.length - ownDue), place)
  }
  if (lines) {
    const rest = standings.waiting - lines.reduce((sum, line) => sum + line.due + line.later, 0)
    const open = openBuckets(started, bucketsOf(lines.filter(({ isCut }) => isCut)), law?.ruleSet, now)
    const mayBeCalled = open.length > 0 || lines.some(({ bucket, isCut }) => isCut && !bucket)
    if (mayBeCalled) countAlike({ next_attempt_at: now }, rest)
    else if (rest > 0) add(words.ruled, rest, false)
  }
  countAlike({ blocked: true }, standings.blocked - blocked.length)
  countAlike({ barred: true }, standings.barred - barred.length)
  countAlike({ in_doubt: true }, standings.in_doubt)
  countAlike({ call_id: 1 }, standings.dialling)
  countAlike({ status: 'completed' }, standings.completed)
  countAlike({ status: 'reached-max-retries' }, standings.spent)

  const reasons = [...tally].flatMap(([reason, seen]) => (seen.leads > 0 ? [{ reason, ...seen }] : []))
  const others = reasons.reduce((sum, { leads }) => sum + leads, 0)
  return {
    campaign_id: campaign.id,
    leads: called + others,
    would_be_called_now: called,
    would_not_be_called_now: others,
    reasons: reasons.toSorted((one, other) => other.leads - one.leads),
    next_call_at: next_call_at === undefined ? null : isoTime(next_call_at),
    places: lines ? previewPlaces(started, lines, law?.ruleSet, now) : [],
    exact:
      (lines ? !lines.some(({ isCut }) => isCut) : isCounted) &&
      counted.isListed &&
      [standings.blocked, standings.barred, standings.in_doubt].every(isCountedToTheEnd),
  }
}

const bucketsOf = (lines: CountedBucket[]): RegionBucket[] => lines.flatMap(({ bucket }) => bucket ?? [])

const isCountedToTheEnd = (leads: number): boolean => leads < countedMax

const laterOf = (waiting: number, { due, later }: Counted['dueCounts']): { later: number; isCounted: boolean } => {
  if (later < countedMax) return { later, isCounted: true }
  return due < countedMax ? { later: Math.max(0, waiting - due), isCounted: true } : { later, isCounted: false }
}

const standIn: Lead = {
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
}
