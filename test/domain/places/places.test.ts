import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { getCountries } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { areas, clocks } from '../../../shared/domain/places/number-places.ts'
import { isRegion, placeKey, placeOf, readPlaceKey, regionName } from '../../../shared/domain/places/place.ts'
import { regionNames } from '../../../shared/domain/places/region-names.ts'

const zonesOf = (number: string) => placeOf(number).zones
const regionsOf = (number: string) => placeOf(number).regions

describe('the table of places', () => {
  const zones = new Set(
    [...Object.values(clocks), ...Object.values(areas).flatMap((some) => some.map(([names]) => names))].flatMap(
      (names) => names.split(' '),
    ),
  )

  test('this runtime knows every zone that it names', () => {
    for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone).not.toThrow()
    expect(zones.size).toBeGreaterThan(240)
  })

  test('every country has a clock, and every state an area code', () => {
    for (const country of getCountries()) expect(clocks[country], country).toMatch(/\w+\/\w+/)
    const known = new Set(areas['1']?.flatMap(([, regions]) => regions.split(' ')))
    expect([...known].toSorted()).toEqual(Object.keys(regionNames).toSorted())
  })

  test('it is at most 60 KB compressed', async () => {
    const text = await readFile(new URL('../../../shared/domain/places/number-places.ts', import.meta.url))
    expect(gzipSync(text).length).toBeLessThan(60 * 1024)
  })
})

describe('where a phone rings', () => {
  test.each([
    ['+12125550100', ['US', 'US-NY'], ['America/New_York']],
    ['+13055550100', ['US', 'US-FL'], ['America/New_York']],
    ['+14165550100', ['CA', 'CA-ON'], ['America/Toronto']],
    ['+14915123456789', [], []],
    ['+4915123456789', ['DE'], ['Europe/Berlin']],
    ['+34928123456', ['ES'], ['Atlantic/Canary']],
    ['+17875551234', ['US'], ['America/Puerto_Rico']],
    ['+80012345678', [], []],
  ])('%s: the law of %j, the clocks of %j', (number, regions, zones) => {
    expect(placeOf(number)).toMatchObject({ regions, zones })
  })

  // Area codes with several time zones. The phone library's prefixes name only one zone for each.
  const split = '219 250 270 308 418 423 541 574 606 620 709 785 807 812 850 867 906 907 928'.split(' ')
  test.each(split)('area code %s has two clocks or more', (code) => {
    expect(zonesOf(`+1${code}5550100`).length).toBeGreaterThan(1)
  })

  test.each([
    ['364', '270'],
    ['448', '850'],
    ['458', '541'],
    ['930', '812'],
  ])('the overlay %s has the clocks of %s', (overlay, old) => {
    expect(zonesOf(`+1${overlay}5550100`)).toEqual(expect.arrayContaining([...zonesOf(`+1${old}5550100`)]))
  })

  test.each(['+14365550100', '+14715550100', '+18375550100', '+18002345678'])(
    '%s, of no listed area, may ring in any state',
    (number) => {
      expect(regionsOf(number)).toEqual([
        'US',
        ...Object.keys(regionNames).filter((region) => region.startsWith('US-')),
      ])
      expect(zonesOf(number)).toEqual(clocks.US?.split(' '))
    },
  )

  test.each([
    ['+61412345678', 'AU'],
    ['+34612345678', 'ES'],
    ['+79161234567', 'RU'],
    ['+6281234567890', 'ID'],
    ['+56912345678', 'CL'],
    ['+593991234567', 'EC'],
    ['+97688123456', 'MN'],
    ['+64211234567', 'NZ'],
    ['+67570123456', 'PG'],
  ])('the mobile %s may be at any clock of %s', (number, country) => {
    expect(zonesOf(number)).toEqual(clocks[country]?.split(' '))
    expect(zonesOf(number).length).toBeGreaterThan(1)
  })

  test('a stated zone is the clock, and the law of the area code stays', () => {
    expect(placeOf('+13055550100', { timezone: 'America/Denver' })).toEqual({
      regions: ['US', 'US-FL'],
      zones: ['America/Denver'],
      source: 'stated',
    })
  })

  test('a stated region adds its law and brings all of its clocks', () => {
    expect(placeOf('+13055550100', { region: 'US-TX' })).toEqual({
      regions: ['US', 'US-FL', 'US-TX'],
      zones: ['America/Chicago', 'America/Denver'],
      source: 'stated',
    })
    expect(placeOf('+13055550100', { region: 'DE' })).toMatchObject({
      regions: ['US', 'US-FL', 'DE'],
      zones: ['Europe/Berlin'],
    })
  })

  test('a key says what stands alike, and fits into a key of the table', () => {
    const anywhere = placeOf('+14365550100')
    expect(readPlaceKey(placeKey(anywhere))).toEqual({ regions: anywhere.regions, zones: anywhere.zones })
    expect(placeKey(anywhere).length).toBeLessThan(600)
    expect(placeKey(placeOf('+12125550100'))).toBe(placeKey(placeOf('+13325550100')))
    expect(readPlaceKey(placeKey({ regions: [], zones: [] }))).toEqual({ regions: [], zones: [] })
  })

  test('regions are countries and the states of two of them', () => {
    expect(['DE', 'US', 'US-FL', 'CA-QC'].every(isRegion)).toBe(true)
    expect(['', 'XX', 'US-XX', 'us', 'toString', 'DE-BY'].some(isRegion)).toBe(false)
    expect([regionName('US-FL'), regionName('DE')]).toEqual(['Florida', 'Germany'])
  })
})
