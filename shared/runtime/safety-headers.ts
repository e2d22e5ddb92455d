/**
 * What every answer tells a browser: to take it for what it says it is, and to come back by TLS
 * only, for a year.
 */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
}
