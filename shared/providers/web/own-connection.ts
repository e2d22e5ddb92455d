/**
 * Opens a new connection for each request. A kept connection may be dead after Lambda froze the
 * function; the request's outcome would be unknown.
 */
export const ownConnection = { connection: 'close' }
