/**
 * How many years decisions are kept, unless the deployer chose otherwise: German law asks for five
 * from each use of a consent (§ 7a UWG), the FTC's rule for five years of records (16 CFR 310.5). A
 * year more covers a claim that is raised on the last day.
 */
const yearsDefault = 6

/** A day too many is none too few. */
const daysInYear = 366

/** In days; `years` is what the deployer chose. */
export const evidenceDays = (years: number | string = yearsDefault): number => Number(years) * daysInYear

export const dayMs = 24 * 60 * 60 * 1000

/**
 * When what was decided at `at` (epoch milliseconds) expires after so many days: epoch seconds, as
 * the table wants to know it.
 */
export const expiryOf = (at: number, days: number): number => Math.floor((at + days * dayMs) / 1000)
