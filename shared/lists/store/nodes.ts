import { historyKeys } from '../../table/keys.ts'
import type { Item, Table } from '../../table/table.ts'
import { packAmounts, packIds, packKinds, unpackAmounts, unpackIds, unpackKinds } from '../plan/columns.ts'
import { extentOf, type Leaf, type LeafRef, openLeafKey, tallied, type Volume } from '../plan/history-shape.ts'
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

export interface OpenedNodes extends Pick<Known, 'volume' | 'leaf'> {
  /** False when a node is gone. */
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
  const volumes = new Map<string, Volume>()
  const leaves = new Map<string, Leaf>()
  const keepVolume = (key: string, volume: Volume) => {
    volumes.set(key, volume)
    cache?.keepVolume(nameOf(key), volume)
  }
  const keepLeaf = (key: string, leaf: Leaf) => {
    leaves.set(key, leaf)
    cache?.keepLeaf(nameOf(key), leaf)
  }

  /** Nodes never change, so stale reads suffice. */
  const readNode = async (key: string): Promise<StoredNode | undefined> => {
    const at = nodeKey(user_id, key)
    return (await table.get<StoredNode>(at, { stale: true })) ?? (await table.get<StoredNode>(at))
  }

  const readVolume = async (key: string): Promise<boolean> => {
    const node = await readNode(key)
    if (!node?.column) return false
    const column = unpackKinds(node.column)
    if (!node.ids) {
      keepVolume(key, tallied(readLeaves(node.leaves ?? '[]'), column))
      return true
    }
    const leaf = leafOf(node)
    const own = openLeafKey(key)
    keepLeaf(own, leaf)
    keepVolume(key, tallied([{ key: own, ...extentOf(leaf) }], column))
    return true
  }

  const readLeaf = async (key: string): Promise<boolean> => {
    const node = await readNode(key)
    if (node) keepLeaf(key, leafOf(node))
    return node !== undefined
  }

  return {
    volume: (key) => volumes.get(key) ?? cache?.volume(nameOf(key)),
    leaf: (key) => leaves.get(key) ?? cache?.leaf(nameOf(key)),
    read: async (need) => {
      const fetched = await Promise.all([
        ...need.volumes.map(readVolume),
        // An open segment's node includes its page.
        ...need.leaves.map((key) => (isInOpen(key) ? readVolume(volumeOf(key)) : readLeaf(key))),
      ])
      return !fetched.includes(false)
    },
  }
}

export const writeNode = ({ leaf, leaves, column }: NewNode): Item => {
  const node: StoredNode = {
    ...(leaf && { ids: packIds(leaf.ids) }),
    ...(leaf?.amounts.length && { amounts: packAmounts(leaf.amounts) }),
    ...(leaves && { leaves: writeLeaves(leaves) }),
    ...(column && { column: packKinds(column) }),
  }
  return { ...node }
}

const isInOpen = (key: string): boolean => key.includes('/')
const volumeOf = (leafKey: string): string => leafKey.slice(0, leafKey.indexOf('/'))

const leafOf = ({ ids, amounts }: StoredNode): Leaf => ({
  ids: ids ? unpackIds(ids) : [],
  amounts: amounts ? unpackAmounts(amounts) : [],
})

const writeLeaves = (leaves: readonly LeafRef[]): string =>
  JSON.stringify(leaves.map(({ key, first, last, count, sum }) => [key, first, last, count, sum]))

const readLeaves = (text: string): LeafRef[] => {
  const leaves: [string, number, number, number, number][] = JSON.parse(text)
  return leaves.map(([key, first, last, count, sum]) => ({ key, first, last, count, sum }))
}
