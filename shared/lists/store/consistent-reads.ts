import type { Need } from '../plan/page-plan.ts'
import { type Head, heads } from './head.ts'
import type { HistoryList, HistoryParts } from './history-list.ts'
import { type OpenedNodes, openNodes } from './nodes.ts'

const attemptsMax = 5

/** Reads a list consistently: if the compactor removed overrides during the read, starts again. */
export const consistentReads =
  <T>(parts: HistoryParts, list: HistoryList<T>) =>
  async <R, A>(
    user_id: number,
    first: () => Promise<A>,
    read: (seen: Head, nodes: OpenedNodes, asked: A) => Promise<{ answer: R; complete: Promise<boolean> } | undefined>,
  ): Promise<R> => {
    const { table, nodes: cache } = parts
    const head = heads(table, list)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const [seen, asked] = await Promise.all([head.read(user_id), first()])
      const found = await read(seen, openNodes(table, list, cache, user_id), asked)
      if (!found) continue
      const folds = seen.sealed_until === 0 ? seen.folds : head.read(user_id).then((again) => again.folds)
      const [again, isComplete] = await Promise.all([folds, found.complete])
      if (again === seen.folds && isComplete) return found.answer
    }
    throw new Error(`The history of each ${list.noun} keeps changing`)
  }

export const carryOut = async <P extends object>(
  nodes: OpenedNodes,
  plan: () => { need: Need } | P,
): Promise<P | undefined> => {
  for (;;) {
    const planned = plan()
    if (!('need' in planned)) return planned
    if (!(await nodes.read(planned.need))) return undefined
  }
}
