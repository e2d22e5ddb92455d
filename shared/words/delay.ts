/**
 * A queue delays a message by no more than this, SQS's limit: what is due later is left to its
 * deadline.
 */
export const delaySecondsMax = 900
/**
 * Milliseconds between the clocks of two functions: a message may come this much before its time,
 * and no other one comes for it.
 */
export const skewMsMax = 2_000
/**
 * When what waits until dialling starts again is due: behind every other deadline, so that a start
 * finds all of it together.
 */
export const startAgainAt = Date.UTC(9999, 0)
/**
 * Whole seconds until an instant, as queues delay messages. The worker itself waits for the rest of
 * the time.
 */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.floor((at - now) / 1000))
