import * as z from 'zod'
import { plainTime } from '../../words/time.ts'

export const suppressionCauses = ['user', 'sms', 'call', 'key', 'phrase', 'carrier', 'list'] as const
export type SuppressionCause = (typeof suppressionCauses)[number]

/** Time since which each cause applies, epoch milliseconds. */
export type Causes = Partial<Record<SuppressionCause, number>>

/** The number is not dialled or texted while a cause remains. */
export interface BlacklistEntry {
  id: number
  user_id: number
  phone_number: string
  reason: string | null
  causes: Causes
  /**
   * Time at which the person wrote START. If all causes came by SMS, texts are allowed again; calls
   * are not.
   */
  texts_from?: number
  phrase_texted?: true
  /** True when the opt-out phrase is ambiguous. */
  needs_review?: true
  version: number
  created_at: number
}

export const optOutReasons = {
  sms: 'Replied STOP',
  call: 'Asked for it in a call',
  key: 'Pressed the opt-out key in a call',
  phrase: 'Asked in words not to be contacted again',
  carrier: 'Opted out at the carrier',
} as const

export const causesOf = ({ causes }: Pick<BlacklistEntry, 'causes'>): SuppressionCause[] =>
  suppressionCauses
    .filter((cause) => causes[cause] !== undefined)
    .toSorted((one, other) => (causes[one] ?? 0) - (causes[other] ?? 0))

export const isByText = (cause: SuppressionCause): boolean => cause === 'sms' || cause === 'carrier'

export const isLiftedByStart = ({ phrase_texted }: Pick<BlacklistEntry, 'phrase_texted'>, cause: SuppressionCause) =>
  isByText(cause) || (cause === 'phrase' && phrase_texted === true)

/** True when the person opted out. The user must give a reason to remove such a cause. */
export const isByPerson = (cause: SuppressionCause): boolean => cause !== 'user' && cause !== 'list'

export const isForCallsOnly = (entry: BlacklistEntry): boolean =>
  entry.texts_from !== undefined && causesOf(entry).every((cause) => isLiftedByStart(entry, cause))

export interface CauseGiven {
  cause: SuppressionCause
  reason: string | null
  needs_review?: true
  texted_at?: number
}

export interface OptOutCause extends Omit<CauseGiven, 'reason'> {
  reason?: string | null
  call_id?: number
  /** Time of a START that the person sent after `texted_at`. */
  started_at?: number
}

/**
 * Adds a cause to an entry, or returns the same object if nothing changes. A user's new reason
 * replaces the old reason.
 */
export const withCause = (entry: BlacklistEntry, given: CauseGiven, now: number): BlacklistEntry => {
  const { cause, reason, needs_review, texted_at } = given
  const isText = isByText(cause) || texted_at !== undefined
  const isLater = texted_at === undefined || texted_at >= (entry.texts_from ?? 0)
  const isAgain = isText && entry.texts_from !== undefined && isLater
  const isSpoken = cause === 'phrase' && !isText
  const isNew = entry.causes[cause] === undefined || isAgain || (isSpoken && entry.phrase_texted === true)
  const says = cause === 'user' && isNew && reason !== null ? reason : entry.reason
  if (!isNew) return entry
  const { texts_from, phrase_texted, ...rest } = entry
  const isTexted = phrase_texted || (cause === 'phrase' && isText && entry.causes.phrase === undefined)
  return {
    ...rest,
    ...(isAgain ? {} : texts_from !== undefined && { texts_from }),
    ...(isTexted && !isSpoken && { phrase_texted: true }),
    ...(needs_review && { needs_review }),
    reason: says,
    causes: { ...entry.causes, [cause]: texted_at ?? now },
  }
}

export const afterStart = (entry: BlacklistEntry, now: number): BlacklistEntry =>
  causesOf(entry).some((cause) => isLiftedByStart(entry, cause)) && entry.texts_from === undefined
    ? { ...entry, texts_from: now }
    : entry

/** Removes opt-outs by SMS that precede a consent to calls, if the person wrote START. */
export const afterConsent = (entry: BlacklistEntry, given_at: number): BlacklistEntry | undefined => {
  if (entry.texts_from === undefined) return entry
  const isLeft = (cause: SuppressionCause) => !isLiftedByStart(entry, cause) || (entry.causes[cause] ?? 0) >= given_at
  const left = causesOf(entry).filter(isLeft)
  if (left.length === causesOf(entry).length) return entry
  if (left.length === 0) return undefined
  const { phrase_texted, ...rest } = entry
  const causes = Object.fromEntries(left.map((cause) => [cause, entry.causes[cause]]))
  return { ...rest, causes, ...(phrase_texted && left.includes('phrase') && { phrase_texted }) }
}

export const BlacklistItem = z.object({
  id: z.int(),
  phone_number: z.string(),
  reason: z.string().nullable(),
  source: z.enum(suppressionCauses),
  needs_review: z.literal(true).optional(),
  created_at: z.string(),
})

export const blacklistView = (entry: BlacklistEntry): z.input<typeof BlacklistItem> => ({
  ...entry,
  source: causesOf(entry)[0] ?? 'user',
  created_at: plainTime(entry.created_at),
})
