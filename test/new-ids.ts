import type { Random } from '../shared/words/clock.ts'
import { idAt } from '../shared/words/id.ts'

/** Makes unique ids. Random ids of the same millisecond could collide. */
export const newIds = (now: () => number, random: Random): (() => number) => {
  const used = new Set<number>()
  return () => {
    let id = idAt(now(), random.number())
    while (used.has(id)) id += 1
    used.add(id)
    return id
  }
}
