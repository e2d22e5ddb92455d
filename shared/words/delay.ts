/** Longest delay of an SQS message. Work that is due later has a deadline in the table. */
export const delaySecondsMax = 900
/**
 * Milliseconds by which the clocks of two functions can differ. A message can then seem too early.
 */
export const skewMsMax = 2_000
/** Deadline of work that waits until dialling is restarted. */
export const startAgainAt = Date.UTC(9999, 0)
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.floor((at - now) / 1000))
