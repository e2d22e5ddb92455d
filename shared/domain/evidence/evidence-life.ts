/**
 * Years: German law demands five (§ 7a UWG), the FTC five (16 CFR 310.5); one more for late claims.
 */
const yearsDefault = 6

const daysInYear = 366

export const evidenceDays = (years: number | string = yearsDefault): number => Number(years) * daysInYear

export const dayMs = 24 * 60 * 60 * 1000

/** Epoch seconds for DynamoDB; `at` in epoch milliseconds. */
export const expiryOf = (at: number, days: number): number => Math.floor((at + days * dayMs) / 1000)
