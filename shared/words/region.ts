/**
 * How a region is written: a country by ISO 3166-1 alpha-2, a state of one by ISO 3166-2. Whether
 * there is one, places/place.ts says.
 */
export const regionPattern = /^[A-Z]{2}(-[A-Z]{2})?$/
