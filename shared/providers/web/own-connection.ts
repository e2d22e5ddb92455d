/**
 * A header with which a request has a connection of its own. Lambda freezes a function between
 * invocations, and a connection that was kept may be gone when it goes on: a request that is to be
 * made once would break on it, and nothing would tell whether it had an effect.
 */
export const ownConnection = { connection: 'close' }
