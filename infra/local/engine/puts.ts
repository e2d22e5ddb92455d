import type { Spend, WriteUnits } from './capacity.ts'
import { invalid } from './refusals.ts'
import { itemBytesMax, type Prepared } from './writes.ts'

export const putItems = (puts: Prepared[], spend: Spend): WriteUnits => {
  if (puts.length === 0 || puts.length > putsMax) throw invalid(`A batch takes 1 to ${putsMax} items`)
  if (puts.some(({ bytesBrought }) => bytesBrought > itemBytesMax))
    throw invalid('Item size has exceeded the maximum allowed size')
  const weighed = puts.map((put) => put.weigh())
  if (new Set(puts.map(({ key: { pk, sk } }) => JSON.stringify([pk, sk]))).size < puts.length)
    throw invalid('Provided list of item keys contains duplicates')
  const taken: WriteUnits = { table: 0, indexes: new Map(), keys: weighed.flatMap(({ units }) => units.keys) }
  spend('write', taken.keys)
  for (const { units, perform } of weighed) {
    perform()
    taken.table += units.table
    for (const [name, more] of units.indexes) taken.indexes.set(name, (taken.indexes.get(name) ?? 0) + more)
  }
  return taken
}

const putsMax = 25
