import { readCapacity, readUnits } from './capacity.ts'
import { invalid } from './refusals.ts'
import { onlyKeyOf } from './shape.ts'
import type { StoredTable } from './stored-table.ts'
import type { Attributes } from './values.ts'

export const getItem = (table: StoredTable, key: Attributes, isConsistent: boolean, name: string | undefined) => {
  const found = table.find(onlyKeyOf(table.shape, key))
  return { Item: found?.fields, capacity: readCapacity(name, readUnits(found?.bytes ?? 0, isConsistent)) }
}

export const getItems = (table: StoredTable, keys: Attributes[], isConsistent: boolean, name: string | undefined) => {
  if (keys.length === 0 || keys.length > keysMax) throw invalid(`A batch takes 1 to ${keysMax} keys`)
  const wanted = keys.map((key) => onlyKeyOf(table.shape, key))
  if (new Set(wanted.map(({ pk, sk }) => JSON.stringify([pk, sk]))).size < keys.length)
    throw invalid('Provided list of item keys contains duplicates')
  const found: Attributes[] = []
  let bytes = 0
  let units = 0
  for (const [place, key] of wanted.entries()) {
    const item = table.find(key)
    bytes += item?.bytes ?? 0
    if (bytes > answerBytesMax) return { found, left: keys.slice(place), capacity: readCapacity(name, units) }
    units += readUnits(item?.bytes ?? 0, isConsistent)
    if (item) found.push(item.fields)
  }
  return { found, left: [], capacity: readCapacity(name, units) }
}

const keysMax = 100
const answerBytesMax = 16 * 1024 * 1024
