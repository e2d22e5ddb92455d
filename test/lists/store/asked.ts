import { deepStrictEqual } from 'node:assert/strict'
import type { HistoryParts } from '../../../shared/lists/store/history-list.ts'
import { nodeCache } from '../../../shared/lists/store/node-cache.ts'
import { type Loaded, type Metered, perPage, tailRows } from './loaded.ts'
import { tripsOver } from './trips.ts'

export const budgets = { trips: 4, coldUnits: 600, warmUnits: 4 + 0.2 * tailRows }

export interface ListRequest<R> {
  answer: R
  units: number
  trips: number
  ms: number
}

export const askTwice = async <R>(
  { parts, units }: Metered,
  own: number,
  ask: (parts: HistoryParts) => Promise<R>,
): Promise<{ cold: ListRequest<R>; warm: ListRequest<R> }> => {
  const nodes = nodeCache()
  const once = async (): Promise<ListRequest<R>> => {
    const trips = tripsOver(parts.table)
    units.read = 0
    const began = performance.now()
    const answer = await ask({ ...parts, table: trips.table, nodes })
    return { answer, units: units.read - own, trips: trips.inSequence(), ms: performance.now() - began }
  }
  return { cold: await once(), warm: await once() }
}

export interface PageAsked {
  name: string
  first: number
  isUnfiltered: boolean
  /** True for rows that the page's filter accepts; `place` is the row's number from the oldest. */
  matches(place: number): boolean
  /** Set when the page also reads a detail for each row. */
  details?: true
  page(parts: HistoryParts): Promise<{ ids: number[]; total: number }>
}

export const askForPage = async (loaded: Loaded, { first, isUnfiltered, matches, details, page }: PageAsked) => {
  const { places, keep, compactedOf, idOf } = loaded
  const matching = (isUnfiltered ? places : places.filter(matches)).toReversed()
  const shown = matching.slice(first, first + perPage)
  await keep(shown)
  const ask = () => askTwice(loaded, compactedOf(shown) + (details ? shown.length : 0), page)
  const asked = await ask()
  const right = { ids: shown.map(idOf), total: matching.length }
  for (const { answer } of [asked.cold, asked.warm]) deepStrictEqual(answer, right)
  return { ...asked, total: right.total, again: ask }
}

export const overBudget = (
  { cold, warm }: { cold: ListRequest<unknown>; warm: ListRequest<unknown> },
  overrides = 0,
): string[] => [
  ...[cold, warm].flatMap(({ trips }) => (trips > budgets.trips ? [`${trips} trips`] : [])),
  ...(cold.units > budgets.coldUnits ? [`${cold.units} read units`] : []),
  ...(warm.units > budgets.warmUnits + 0.2 * overrides
    ? [`${warm.units} read units of a process that knows the list`]
    : []),
]
