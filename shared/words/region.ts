/** ISO 3166-1 alpha-2 country or ISO 3166-2 state. */
export const regionPattern = /^[A-Z]{2}(-[A-Z]{2})?$/
