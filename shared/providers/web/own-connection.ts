/**
 * Lambda freezes functions, so a kept connection may be dead. The outcome of a request would then
 * be unknown.
 */
export const ownConnection = { connection: 'close' }
