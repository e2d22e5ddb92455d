import { isZone } from '../../words/fields.ts'
import { type CallingWindow, nextOpening } from '../campaigns/calling-window.ts'
import { dayMs, instantAt } from '../campaigns/zone-time.ts'
import { type CallBack, type Lead, memberOf, withFamily, withMember } from './lead.ts'

export const callBacksMax = 3
const soonestMs = 60_000
const daysAheadMax = 30

const pattern = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::\d\d)?$/

export const zoneOf = ({ variables: { timezone } }: Pick<Lead, 'variables'>, campaign: CallingWindow): string =>
  typeof timezone === 'string' && isZone(timezone) ? timezone : campaign.timezone

/** Reads a local time, `YYYY-MM-DD HH:MM`. Returns the reason when no call is possible then. */
export const readCallBack = (
  text: string,
  zone: string,
  campaign: CallingWindow,
  now: number,
): { at: number; asked_at: number } | { why: string } => {
  const parts = pattern.exec(text.trim())?.slice(1).map(Number)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts ?? []
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  const isReal = parts && new Date(wall).getUTCDate() === day && hour < 24 && minute < 60
  if (!isReal) return { why: 'The time must be written as YYYY-MM-DD HH:MM' }
  const asked_at = instantAt(zone, wall)
  if (asked_at < now) return { why: 'That time is over already' }
  const at = nextOpening(campaign, Math.max(asked_at, now + soonestMs))
  if (at === undefined) return { why: 'The campaign has no calling hours' }
  return at > now + daysAheadMax * dayMs ? { why: `That is more than ${daysAheadMax} days ahead` } : { at, asked_at }
}

export const withCallBack = (lead: Lead, call_back: CallBack): Lead | undefined =>
  lead.call_id === call_back.call_id && (lead.call_backs ?? 0) < callBacksMax ? { ...lead, call_back } : undefined

export const calledBack = (
  lead: Lead,
  { id, at, over_at }: { id: number; at: number; over_at: number },
  now: number,
): Lead | undefined => {
  if (!memberOf(lead, id)) return undefined
  const alone = withFamily(lead, () => ({ in_line: false }))
  return {
    ...withMember(alone, id, () => ({ in_line: true, dials: 0, updated_at: now })),
    call_backs: (lead.call_backs ?? 0) + 1,
    next_attempt_at: Math.max(at, over_at + soonestMs),
    updated_at: now,
  }
}
