/**
 * Format of a region: a country by ISO 3166-1 alpha-2, a state by ISO 3166-2. places/place.ts knows
 * which exist.
 */
export const regionPattern = /^[A-Z]{2}(-[A-Z]{2})?$/
