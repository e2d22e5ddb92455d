/** A queue delays a message by no more than this, SQS's limit: what is due later is left to its deadline. */
export const delaySecondsMax = 900
