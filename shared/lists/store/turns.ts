/** Parallel requests; few, to leave table capacity to others. */
const atOnceMax = 8

/** Acts on all things, a few at once. Throws the first failure. */
export const inTurns = async <T>(things: readonly T[], act: (thing: T) => Promise<unknown>): Promise<void> => {
  const waiting = things.values()
  const worker = async () => {
    for (const thing of waiting) await act(thing)
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMax, things.length) }, worker))
}
