import { historyKeys } from '../../table/keys.ts'
import type { Item, Table } from '../../table/table.ts'
import { packAmounts, packIds, packKinds, unpackAmounts, unpackIds, unpackKinds } from '../plan/columns.ts'
import { extentOf, type IdPage, type IdPageRef, openIdPageKey, type Segment, tallied } from '../plan/history-shape.ts'
import type { Known, Need } from '../plan/page-plan.ts'
import type { NewNode } from '../plan/rebuild.ts'
import type { HistoryList } from './history-list.ts'
import type { NodeCache } from './node-cache.ts'

interface StoredNode {
  ids?: Uint8Array
  amounts?: Uint8Array
  leaves?: string
  column?: Uint8Array
}

export interface OpenedNodes extends Pick<Known, 'segment' | 'idPage'> {
  read(need: Need): Promise<boolean>
}

export const openNodes = (
  table: Table,
  { noun }: Pick<HistoryList<unknown>, 'noun'>,
  cache: NodeCache | undefined,
  user_id: number,
): OpenedNodes => {
  const { node: nodeKey } = historyKeys(noun)
  const nameOf = (key: string): string => `${nodeKey(user_id, key).pk}/${key}`
  const segments = new Map<string, Segment>()
  const idPages = new Map<string, IdPage>()
  const keepSegment = (key: string, segment: Segment) => {
    segments.set(key, segment)
    cache?.keepSegment(nameOf(key), segment)
  }
  const keepIdPage = (key: string, idPage: IdPage) => {
    idPages.set(key, idPage)
    cache?.keepIdPage(nameOf(key), idPage)
  }

  const readNode = async (key: string): Promise<StoredNode | undefined> => {
    const at = nodeKey(user_id, key)
    return (await table.get<StoredNode>(at, { stale: true })) ?? (await table.get<StoredNode>(at))
  }

  const readSegment = async (key: string): Promise<boolean> => {
    const node = await readNode(key)
    if (!node?.column) return false
    const column = unpackKinds(node.column)
    if (!node.ids) {
      keepSegment(key, tallied(readIdPages(node.leaves ?? '[]'), column))
      return true
    }
    const idPage = idPageOf(node)
    const own = openIdPageKey(key)
    keepIdPage(own, idPage)
    keepSegment(key, tallied([{ key: own, ...extentOf(idPage) }], column))
    return true
  }

  const readIdPage = async (key: string): Promise<boolean> => {
    const node = await readNode(key)
    if (node) keepIdPage(key, idPageOf(node))
    return node !== undefined
  }

  return {
    segment: (key) => segments.get(key) ?? cache?.segment(nameOf(key)),
    idPage: (key) => idPages.get(key) ?? cache?.idPage(nameOf(key)),
    read: async (need) => {
      const fetched = await Promise.all([
        ...need.segments.map(readSegment),
        ...need.idPages.map((key) => (isInOpen(key) ? readSegment(segmentOf(key)) : readIdPage(key))),
      ])
      return !fetched.includes(false)
    },
  }
}

export const writeNode = ({ idPage, idPages, column }: NewNode): Item => {
  const node: StoredNode = {
    ...(idPage && { ids: packIds(idPage.ids) }),
    ...(idPage?.amounts.length && { amounts: packAmounts(idPage.amounts) }),
    ...(idPages && { leaves: writeIdPages(idPages) }),
    ...(column && { column: packKinds(column) }),
  }
  return { ...node }
}

const isInOpen = (key: string): boolean => key.includes('/')
const segmentOf = (idPageKey: string): string => idPageKey.slice(0, idPageKey.indexOf('/'))

const idPageOf = ({ ids, amounts }: StoredNode): IdPage => ({
  ids: ids ? unpackIds(ids) : [],
  amounts: amounts ? unpackAmounts(amounts) : [],
})

const writeIdPages = (idPages: readonly IdPageRef[]): string =>
  JSON.stringify(idPages.map(({ key, first, last, count, sum }) => [key, first, last, count, sum]))

const readIdPages = (text: string): IdPageRef[] => {
  const idPages: [string, number, number, number, number][] = JSON.parse(text)
  return idPages.map(([key, first, last, count, sum]) => ({ key, first, last, count, sum }))
}
