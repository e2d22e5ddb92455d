/**
 * Years that decisions are kept, unless the deployer chose otherwise. German law asks for five from
 * each use of a consent (§ 7a UWG), the FTC for five years of records (16 CFR 310.5). One more year
 * covers a claim that is raised on the last day.
 */
const yearsDefault = 6

/** Rounded up, so that no year is cut short. */
const daysInYear = 366

/** In days; `years` is what the deployer chose. */
export const evidenceDays = (years: number | string = yearsDefault): number => Number(years) * daysInYear

export const dayMs = 24 * 60 * 60 * 1000

/**
 * Epoch seconds at which a decision made at `at` (epoch milliseconds) expires after `days`, as
 * DynamoDB's TTL needs it.
 */
export const expiryOf = (at: number, days: number): number => Math.floor((at + days * dayMs) / 1000)
