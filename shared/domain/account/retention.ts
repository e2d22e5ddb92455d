/** Months; the S3 bucket has an expiry rule for each choice. */
export const retentionChoices = [1, 3, 6, 12, 24, 36, 60, 120] as const
export type RetentionMonths = (typeof retentionChoices)[number]

export const retentionDefault: RetentionMonths = 24

const daysPerMonth = 365.25 / 12
export const retentionDays = (months: number): number => Math.ceil(months * daysPerMonth)

/** Returns epoch seconds. `from`: epoch milliseconds. */
export const expiryOf = (from: number, months: number = retentionDefault): number =>
  Math.floor(from / 1000) + retentionDays(months) * 24 * 60 * 60

/**
 * Returns the key prefix of objects that S3 deletes after `months`. S3 expiry rules select by
 * prefix.
 */
export const recordingPrefix = (months: number): string => `kept-${months}-months/`
