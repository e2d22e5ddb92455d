/**
 * A header that gives a request a connection of its own. Lambda freezes a function between
 * invocations, and a kept connection may be gone afterwards. A request that must be sent once would
 * break on it, without telling whether it had an effect.
 */
export const ownConnection = { connection: 'close' }
