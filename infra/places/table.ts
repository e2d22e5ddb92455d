import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { wallTime } from '../../shared/domain/campaigns/zone-time.ts'
import { regionNames } from '../../shared/domain/places/region-names.ts'
import type { Sources } from './sources.ts'

/** Prefixes of phone numbers that share time zones and laws. */
interface Area {
  zones: string[]
  /** Regions such as `US-FL`, if a country's states have their own laws. */
  regions: string[]
  prefixes: string[]
}

export interface PlaceTable {
  clocks: Map<string, string[]>
  /** Areas by country calling code. */
  areas: Map<string, Area[]>
}

/** Countries that `zone.tab` lacks, with the country whose zones they use. */
const likeCountry: Partial<Record<string, string>> = { AC: 'SH', TA: 'SH', XK: 'RS' }

/** Years between which two zones must show the same times to be merged. */
const clockYears = [2025, 2031] as const
const weekMs = 7 * 24 * 60 * 60 * 1000

/**
 * Least number of exchanges of an area code. With fewer, the code is so new that the list of
 * prefixes may be incomplete.
 */
const exchangesMin = 5

export const placeTable = (sources: Sources): PlaceTable => {
  const clockOf = new Map<string, Map<string, string>>()
  const clocks = new Map<string, string[]>()
  for (const country of getCountries()) {
    const zones = sources.zonesByCountry.get(likeCountry[country] ?? country)
    if (!zones) throw new Error(`No zones are known for ${country}`)
    const merged = mergeClocks(zones, sources)
    clockOf.set(country, merged)
    clocks.set(country, [...new Set(merged.values())].toSorted())
  }
  const several = getCountries().filter((country) => (clocks.get(country)?.length ?? 0) > 1)
  const areas = new Map<string, Area[]>([['1', northAmerica(sources, clockOf)]])
  // Checks that a country's prefixes name all its zones. Otherwise every prefix gets all zones.
  const named = new Set([...sources.zonesByPrefix.values()].flat())
  const namesAll = (country: CountryCode) => {
    const merged = clockOf.get(country) ?? new Map<string, string>()
    const found = new Set([...merged].flatMap(([zone, clock]) => (named.has(zone) ? [clock] : [])))
    return clocks.get(country)?.every((clock) => found.has(clock))
  }
  for (const code of new Set(several.map((country) => getCountryCallingCode(country)))) {
    const sharing = several.filter((country) => getCountryCallingCode(country) === code)
    if (code !== '1' && sharing.every(namesAll)) areas.set(code, areasOf(code, sources, clockOf))
  }
  return { clocks, areas }
}

/** Maps each zone to the most used zone that shows the same times. */
const mergeClocks = (zones: string[], { zonesByPrefix }: Sources): Map<string, string> => {
  const named = (zone: string) => [...zonesByPrefix.values()].filter((some) => some.includes(zone)).length
  const byClock = Map.groupBy(zones, clockIn)
  return new Map(
    [...byClock.values()].flatMap((alike) => {
      const [first = ''] = alike.toSorted((one, other) => named(other) - named(one))
      return alike.map((zone): [string, string] => [zone, first])
    }),
  )
}

const clockIn = (zone: string): string => {
  const [from, to] = clockYears
  const offsets: number[] = []
  for (let at = Date.UTC(from); at < Date.UTC(to); at += weekMs) offsets.push((wallTime(zone, at) - at) / 60_000)
  return offsets.join()
}

/**
 * Gives each area code all its zones, because a ported number may be in any of these zones. A new
 * code gets the zones of its whole state.
 */
const northAmerica = (sources: Sources, clockOf: ReadonlyMap<string, Map<string, string>>): Area[] => {
  const { zonesByPrefix, namesByPrefix } = sources
  const merged = new Map([...(clockOf.get('US') ?? []), ...(clockOf.get('CA') ?? [])])
  const exchanges = Map.groupBy(
    [...new Set([...zonesByPrefix.keys(), ...namesByPrefix.keys()])].filter((prefix) => /^1\d{3}/.test(prefix)),
    (prefix) => prefix.slice(1, 4),
  )
  const known = [...exchanges].flatMap(([code, prefixes]) => {
    const regions = regionsOf(`1${code}`, prefixes, namesByPrefix)
    if (!regions.length) return []
    const listed = prefixes.flatMap((prefix) => zonesByPrefix.get(prefix) ?? [])
    const zones = [...listed, ...(notListed[code] ?? [])].map((zone) => merged.get(zone) ?? '')
    const isOfOneCity = /, [A-Z]{2}$/.test(namesByPrefix.get(`1${code}`) ?? '')
    const isOld = prefixes.filter((prefix) => prefix.length > 4).length >= exchangesMin
    return [{ code, regions, zones: new Set(zones.filter(Boolean)), isSure: isOfOneCity || isOld }]
  })
  const zonesOfRegion = (region: string) =>
    known.filter(({ regions }) => regions.includes(region)).flatMap(({ zones }) => [...zones])
  return grouped(
    known.map(({ code, regions, zones, isSure }) => ({
      prefix: code,
      regions,
      zones: isSure ? [...zones] : regions.flatMap(zonesOfRegion),
    })),
  )
}

const interior = ['America/Creston', 'America/Dawson_Creek', 'America/Fort_Nelson']
const labrador = ['America/Blanc-Sablon']
/** Zones by area code, for small places whose prefixes the list lacks. */
const notListed: Record<string, string[]> = {
  '236': interior,
  '250': interior,
  '672': interior,
  '778': interior,
  '367': labrador,
  '418': labrador,
  '581': labrador,
  '709': ['America/Goose_Bay'],
  '807': ['America/Atikokan'],
  '867': [
    ...['America/Cambridge_Bay', 'America/Dawson', 'America/Inuvik', 'America/Iqaluit', 'America/Rankin_Inlet'],
    ...['America/Resolute', 'America/Whitehorse'],
  ],
}

/**
 * Reads states from names such as `Kentucky`, `Chicago, IL`, `Nova Scotia/Prince Edward Island`.
 */
const regionsOf = (code: string, prefixes: string[], names: ReadonlyMap<string, string>): string[] => {
  const own = names.get(code)
  const said = own === undefined ? prefixes.flatMap((prefix) => names.get(prefix) ?? []) : [own]
  const regions = said.flatMap((name) => name.split('/').flatMap((one) => regionNamed(one) ?? []))
  return [...new Set(regions)].toSorted()
}

const otherNames: Record<string, string> = {
  'Washington State': 'US-WA',
  'Washington D.C.': 'US-DC',
  'British Colombia': 'CA-BC',
}

const regionNamed = (name: string): string | undefined => {
  const [, short] = /, ([A-Z]{2})$/.exec(name) ?? []
  const all = Object.entries(regionNames)
  if (short) return all.map(([region]) => region).find((region) => region.endsWith(`-${short}`))
  return otherNames[name] ?? all.find(([, known]) => known === name)?.[0]
}

const areasOf = (
  code: string,
  { zonesByPrefix }: Sources,
  clockOf: ReadonlyMap<string, Map<string, string>>,
): Area[] => {
  const countries = getCountries().filter((country: CountryCode) => getCountryCallingCode(country) === code)
  const merged = new Map(countries.flatMap((country) => [...(clockOf.get(country) ?? [])]))
  const listed = new Map(
    [...zonesByPrefix]
      .filter(([prefix]) => prefix.startsWith(code) && prefix !== code)
      .map(([prefix, zones]) => [prefix.slice(code.length), zones.map((zone) => merged.get(zone) ?? '')] as const)
      // Skips prefixes with a zone outside the country, so that they get all the country's zones.
      .filter(([, zones]) => zones.every(Boolean)),
  )
  const digits = areaDigits[code] ?? areaDigitsMax
  const areas = new Set([...listed.keys()].map((prefix) => prefix.slice(0, digits)))
  return grouped(
    [...areas].map((prefix) => {
      const within = [...listed].filter(([longer]) => longer.startsWith(prefix)).flatMap(([, zones]) => zones)
      const around = [...listed].filter(([shorter]) => prefix !== shorter && prefix.startsWith(shorter))
      return { prefix, regions: [], zones: [...within, ...(listed.has(prefix) ? [] : (around.at(-1)?.[1] ?? []))] }
    }),
  )
}

/**
 * Number of digits of a prefix to use. Longer prefixes name exchanges, but numbers are ported to
 * other exchanges. Brazil's area codes have two digits.
 */
const areaDigitsMax = 3
const areaDigits: Record<string, number> = { '55': 2 }

const grouped = (found: { prefix: string; regions: string[]; zones: string[] }[]): Area[] => {
  const distinct = found.map(({ zones, ...one }) => ({ ...one, zones: [...new Set(zones)].toSorted() }))
  const alike = Map.groupBy(distinct, ({ regions, zones }) => `${regions} ${zones}`)
  return [...alike.values()].map((some) => ({
    zones: some[0]?.zones ?? [],
    regions: some[0]?.regions ?? [],
    prefixes: some.map(({ prefix }) => prefix).toSorted(),
  }))
}
