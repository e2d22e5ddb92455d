/** A browser must not guess the type, and must use TLS for a year. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
}
