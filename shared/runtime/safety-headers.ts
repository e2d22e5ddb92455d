export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
}
