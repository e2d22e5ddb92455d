import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPython } from '../build/python-packages.ts'

/**
 * Python packages. `phonenumbers` (Apache-2.0) contains libphonenumber's time zones and places by
 * prefix. `tzdata` (Apache-2.0, data public domain) contains `zone.tab`.
 */
export const packages = ['phonenumbers==9.0.34', 'tzdata==2026.6']

export interface Sources {
  /** Time zones by prefix, such as `1270`. */
  zonesByPrefix: ReadonlyMap<string, string[]>
  /** Places by prefix, such as `New York, NY` for `1212`. */
  namesByPrefix: ReadonlyMap<string, string>
  zonesByCountry: ReadonlyMap<string, string[]>
}

export const readSources = async (): Promise<Sources> => {
  const folder = join(tmpdir(), `parlance-places-${packages.join('-')}`)
  const lack = await installPython(folder, packages)
  if (lack) throw new Error(`The places cannot be written: ${lack}`)
  const zoneLines = await moduleLines(join(folder, 'phonenumbers/tzdata'))
  const nameLines = await moduleLines(join(folder, 'phonenumbers/geodata'))
  return {
    zonesByPrefix: new Map(
      zoneLines.flatMap((line) => {
        const [, prefix, zones] = /^ '(\d+)':\((.*)\),$/.exec(line) ?? []
        return prefix && zones ? [[prefix, [...zones.matchAll(/'([^']+)'/g)].map(([, zone = '']) => zone)]] : []
      }),
    ),
    namesByPrefix: new Map(
      nameLines.flatMap((line) => {
        const [, prefix, name] = /^ '(\d+)':\{.*'en': '([^']+)'/.exec(line) ?? []
        return prefix && name ? [[prefix, name]] : []
      }),
    ),
    zonesByCountry: readZoneTable(await readFile(join(folder, 'tzdata/zoneinfo/zone.tab'), 'utf8')),
  }
}

const moduleLines = async (folder: string): Promise<string[]> => {
  const files = (await readdir(folder)).filter((file) => /^data\d+\.py$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) => text.split('\n'))
}

const readZoneTable = (text: string): Map<string, string[]> => {
  const zones = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [country = '', , zone] = line.split('\t')
    if (!line.startsWith('#') && zone) zones.set(country, [...(zones.get(country) ?? []), zone])
  }
  return zones
}
