/** Parallel requests of a compactor: it takes its time, so that others have theirs. */
const atOnceMax = 8

/** Does something with each, a few at a time; the first failure is everybody's. */
export const inTurns = async <T>(things: readonly T[], act: (thing: T) => Promise<unknown>): Promise<void> => {
  const waiting = things.values()
  const worker = async () => {
    for (const thing of waiting) await act(thing)
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMax, things.length) }, worker))
}
