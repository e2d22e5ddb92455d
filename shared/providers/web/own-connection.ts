/**
 * Lambda freezes functions between invocations, so a kept connection may be dead. A request would
 * then fail with an unknown outcome.
 */
export const ownConnection = { connection: 'close' }
