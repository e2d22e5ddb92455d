import type { ConsentKind, ConsentStanding, Grant } from './consent.ts'

export const consentWants = ['none', 'express', 'express_written'] as const
export type ConsentWant = (typeof consentWants)[number]

export const consentReasons = {
  unknown: 'It is not known whether a consent is recorded.',
  missing: 'No consent is recorded.',
  purpose: 'No consent is recorded for this purpose.',
  withdrawn: 'The consent was withdrawn.',
  expired: 'The consent has expired.',
  channel: 'The consent does not cover calls.',
  voice: 'The consent does not cover an AI voice.',
  kind: 'The consent is not express.',
  unwritten: 'The consent is not in writing.',
} as const
export type ConsentReason = keyof typeof consentReasons

export type ConsentVerdict = { allowed: true; consent_id?: number } | { allowed: false; reason: ConsentReason }

const kindsFor: Record<Exclude<ConsentWant, 'none'>, readonly ConsentKind[]> = {
  express: ['express', 'express_written'],
  express_written: ['express_written'],
}

/**
 * Judges the consents of a number. `standing`: undefined when unread, null when nothing is
 * recorded. A campaign without a purpose accepts only a consent without a purpose, which counts for
 * every purpose.
 */
export const consentVerdict = (
  standing: ConsentStanding | null | undefined,
  { want, purpose }: { want: ConsentWant; purpose: string | null },
  now: number,
): ConsentVerdict => {
  if (want === 'none') return { allowed: true }
  if (standing === undefined) return refused('unknown')
  if (!standing?.grants.length) return refused(standing?.revoked_at === undefined ? 'missing' : 'withdrawn')
  const fitting = standing.grants.filter((grant) => grant.purpose === null || grant.purpose === purpose)
  // The newest consent decides, even if it allows less.
  const [newest] = fitting.toSorted((one, other) => other.given_at - one.given_at || other.id - one.id)
  if (!newest) return refused('purpose')
  const reason = against(newest, standing.revoked_at, want, now)
  return reason ? refused(reason) : { allowed: true, consent_id: newest.id }
}

const refused = (reason: ConsentReason): ConsentVerdict => ({ allowed: false, reason })

const against = (
  grant: Grant,
  revoked_at: number | undefined,
  want: Exclude<ConsentWant, 'none'>,
  now: number,
): ConsentReason | undefined => {
  if (revoked_at !== undefined && grant.given_at <= revoked_at) return 'withdrawn'
  if (grant.expires_at !== null && grant.expires_at <= now) return 'expired'
  if (!grant.channels.includes('call')) return 'channel'
  if (!kindsFor[want].includes(grant.kind)) return want === 'express' ? 'kind' : 'unwritten'
  return grant.covers_artificial_voice ? undefined : 'voice'
}
