/** Headers of every answer: a browser must not guess its type, and must use TLS for a year. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
}
