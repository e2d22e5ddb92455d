import { historyKeys, type StoredKey } from '../../table/keys.ts'
import type { Item } from '../../table/table.ts'
import { type RowChange, rebuild } from '../plan/rebuild.ts'
import { forEachConcurrently } from './concurrently.ts'
import type { Head } from './head.ts'
import { type HistoryList, type HistoryParts, type HistoryRow, limitsOf } from './history-list.ts'
import { openNodes } from './nodes.ts'

export const compactedNodes = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table, clock, nodes: cache } = parts
  const limits = limitsOf(parts)
  const keys = historyKeys(list.noun)

  /**
   * Deletes replaced nodes. Nodes from before a rebuild (`outdated`) stay for `runMs`, because
   * readers may still use them.
   */
  const sweep = async (user_id: number, { flipped, version, retired, outdated }: Head, now: number) => {
    const between = (first: number, last: number) =>
      table.query<StoredKey>({ ...rangeOfNodes(first, last), pk: keys.head(user_id).pk, only: ['sk'] })
    const isOver = outdated !== undefined && now >= outdated.at + limits.runMs
    const lost = version === flipped ? [] : await between(flipped + 1, version)
    const old = isOver ? await between(0, outdated.version) : []
    const swept = new Set([...retired, ...[...lost, ...old].map(({ sk }) => sk)])
    await forEachConcurrently([...swept], (sk) => table.write([{ delete: keys.node(user_id, sk) }]))
    return isOver ? undefined : outdated
  }

  /** Builds new nodes and drops expired segments. Undefined when a needed node was deleted. */
  const build = async (user_id: number, { version, segments }: Head, rows: HistoryRow[], changes: RowChange[]) => {
    const nodes = openNodes(table, list, cache, user_id)
    const firstId = list.firstId?.(clock.now()) ?? 0
    const kept = segments.filter(({ last }) => last >= firstId)
    const expired = segments.slice(0, segments.length - kept.length).map(({ key }) => key)
    // The list of kinds is read last, so it is newer than the overrides and records.
    const [areThere, isListed] = await Promise.all([
      nodes.read({ segments: expired, idPages: [] }),
      list.readListed?.(table, user_id),
    ])
    if (!areThere) return undefined
    const idPages = expired.flatMap((key) => nodes.segment(key)?.idPages ?? []).map(({ key }) => key)
    for (;;) {
      let number = 0
      const newKey = (letter: string) => `${padded(version)}#${number++}#${letter}`
      const built = rebuild({ segments: kept, rows, changes, sizes: limits, isListed, newKey, ...nodes })
      if (!('need' in built)) return { ...built, retired: [...built.retired, ...expired, ...idPages.filter(isNode)] }
      if (!(await nodes.read(built.need))) return undefined
    }
  }

  const putAll = async (items: (Item & StoredKey)[]): Promise<void> => {
    for (let start = 0; start < items.length; start += putsAtOnce) {
      if (start > 0) await clock.sleep(putPauseMs)
      await table.putMany(items.slice(start, start + putsAtOnce))
    }
  }

  return { sweep, build, putAll }
}

const rangeOfNodes = (first: number, last: number) => ({ from: `${padded(first)}#`, to: `${padded(last)}$` })

/** Limits writes to 80 % of the 1,000 a second that DynamoDB allows per partition key. */
const putsAtOnce = 100
const putPauseMs = 120

const isNode = (key: string): boolean => !key.includes('/')
const padded = (version: number): string => String(version).padStart(16, '0')
