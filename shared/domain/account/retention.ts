/** Months of retention; the bucket has a rule for each. */
export const retentionChoices = [1, 3, 6, 12, 24, 36, 60, 120] as const
export type RetentionMonths = (typeof retentionChoices)[number]

/** Unless the operator chooses. */
export const retentionDefault: RetentionMonths = 24

const daysPerMonth = 365.25 / 12
export const retentionDays = (months: number): number => Math.ceil(months * daysPerMonth)

/** Epoch seconds of expiry, for data of `from` (epoch milliseconds). */
export const expiryOf = (from: number, months: number = retentionDefault): number =>
  Math.floor(from / 1000) + retentionDays(months) * 24 * 60 * 60

/** Recordings are prefixed by retention, because S3 expires by prefix. */
export const recordingPrefix = (months: number): string => `kept-${months}-months/`
