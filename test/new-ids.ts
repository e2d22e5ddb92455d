import type { Random } from '../shared/words/clock.ts'
import { idAt } from '../shared/words/id.ts'

/**
 * Makes ids as the product does, and none twice: of two that are made in one millisecond one in
 * 4,096 would be.
 */
export const newIds = (now: () => number, random: Random): (() => number) => {
  const used = new Set<number>()
  return () => {
    let id = idAt(now(), random.number())
    while (used.has(id)) id += 1
    used.add(id)
    return id
  }
}
