import type { CarrierPage } from '../../../shared/providers/carrier.ts'
import type { Clock } from '../../../shared/words/clock.ts'

/** Milliseconds between requests, because of the carrier's rate limit. */
const betweenPagesMs = 250

interface Listing<Listed> {
  page(next?: string): Promise<CarrierPage<Listed>>
  /** Returns a key; calls or messages with the same key count once. */
  nameOf(one: Listed): string
  onPage(listed: number): void
  clock: Clock
}

/**
 * Sorts oldest first. First reverses the carrier's newest-first list, so that entries of the same
 * second stay in order.
 */
const oldestFirst = <Listed extends { created_at: number }>(listed: Listed[]): Listed[] =>
  listed.toReversed().toSorted((one, other) => one.created_at - other.created_at)

export const listAll = async <Listed extends { created_at: number }>({
  page,
  nameOf,
  onPage,
  clock,
}: Listing<Listed>): Promise<Listed[]> => {
  const all = new Map<string, Listed>()
  let next: string | undefined
  for (;;) {
    const answer = await page(next)
    if ('again_seconds' in answer) {
      await clock.sleep(answer.again_seconds * 1000)
      continue
    }
    for (const one of answer.listed) all.set(nameOf(one), one)
    onPage(all.size)
    next = answer.next
    if (next === undefined) return oldestFirst([...all.values()])
    await clock.sleep(betweenPagesMs)
  }
}
