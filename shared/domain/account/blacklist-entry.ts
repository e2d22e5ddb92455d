import * as z from 'zod'
import { plainTime } from '../../words/time.ts'

/**
 * Source of an entry: its user by hand; a person by an SMS, by asking for it in a call, by a key,
 * or by a phrase that was heard in a call; the carrier, where the person had opted out; an imported
 * do-not-call list.
 */
export const suppressionCauses = ['user', 'sms', 'call', 'key', 'phrase', 'carrier', 'list'] as const
export type SuppressionCause = (typeof suppressionCauses)[number]

/** Since when each cause holds, epoch milliseconds. */
export type Causes = Partial<Record<SuppressionCause, number>>

/** A number never to dial or text; gone only when no cause is left. */
export interface BlacklistEntry {
  id: number
  user_id: number
  /** E.164 */
  phone_number: string
  reason: string | null
  causes: Causes
  /**
   * The person wrote START then: as long as every cause came by SMS, they may be texted, and not
   * called.
   */
  texts_from?: number
  /** True when the person said the phrase in texts only. */
  phrase_texted?: true
  /** A phrase was heard that may have meant something else: its user should look at it. */
  needs_review?: true
  /** Counts the changes. */
  version: number
  /** Epoch milliseconds. */
  created_at: number
}

/** Reasons that the product itself gives for an opt-out. */
export const optOutReasons = {
  sms: 'Replied STOP',
  call: 'Asked for it in a call',
  key: 'Pressed the opt-out key in a call',
  phrase: 'Asked in words not to be contacted again',
  carrier: 'Opted out at the carrier',
} as const

/** The causes of an entry, the oldest first. */
export const causesOf = ({ causes }: Pick<BlacklistEntry, 'causes'>): SuppressionCause[] =>
  suppressionCauses
    .filter((cause) => causes[cause] !== undefined)
    .toSorted((one, other) => (causes[one] ?? 0) - (causes[other] ?? 0))

/**
 * True for causes by the person's SMS, here or at the carrier: the same person's START takes them
 * back, for texts.
 */
export const isByText = (cause: SuppressionCause): boolean => cause === 'sms' || cause === 'carrier'

/** True when a START of the person takes back the cause, for texts: an SMS of theirs made it. */
export const isLiftedByStart = ({ phrase_texted }: Pick<BlacklistEntry, 'phrase_texted'>, cause: SuppressionCause) =>
  isByText(cause) || (cause === 'phrase' && phrase_texted === true)

/** True for causes by the person: removing such an entry needs a reason. */
export const isByPerson = (cause: SuppressionCause): boolean => cause !== 'user' && cause !== 'list'

/**
 * May the person be texted, and only not be called? They wrote START, and nothing but an SMS of
 * theirs stands against it.
 */
export const isForCallsOnly = (entry: BlacklistEntry): boolean =>
  entry.texts_from !== undefined && causesOf(entry).every((cause) => isLiftedByStart(entry, cause))

/** A cause with its details. */
export interface CauseGiven {
  cause: SuppressionCause
  reason: string | null
  needs_review?: true
  /** Time of the text that says so, when it is judged later; epoch milliseconds. */
  texted_at?: number
}

/** Why a number is put on the list. */
export interface OptOutCause extends Omit<CauseGiven, 'reason'> {
  reason?: string | null
  /** The call in which the person asked for it. */
  call_id?: number
  /** When the person wrote START after it; epoch milliseconds. */
  started_at?: number
}

/**
 * The entry with one more cause; the same entry when it says nothing new. What its user gives as a
 * reason replaces what was there.
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

/**
 * The entry after a START: the same one when no cause came by SMS, or when START was written
 * already.
 */
export const afterStart = (entry: BlacklistEntry, now: number): BlacklistEntry =>
  causesOf(entry).some((cause) => isLiftedByStart(entry, cause)) && entry.texts_from === undefined
    ? { ...entry, texts_from: now }
    : entry

/**
 * The entry after a consent to calls that was given at `given_at`: undefined when no cause is left.
 * Only what START had lifted for texts, and was set before the consent, goes.
 */
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

/** An entry as clients see it; its source is the oldest of its causes. */
export const blacklistView = (entry: BlacklistEntry): z.input<typeof BlacklistItem> => ({
  ...entry,
  source: causesOf(entry)[0] ?? 'user',
  created_at: plainTime(entry.created_at),
})
