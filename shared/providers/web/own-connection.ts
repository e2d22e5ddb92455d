/**
 * A kept connection may be dead, because Lambda freezes functions. The outcome of a request would
 * then be unknown.
 */
export const ownConnection = { connection: 'close' }
