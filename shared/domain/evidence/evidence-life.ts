/**
 * Default retention in years: German law asks five (§ 7a UWG), the FTC five (16 CFR 310.5), plus
 * one for late claims.
 */
const yearsDefault = 6

/** Rounded up. */
const daysInYear = 366

/** In days; `years` is the deployer's choice. */
export const evidenceDays = (years: number | string = yearsDefault): number => Number(years) * daysInYear

export const dayMs = 24 * 60 * 60 * 1000

/** Epoch seconds of expiry for DynamoDB; `at` in epoch milliseconds. */
export const expiryOf = (at: number, days: number): number => Math.floor((at + days * dayMs) / 1000)
