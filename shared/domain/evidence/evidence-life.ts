/**
 * How long decisions are kept: German law asks for five years from each use of a consent (§ 7a UWG), the FTC's rule for five years of
 * records (16 CFR 310.5). A year more covers a claim that is raised on the last day.
 */
export const evidenceDays = 6 * 366

/** Epoch milliseconds between a decision and the moment from which it may be gone. */
export const keptMs = evidenceDays * 24 * 60 * 60 * 1000

/** When what was decided at `at` (epoch milliseconds) expires: epoch seconds, as the table wants to know it. */
export const expiryOf = (at: number): number => Math.floor(at / 1000) + evidenceDays * 24 * 60 * 60
