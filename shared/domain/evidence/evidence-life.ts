/**
 * Years. German law (§ 7a UWG) and the FTC (16 CFR 310.5) demand five; the sixth is for late
 * claims.
 */
const yearsDefault = 6

const daysInYear = 366

export const evidenceDays = (years: number | string = yearsDefault): number => Number(years) * daysInYear

export const dayMs = 24 * 60 * 60 * 1000

/** Returns epoch seconds for DynamoDB; `at` is in epoch milliseconds. */
export const expiryOf = (at: number, days: number): number => Math.floor((at + days * dayMs) / 1000)
