/** For how many months transcripts and recordings may be kept; the bucket has a rule for each. */
export const retentionChoices = [1, 3, 6, 12, 24, 36, 60, 120] as const
export type RetentionMonths = (typeof retentionChoices)[number]

/** For users whose operator has chosen none. */
export const retentionDefault: RetentionMonths = 24

const daysPerMonth = 365.25 / 12
export const retentionDays = (months: number): number => Math.ceil(months * daysPerMonth)

/**
 * When what was made at `from` (epoch milliseconds) expires, as the table wants to know it: epoch
 * seconds.
 */
export const expiryOf = (from: number, months: number = retentionDefault): number =>
  Math.floor(from / 1000) + retentionDays(months) * 24 * 60 * 60

/**
 * Recordings begin with how long they are kept, because the bucket can delete by the beginning of a
 * name only.
 */
export const recordingPrefix = (months: number): string => `kept-${months}-months/`
