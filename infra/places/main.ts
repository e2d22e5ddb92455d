import { writeFile } from 'node:fs/promises'
import { packages, readSources } from './sources.ts'
import { type PlaceTable, placeTable } from './table.ts'

/**
 * `npm run places` rewrites the table of regions and time zones of phone numbers. The table merges
 * zones with equal times. Run the command for every new `tzdata`, which may change these times.
 */
const file = new URL('../../shared/domain/places/number-places.ts', import.meta.url)

const source = ({ clocks, areas }: PlaceTable): string => {
  const clockRows = [...clocks].map(([country, zones]) => `  ${country}: '${zones.join(' ')}',`)
  const areaRows = [...areas].flatMap(([code, some]) => [
    `  '${code}': [`,
    ...some.map(
      ({ zones, regions, prefixes }) => `    ['${zones.join(' ')}', '${regions.join(' ')}', '${prefixes.join(' ')}'],`,
    ),
    '  ],',
  ])
  return [
    `/** Written by npm run places from ${packages.join(' and ')}, both Apache-2.0. */`,
    '',
    '/** The clocks of a country: zones that always show the same time are one. */',
    'export const clocks: Readonly<Record<string, string>> = {',
    ...clockRows,
    '}',
    '',
    '/** By calling code: the zones, the states and the prefixes of the areas that are known. */',
    'export const areas: Readonly<Record<string, readonly (readonly [zones: string, regions: string, prefixes: string])[]>> = {',
    ...areaRows,
    '}',
    '',
  ].join('\n')
}

await writeFile(file, source(placeTable(await readSources())))
