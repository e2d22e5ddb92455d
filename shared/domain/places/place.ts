import { callingCodeOf, countryOf, formatInternational, isGeographic } from '../../words/phone.ts'
import { areas, clocks } from './number-places.ts'
import { regionNames } from './region-names.ts'

export interface StatedPlace {
  /** An IANA name. */
  timezone?: string
  /** `DE`, or `US-FL` in a country whose states have their own laws. */
  region?: string
}

export interface Place {
  /** Regions whose laws apply together; countries first. Empty when unknown. */
  regions: readonly string[]
  /**
   * IANA names of time zones in which the person may be. The hour must be allowed in all of them.
   */
  zones: readonly string[]
  source: 'stated' | 'area code' | 'country' | 'unknown'
}

/**
 * A stated zone, or else a stated region's zones, replaces the number's zones. A stated region is
 * added to the number's regions, because some states' laws apply by area code.
 */
export const placeOf = (number: string, { timezone, region }: StatedPlace = {}): Place => {
  const byNumber = placeOfNumber(number)
  const regions =
    region === undefined ? byNumber.regions : distinct([...byNumber.regions, countryOfRegion(region), region])
  if (timezone !== undefined) return { regions, zones: [timezone], source: 'stated' }
  if (region !== undefined) return { regions, zones: zonesOfRegion(region), source: 'stated' }
  return byNumber
}

export const placeKey = ({ regions, zones }: Pick<Place, 'regions' | 'zones'>): string =>
  `${regions.join(',')}@${zones.join(',')}`

export const readPlaceKey = (key: string): Pick<Place, 'regions' | 'zones'> => {
  const [regions = '', zones = ''] = key.split('@')
  const list = (text: string) => text.split(',').filter(Boolean)
  return { regions: list(regions), zones: list(zones) }
}

export const isRegion = (region: string): boolean => Object.hasOwn(clocks, region) || Object.hasOwn(regionNames, region)

let countryNames: Intl.DisplayNames | undefined
export const regionName = (region: string): string => {
  if (regionNames[region]) return regionNames[region]
  countryNames ??= new Intl.DisplayNames('en', { type: 'region' })
  return countryNames.of(region) ?? region
}

export const countryOfRegion = (region: string): string => region.slice(0, 2)

const underLawOf: Record<string, string> = { AS: 'US', GU: 'US', MP: 'US', PR: 'US', VI: 'US' }

const northAmerica = '1'
const areaDigitsMax = 3

const placeOfNumber = (number: string): Place => {
  const country = countryOf(number)
  if (country === undefined) return { regions: [], zones: [], source: 'unknown' }
  const law = underLawOf[country] ?? country
  const area = areaOf(number)
  if (area?.regions.length)
    return {
      regions: distinct([...area.regions.map(countryOfRegion), ...area.regions]),
      zones: area.zones,
      source: 'area code',
    }
  const all = zonesOf(country)
  const zones = area?.zones.filter((zone) => all.includes(zone)) ?? []
  if (zones.length) return { regions: [law], zones, source: 'area code' }
  const states = country === law ? Object.keys(regionNames).filter((region) => countryOfRegion(region) === law) : []
  return { regions: [law, ...states], zones: all, source: 'country' }
}

interface Area {
  zones: string[]
  regions: string[]
}

/** Undefined for numbers without an area, such as most mobile numbers. */
const areaOf = (number: string): Area | undefined => {
  const code = callingCodeOf(number)
  const known = code === undefined ? undefined : areasByPrefix(code)
  if (code === undefined || !known || (code !== northAmerica && !isGeographic(number))) return undefined
  const national = number.slice(1 + code.length)
  for (let digits = areaDigitsMax; digits > 0; digits--) {
    const area = known.get(national.slice(0, digits))
    if (area) return area
  }
  return undefined
}

/**
 * Returns the area code with the country code: `1202`, `4930`. Undefined for numbers without an
 * area.
 */
export const areaCodeOf = (number: string): string | undefined => {
  const code = callingCodeOf(number)
  if (code === undefined) return undefined
  if (code === northAmerica) return number.slice(1, 1 + code.length + areaDigitsMax)
  const [, area] = isGeographic(number) ? formatInternational(number).split(/[ -]/) : []
  return area && code + area
}

export const statesOf = (number: string): readonly string[] => {
  const { regions, source } = placeOfNumber(number)
  return source === 'area code' ? regions.filter((region) => region !== countryOfRegion(region)) : []
}

const words = (text: string): string[] => text.split(' ').filter(Boolean)
const distinct = (list: readonly string[]): string[] => [...new Set(list)]

const zonesOf = (country: string): string[] => words(clocks[country] ?? '')

const zonesOfRegion = (region: string): string[] => {
  const country = countryOfRegion(region)
  if (region === country) return zonesOf(country)
  const all = areas[northAmerica] ?? []
  return distinct(all.flatMap(([zones, regions]) => (words(regions).includes(region) ? words(zones) : []))).toSorted()
}

const read = new Map<string, Map<string, Area>>()

const areasByPrefix = (code: string): Map<string, Area> | undefined => {
  const listed = areas[code]
  const known = read.get(code)
  if (!listed || known) return known
  const made = new Map(
    listed.flatMap(([zones, regions, prefixes]) => {
      const area = { zones: words(zones), regions: words(regions) }
      return words(prefixes).map((prefix): [string, Area] => [prefix, area])
    }),
  )
  read.set(code, made)
  return made
}
